// What an adapter gives to the contract: how its framework runs an agent.
import type { JsonObjectSchema, SkillsToolset } from "@skillplug/core";
import type { OfferedTool, ScriptedCall, ScriptedModel, ScriptStep, ToolAnswer } from "../models/scripted-model.js";

/** A tool of the user's own, to be put beside the skill tools. */
export interface UserTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  execute(input: unknown): string;
}

/** A call that a person is asked about. */
interface AskedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** One run of an agent. */
export interface AdapterRun {
  readonly toolset: SkillsToolset;
  readonly script: readonly ScriptStep[];
  readonly userTools?: readonly UserTool[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly context?: unknown;
  /** Receives what the framework passes on of a script's output while the script runs. */
  readonly onProgress?: ((output: string) => void) | undefined;
  /** The person's answer when the framework stops to ask whether a call may run. */
  readonly onApproval?: ((call: AskedCall) => boolean | Promise<boolean>) | undefined;
}

/** What a run came to. */
export interface Transcript {
  /** What the model was offered, turn by turn. */
  readonly offered: readonly (readonly OfferedTool[])[];
  /** The answers to its calls, as the model saw them. */
  readonly answers: readonly ToolAnswer[];
  /** The text of the last turn. */
  readonly text: string;
}

/** What the contract suite needs to know of an adapter: how to run its framework's own agent loop with a scripted model. */
export interface AdapterHarness {
  /** What the framework or its protocol can carry. Where it cannot, the suite expects exactly that. */
  readonly carries: {
    /** Whether an answer says, beside its text, that it is a failure. */
    readonly errorFlag: boolean;
    /** Whether images reach the model. */
    readonly images: boolean;
    /** Whether a script's output can be seen while it runs. */
    readonly progress: boolean;
    /** Whether a call whose arguments are no JSON reaches the tool. Where not, the framework ends the run by itself. */
    readonly brokenJson: boolean;
  };
  /** Runs the script to its end. May reject when it is aborted. */
  run(run: AdapterRun): Promise<Transcript>;
  readonly approvals: ApprovalDriver;
}

/** How an adapter's approvals are driven step by step. */
export interface ApprovalDriver {
  /** Whether a run that has stopped can be answered later: twice, or by another process. Where not, it is answered within the call that asks. */
  readonly resumable: boolean;
  /** Whether what is kept of a run can be altered between the question and the answer. */
  readonly alterable: boolean;
  /** Whether calls of two conversations are told apart that have the same id. */
  readonly tellsConversationsApart: boolean;
  /**
   * One turn of these calls, up to the question. Each time the calls have the same ids.
   *
   * @param conversation @default the same one each time
   */
  stop(toolset: SkillsToolset, calls: readonly ScriptedCall[], conversation?: string): Promise<StoppedRun>;
  /** The answer of `run_skill_script` where a program calls the framework's tool by itself, and nobody is asked. */
  direct(toolset: SkillsToolset, input: object): Promise<string>;
}

/** A run that waits for a person. */
interface StoppedRun {
  /** What the person is asked about. The inputs are those that the run itself holds. */
  readonly asked: readonly AskedCall[];
  /** What the person reads of each of these calls. */
  shown(): Promise<readonly string[]>;
  /** The answer where a program calls the framework's tool by itself, with the first call's input and id. */
  direct(): Promise<string>;
  /** Goes on, and resolves to the answers that the model sees in the end. */
  resume(answers: readonly boolean[], how?: Resumption): Promise<readonly ToolAnswer[]>;
}

/** How a run goes on. */
export interface Resumption {
  /** As another process would have loaded it. @default the one that was stopped */
  readonly toolset?: SkillsToolset | undefined;
  /** Alters the input of the call in what was kept of the run. */
  readonly change?: ((input: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Puts in place of the call one with another id, which nobody was asked about. */
  readonly invent?: boolean | undefined;
}

/**
 * The driver of an adapter whose question is answered within the call that asks.
 *
 * @param run the harness's own
 */
export function approvalsWithinTheCall(run: AdapterHarness["run"]): ApprovalDriver {
  return {
    resumable: false,
    alterable: false,
    tellsConversationsApart: true,
    async stop(toolset, calls) {
      const asked: AskedCall[] = [];
      const shown: string[] = [];
      const answer: ((yes: boolean) => void)[] = [];
      const transcript = new Promise<Transcript>((resolve, reject) => {
        const onApproval = (call: AskedCall) => {
          asked.push(call);
          shown.push(JSON.stringify(call.input));
          return new Promise<boolean>((decide) => answer.push(decide));
        };
        run({ toolset, script: [{ calls }, { text: "Done." }], onApproval }).then(resolve, reject);
      });
      const ended = transcript.then(() => Promise.reject(new Error("The run ended without a question.")));
      await Promise.race([ended, until(() => asked.length === calls.length)]);
      ended.catch(() => {});
      return {
        asked,
        shown: async () => shown,
        async direct() {
          const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
          return (await tool?.execute(asked[0]?.input, { callId: "call_1_1" }))?.text ?? "";
        },
        async resume(answers) {
          for (const [index, yes] of answers.entries()) answer[index]?.(yes);
          return (await transcript).answers;
        },
      };
    },
    async direct(toolset, input) {
      const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
      return (await tool?.execute(input, { approved: true, callId: "nobody-asked" }))?.text ?? "";
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** The transcript of a scripted model's run. */
export function transcriptOf(model: ScriptedModel, text: string): Transcript {
  return {
    offered: model.requests.map(({ tools }) => tools),
    answers: model.requests.at(-1)?.answers ?? [],
    text,
  };
}
