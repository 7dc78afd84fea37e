import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import {
  type AdapterHarness,
  type AdapterRun,
  type ApprovalDriver,
  type ScriptedCall,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
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

const configOf = (thread_id: string): typeof CONFIG => ({ ...CONFIG, configurable: { thread_id } });

/** The agent of a run, which keeps its state where the checkpointer does. */
type MakeAgent = (run: AdapterRun, model: ScriptedChatModel, checkpointer: MemorySaver) => Playable | Promise<Playable>;

/** As much of an agent, and of a graph, as is played. */
interface Playable {
  readonly stream: Start;
  /** The configuration that goes on from where a thread stands now. */
  here(config: typeof CONFIG): Promise<Checkpoint>;
}

function harnessOf(make: MakeAgent, editable: boolean): AdapterHarness {
  const start = async (run: AdapterRun, model: ScriptedChatModel) => (await make(run, model, new MemorySaver())).stream;
  return {
    approvals: approvalsOf(make, editable),
    carries: { errorFlag: true, images: true, progress: true, brokenJson: false },
    async run(run) {
      const script = scriptedModel(run.script);
      const stream = await start(run, new ScriptedChatModel(script));
      return transcriptOf(script, await untilDone(run, stream));
    },
  };
}

/** As `toInterruptOn`, for a person who may also change a call. */
function editable(toolset: AdapterRun["toolset"]) {
  const rules = toInterruptOn(toolset);
  return { ...rules, run_skill_script: { ...rules.run_skill_script, allowedDecisions: ["approve", "edit", "reject"] } };
}

export const middlewareHarness = harnessOf(({ toolset, userTools }, model, checkpointer) => {
  const middleware = [skillsMiddleware(toolset), humanInTheLoop({ interruptOn: editable(toolset) })] as const;
  const agent = createAgent({ model, middleware, tools: toTools(userTools), checkpointer });
  return {
    stream: (input, config) => agent.stream(input, config),
    here: async (config) => checkpointOf((await agent.graph.getState(config)).config),
  };
}, true);

/** The run context goes to the tools, not to the agent. */
export const toolsHarness = harnessOf(async ({ toolset, userTools, context }, model, checkpointer) => {
  const agent = createAgent({
    model,
    systemPrompt: await toolset.getInstructions(),
    tools: [...(await toLangChainTools(toolset, { context })), ...toTools(userTools)],
    middleware: [humanInTheLoop({ interruptOn: editable(toolset) })],
    checkpointer,
  });
  return {
    stream: (input, { context: _, ...config }) => agent.stream(input, config),
    here: async (config) => checkpointOf((await agent.graph.getState(config)).config),
  };
}, true);

export const graphHarness = harnessOf(async ({ toolset, userTools }, model, checkpointer) => {
  const graph = await skillsGraph(model, toolset, toTools(userTools), checkpointer);
  return {
    stream: (input, config) => graph.stream(input, config),
    here: async (config) => checkpointOf((await graph.getState(config)).config),
  };
}, false);

/** The thread is resumed from the checkpoint at which it stopped, each time anew. */
function approvalsOf(make: MakeAgent, alterable: boolean): ApprovalDriver {
  const play = async (agent: Playable, input: Input, at: Checkpoint) => {
    let state: unknown;
    for await (const [mode, chunk] of (await agent.stream(input, { ...CONFIG, ...at })) as AsyncIterable<
      [string, unknown]
    >)
      if (mode === "values") state = chunk;
    return state;
  };
  return {
    resumable: true,
    alterable,
    tellsConversationsApart: true,
    async stop(toolset, calls, conversation = "1") {
      const config = configOf(conversation);
      const checkpointer = new MemorySaver();
      const script = scriptedModel([{ calls }]);
      const agent = await make({ toolset, script: [] }, new ScriptedChatModel(script), checkpointer);
      const state = await play(agent, { messages: [{ role: "user", content: "Go." }] }, config);
      if (!isInterrupted<Question>(state)) throw new Error("The run ended without a question.");
      const requests = state.__interrupt__.flatMap(({ value }) => value?.actionRequests ?? []);
      const here = await agent.here(config);
      return {
        asked: requests.map(({ name: tool, args: input }) => ({ tool, input })),
        shown: async () => requests.map(({ description }) => description),
        // With the thread's id, as another agent would have it that goes on with the same conversation.
        direct: () => callDirectly(toolset, { ...requests[0]?.args }, "call_1_1", config),
        async resume(answers, { toolset: other = toolset, change, invent } = {}) {
          if (invent) return inventedCall(other, calls);
          const later = scriptedModel([{ text: "Done." }]);
          const reader = await make({ toolset: other, script: [] }, new ScriptedChatModel(later), checkpointer);
          const decisions = requests.map(({ name, args }, index) => {
            if (change) return { type: "edit", editedAction: { name, args: change(args) } };
            return { type: answers[index] ? "approve" : "reject" };
          });
          await play(reader, new Command<unknown, Record<string, never>, never>({ resume: { decisions } }), here);
          return later.requests.at(-1)?.answers ?? [];
        },
      };
    },
    async direct(toolset, input) {
      const skillTool = (await toLangChainTools(toolset)).find(({ name }) => name === "run_skill_script");
      const asInput: unknown = await skillTool?.invoke({ ...input });
      return `${asInput}\n${await callDirectly(toolset, { ...input }, "nobody-asked")}`;
    },
  };
}

/** A program that calls the tool by itself. */
async function callDirectly(
  toolset: AdapterRun["toolset"],
  args: Record<string, unknown>,
  id: string,
  config?: Pick<typeof CONFIG, "configurable">,
): Promise<string> {
  const skillTool = (await toLangChainTools(toolset)).find(({ name }) => name === "run_skill_script");
  const message: unknown = await skillTool?.invoke({ type: "tool_call", id, name: "run_skill_script", args }, config);
  return (message as ToolMessage).text;
}

type Checkpoint = Pick<typeof CONFIG, "configurable">;

function checkpointOf({ configurable }: RunnableConfig): Checkpoint {
  return { configurable: { ...CONFIG.configurable, ...configurable } };
}

interface Question {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: Record<string, unknown>;
    readonly description: string;
  }[];
}

/** A history that ends with calls, in an agent without the middleware that asks. */
async function inventedCall(toolset: AdapterRun["toolset"], calls: readonly ScriptedCall[]) {
  const tool_calls = calls.map(({ tool: name, input }, index) => ({
    type: "tool_call" as const,
    id: `invented_${index}`,
    name,
    args: { ...(input as object) },
  }));
  const node = new ToolNode(await toLangChainTools(toolset));
  const { messages } = (await node.invoke({ messages: [new AIMessage({ content: "", tool_calls })] })) as {
    messages: ToolMessage[];
  };
  return messages.map(({ name = "", text, status }) => ({ name, text, isError: status === "error", media: [] }));
}

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
    input = await resumeWith(state.__interrupt__, onApproval);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
