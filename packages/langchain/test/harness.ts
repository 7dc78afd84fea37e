import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { isInterrupted, MemorySaver } from "@langchain/langgraph";
import { type AdapterHarness, type AdapterRun, scriptedModel, transcriptOf } from "@skillplug/testing";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent } from "langchain";
import { type SkillToolProgress, skillsMiddleware, toInterruptOn, toLangChainTools } from "../src/index.js";
import { humanInTheLoop, type Resume, resumeWith } from "./ask-a-person.js";
import { skillsGraph } from "./skills-graph.js";

type Input = { messages: { role: "user"; content: string }[] } | Resume;

/** What the three ways have in common: they stream the state and what is written, and stop for a person. */
type Start = (
  input: Input,
  config: typeof CONFIG & { signal?: AbortSignal; context?: Record<string, unknown> },
) => Promise<unknown>;

const CONFIG = { configurable: { thread_id: "1" }, streamMode: ["values" as const, "custom" as const] };

function harnessOf(start: (run: AdapterRun, model: ScriptedChatModel) => Start | Promise<Start>): AdapterHarness {
  return {
    carries: { errorFlag: true, images: true, progress: true, approval: true, brokenJson: false },
    async run(run) {
      const script = scriptedModel(run.script);
      const stream = await start(run, new ScriptedChatModel(script));
      return transcriptOf(script, await untilDone(run, stream));
    },
  };
}

export const middlewareHarness = harnessOf(({ toolset, userTools }, model) => {
  const middleware = [skillsMiddleware(toolset), humanInTheLoop({ interruptOn: toInterruptOn(toolset) })] as const;
  const agent = createAgent({ model, middleware, tools: toTools(userTools), checkpointer: new MemorySaver() });
  return (input, config) => agent.stream(input, config);
});

/** The run context goes to the tools, not to the agent. */
export const toolsHarness = harnessOf(async ({ toolset, userTools, context }, model) => {
  const agent = createAgent({
    model,
    systemPrompt: await toolset.getInstructions(),
    tools: [...(await toLangChainTools(toolset, { context })), ...toTools(userTools)],
    middleware: [humanInTheLoop({ interruptOn: toInterruptOn(toolset) })],
    checkpointer: new MemorySaver(),
  });
  return (input, { context: _, ...config }) => agent.stream(input, config);
});

export const graphHarness = harnessOf(async ({ toolset, userTools }, model) => {
  const graph = await skillsGraph(model, toolset, toTools(userTools));
  return (input, config) => graph.stream(input, config);
});

function toTools(userTools: AdapterRun["userTools"] = []) {
  return userTools.map(({ name, description, inputSchema, execute }) =>
    tool(async (input: unknown) => execute(input), { name, description, schema: inputSchema }),
  );
}

/** Goes on after each stop for an approval, on the same thread. */
async function untilDone({ signal, context, onProgress, onApproval }: AdapterRun, start: Start): Promise<string> {
  const config = { ...CONFIG, ...(signal && { signal }), ...(isRecord(context) && { context }) };
  let input: Input = { messages: [{ role: "user", content: "Go." }] };
  for (;;) {
    let state: unknown;
    for await (const [mode, chunk] of (await start(input, config)) as AsyncIterable<[string, unknown]>) {
      if (mode === "custom") onProgress?.((chunk as SkillToolProgress).output);
      else state = chunk;
    }
    if (!isInterrupted(state)) return (state as { messages: BaseMessage[] }).messages.at(-1)?.text ?? "";
    input = resumeWith(state.__interrupt__, onApproval);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
