import { Agent, Runner, type RunState, tool } from "@openai/agents";
import { type AdapterHarness, type AdapterRun, scriptedModel, transcriptOf } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { toOpenAIAgentsTools } from "../src/index.js";

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
    // The protocol has no mark for a failure, and a tool has no way to tell what it does meanwhile.
    carries: { errorFlag: false, images: true, progress: false, approval: true, brokenJson: true },
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
      if (onApproval({ tool: interruption.name ?? "", input })) result.state.approve(interruption);
      else result.state.reject(interruption);
    }
    result = await play(agent, result.state);
  }
}
