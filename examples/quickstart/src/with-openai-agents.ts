import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { toOpenAIAgentsTools } from "@skillplug/openai-agents";
import { MAX_TURNS, type Outcome, type Task } from "./run.js";

/** An agent of the OpenAI Agents SDK. */
export async function runWithOpenAIAgents({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const agent = new Agent({
    name: "Researcher",
    model,
    instructions: () => skills.getInstructions(),
    tools: await toOpenAIAgentsTools(skills),
  });
  const runner = new Runner({ modelProvider: new OpenAIProvider(connection), tracingDisabled: true });
  const { rawResponses, finalOutput = "" } = await runner.run(agent, prompt, { maxTurns: MAX_TURNS });
  return { turns: rawResponses.length, text: finalOutput };
}
