import { Agent, type FunctionTool, RunContext, Runner, RunState, tool } from "@openai/agents";
import {
  type AdapterHarness,
  type AdapterRun,
  type ApprovalDriver,
  type Resumption,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { describeApproval, toOpenAIAgentsTools } from "../src/index.js";

/** One run of an agent, to its end or to the next question whether a call may run. */
type Play = (agent: Agent, input: string | RunState<unknown, Agent>) => Promise<Stopped>;
interface Stopped {
  readonly state: RunState<unknown, Agent>;
  readonly finalOutput: unknown;
}

export const runHarness = harnessOf(
  (runner, { signal, context }) =>
    (agent, input) =>
      runner.run(agent, input, { context, ...(signal && { signal }) }),
);

export const streamedRunHarness = harnessOf((runner, { signal, context }) => async (agent, input) => {
  const result = await runner.run(agent, input, { context, stream: true, ...(signal && { signal }) });
  for await (const _ of result);
  await result.completed;
  signal?.throwIfAborted();
  return result;
});

function harnessOf(playWith: (runner: Runner, run: AdapterRun) => Play): AdapterHarness {
  return {
    approvals: approvalsOf(playWith),
    // The protocol has no mark for a failure, and a tool has no way to tell what it does meanwhile.
    carries: { errorFlag: false, images: true, progress: false, brokenJson: true },
    async run(run) {
      const { toolset, script, userTools = [] } = run;
      const model = scriptedModel(script);
      const own = userTools.map(({ name, description, inputSchema, execute }) => {
        const parameters = {
          ...inputSchema,
          required: inputSchema.required ?? [],
          additionalProperties: true as const,
        };
        return tool({ name, description, strict: false, parameters, execute });
      });
      const agent = new Agent({
        name: "Helper",
        model: scriptedAgentsModel(model),
        instructions: () => toolset.getInstructions(),
        tools: [...(await toOpenAIAgentsTools(toolset)), ...own],
      });
      const play = playWith(new Runner({ tracingDisabled: true }), run);
      return transcriptOf(model, await untilDone(play, agent, run));
    },
  };
}

async function untilDone(play: Play, agent: Agent, { onApproval = () => true }: AdapterRun): Promise<string> {
  let result = await play(agent, "Go.");
  for (;;) {
    const interruptions = result.state.getInterruptions();
    if (interruptions.length === 0) return String(result.finalOutput);
    for (const interruption of interruptions) {
      const input: unknown = JSON.parse(interruption.arguments ?? "null");
      if (await onApproval({ tool: interruption.name ?? "", input })) result.state.approve(interruption);
      else result.state.reject(interruption);
    }
    result = await play(agent, result.state);
  }
}

/** The state is written down at the question, and read again with the answer. */
function approvalsOf(playWith: (runner: Runner, run: AdapterRun) => Play): ApprovalDriver {
  const runner = new Runner({ tracingDisabled: true });
  const agentOf = async (run: AdapterRun) => {
    const model = scriptedModel(run.script);
    const tools = await toOpenAIAgentsTools(run.toolset);
    return { model, agent: new Agent({ name: "Helper", model: scriptedAgentsModel(model), tools }) };
  };
  return {
    resumable: true,
    alterable: true,
    tellsConversationsApart: false,
    async stop(toolset, calls) {
      const run = { toolset, script: [{ calls }] };
      const { agent } = await agentOf(run);
      const { state } = await playWith(runner, run)(agent, "Go.");
      const written = state.toString();
      const interruptions = state.getInterruptions();
      const idOf = ({ rawItem }: (typeof interruptions)[number]) => ("callId" in rawItem ? rawItem.callId : "");
      return {
        asked: interruptions.map((item) => ({ tool: item.name ?? "", input: JSON.parse(item.arguments ?? "null") })),
        shown: () => Promise.all(interruptions.map((item) => shownOf(toolset, idOf(item)))),
        async direct() {
          const toolCall = interruptions[0]?.rawItem;
          if (toolCall?.type !== "function_call") throw new Error("There is no such call.");
          return callDirectly(toolset, toolCall.arguments, { toolCall });
        },
        async resume(answers, { toolset: other = toolset, ...how } = {}) {
          const later = { toolset: other, script: [{ text: "Done." }] };
          const { agent: reader, model } = await agentOf(later);
          const read = await RunState.fromString(reader, alter(written, how));
          for (const [index, interruption] of read.getInterruptions().entries()) {
            if (answers[index]) read.approve(interruption);
            else read.reject(interruption);
          }
          await playWith(runner, later)(reader, read);
          return transcriptOf(model, "").answers;
        },
      };
    },
    direct: (toolset, input) => callDirectly(toolset, JSON.stringify(input)),
  };
}

/** A program that calls the tool by itself. */
async function callDirectly(
  toolset: AdapterRun["toolset"],
  input: string,
  details?: Parameters<FunctionTool["invoke"]>[2],
): Promise<string> {
  const tools = await toOpenAIAgentsTools(toolset);
  const skillTool = tools.find(({ name }) => name === "run_skill_script");
  return String(await skillTool?.invoke(new RunContext(), input, details));
}

async function shownOf(toolset: AdapterRun["toolset"], callId: string): Promise<string> {
  const request = await toolset.getApprovalRequest(callId);
  return request ? describeApproval(request) : "";
}

/** What somebody may do to a state that is kept. */
function alter(written: string, { change, invent }: Omit<Resumption, "toolset">): string {
  const altered = JSON.stringify(JSON.parse(written), (name, value) =>
    change && name === "arguments" && typeof value === "string" ? JSON.stringify(change(JSON.parse(value))) : value,
  );
  return invent ? altered.replaceAll("call_1_1", "call_invented") : altered;
}
