import { type AIMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { type SkillsToolset, toInterruptOn, toLangChainTools } from "@skillplug/langchain";

/** What the graph is resumed with. An object, since LangGraph takes no bare `false`. */
export type Decision = { readonly isAllowed: boolean };

type State = typeof MessagesAnnotation.State;

const callsIn = ({ messages }: State) => (messages.at(-1) as AIMessage).tool_calls ?? [];

/**
 * An agent as a graph: the model, a person's approval, the tools, and back to the model.
 *
 * @param skills loaded with `approvalBy: "framework"`; they say which calls need an approval
 */
export async function approvalGraph(model: string, skills: SkillsToolset) {
  const tools = await toLangChainTools(skills);
  const rules = new Map(Object.entries(toInterruptOn(skills)));
  const chatModel = new ChatOpenAI({ model }).bindTools(tools);

  async function askModel({ messages }: State) {
    const instructions = new SystemMessage(await skills.getInstructions());
    return { messages: [await chatModel.invoke([instructions, ...messages])] };
  }

  /** Answers the calls that a person turns down. The tool node runs those that have no answer yet. */
  async function askForApproval(state: State) {
    const refused: ToolMessage[] = [];
    for (const toolCall of callsIn(state)) {
      const { id = "", name } = toolCall;
      const rule = rules.get(name);
      if (!(await rule?.when({ toolCall }))) continue;
      if (interrupt<unknown, Decision>({ question: await rule?.description(toolCall) }).isAllowed) continue;
      const content = "The user did not allow this call. Go on without it.";
      refused.push(new ToolMessage({ tool_call_id: id, name, content, status: "error" }));
    }
    return { messages: refused };
  }

  return new StateGraph(MessagesAnnotation)
    .addNode("model", askModel)
    .addNode("approval", askForApproval)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "model")
    .addConditionalEdges("model", (state) => (callsIn(state).length > 0 ? "approval" : END))
    .addEdge("approval", "tools")
    .addEdge("tools", "model")
    .compile({ checkpointer: new MemorySaver() });
}
