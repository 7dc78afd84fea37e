import { AIMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { skillsMiddleware } from "@skillplug/langchain";
import { createAgent } from "langchain";
import { MAX_TURNS, type Outcome, type Task } from "./run.js";

/** A LangChain agent. The middleware brings the instructions and the tools. */
export async function runWithLangChain({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const agent = createAgent({
    model: new ChatOpenAI({ model, ...connection, configuration: connection }),
    middleware: [skillsMiddleware(skills)],
  });
  // A turn is two steps of the graph: the model, and its tools.
  const { messages } = await agent.invoke({ messages: prompt }, { recursionLimit: 2 * MAX_TURNS });
  return { turns: messages.filter(AIMessage.isInstance).length, text: messages.at(-1)?.text ?? "" };
}
