// What an adapter gives to the contract: how its framework runs an agent.
import type { JsonObjectSchema, SkillsToolset } from "@skillplug/core";
import type { OfferedTool, ScriptedModel, ScriptStep, ToolAnswer } from "../models/scripted-model.js";

/** A tool of the user's own, to be put beside the skill tools. */
export interface UserTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  execute(input: unknown): string;
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
  readonly onApproval?: ((call: { readonly tool: string; readonly input: unknown }) => boolean) | undefined;
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
    /** Whether it stops to ask a person before a call that needs it, and goes on from there. */
    readonly approval: boolean;
    /** Whether a call whose arguments are no JSON reaches the tool. Where not, the framework ends the run by itself. */
    readonly brokenJson: boolean;
  };
  /** Runs the script to its end. May reject when it is aborted. */
  run(run: AdapterRun): Promise<Transcript>;
}

/** The transcript of a scripted model's run. */
export function transcriptOf(model: ScriptedModel, text: string): Transcript {
  return {
    offered: model.requests.map(({ tools }) => tools),
    answers: model.requests.at(-1)?.answers ?? [],
    text,
  };
}
