// What a tool is: the contract between core and every adapter.

import type { ApprovalRequest } from "./approval-request.js";
import type { SkillErrorCode } from "./errors.js";

/** The names of the five tools, in the order in which they are offered. */
export const TOOL_NAMES = [
  "list_skills",
  "search_skills",
  "load_skill",
  "read_skill_resource",
  "run_skill_script",
] as const;

/** The name of one of the five tools. */
export type ToolName = (typeof TOOL_NAMES)[number];

/** JSON Schema of an object. A type alias with mutable arrays, on purpose: it fits every provider's and framework's type without a cast. */
export type JsonObjectSchema = {
  type: "object";
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties?: boolean;
};

/** One part of an answer that is more than a text. `data` is base64. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mediaType: string }
  | { type: "file"; data: string; mediaType: string; name?: string };

/** What a caller hands to one tool call. */
export interface ToolCallOptions {
  /** Ends the call; what was started for it is ended too. */
  readonly signal?: AbortSignal | undefined;
  /** The framework's run context, passed on to functions and approvals unchanged. */
  readonly context?: unknown;
  /**
   * The id of this call, as the framework or the model's provider knows it: under it the request for an approval is remembered
   * between the question and the run. Read only with `approvalBy: "framework"`.
   */
  readonly callId?: string | undefined;
  /**
   * What a person has answered about this call: `false` is a refusal. `true` alone runs nothing: it counts once, together with
   * the request that {@link SkillTool.requestApproval} remembers under {@link ToolCallOptions.callId}. Read only with
   * `approvalBy: "framework"`. @default the answer that `requestApproval` was told of; without one, nothing runs
   */
  readonly approved?: boolean | undefined;
  /** Receives what a script prints, while it runs, and where: to stdout when that is absent. */
  readonly onOutput?: ((chunk: string, stream?: "stdout" | "stderr") => void) | undefined;
  /** The folder in which the script of this call runs; a relative path begins at this process's. @default the toolset's option */
  readonly workFolder?: string | undefined;
  /** What the script reads from its standard input, at most 1,000,000 characters. @default nothing: it is empty */
  readonly stdin?: string | undefined;
}

/** The options of a call with its run context, which can stand beside them: then it wins over theirs. */
export function withContext(options: ToolCallOptions | undefined, context: unknown): ToolCallOptions {
  return { ...options, context: context ?? options?.context };
}

/** What a tool call comes to. A failure is data, with a text that the model can act on. */
export type ToolResult =
  | {
      ok: true;
      /** What the model reads. */
      text: string;
      /** The same answer with images or files, for frameworks that can carry them. */
      content?: readonly ContentPart[] | undefined;
      /** The same answer for a program. */
      data?: unknown;
    }
  | {
      ok: false;
      text: string;
      error: { code: SkillErrorCode; message: string; available?: readonly string[] | undefined };
    };

/** The call that an approval is requested for. */
export interface ApprovalCall extends Pick<ToolCallOptions, "callId" | "context" | "signal" | "workFolder" | "stdin"> {
  /**
   * What a person has answered to the question that waits under this id, where the framework asks again whether it had to ask.
   * Nothing new is remembered then: `true` makes the question an answered one, `false` forgets it. @default nobody has answered
   */
  readonly answer?: boolean | undefined;
}

/** One of the five tools: the one abstraction that every adapter maps. */
export interface SkillTool {
  readonly name: ToolName;
  readonly description: string;
  /** Plain JSON Schema. */
  readonly inputSchema: JsonObjectSchema;
  /** True when a call changes nothing outside. */
  readonly readOnly: boolean;
  /**
   * Resolves to what the framework has to ask a person about before this call; to `undefined` when nobody has to be asked, and
   * where nobody can be: for input that can never run, and when the store of `approvals` fails. `execute` under the same id then
   * runs nothing and answers why. A tool that never needs an approval has no such method.
   *
   * The request is remembered under the call's id, for `execute` to compare with what would run then. Asked again about the same
   * run, it is the same question. When another run is asked about under the id of one that waits, no answer counts for either.
   *
   * @throws SkillError `aborted` when the signal fires
   */
  requestApproval?(input: unknown, call?: ApprovalCall): Promise<ApprovalRequest | undefined>;
  /**
   * Validates the input and does the work. Never rejects for what a model can cause.
   *
   * @param input an object, or the same as a JSON string; `null` and `undefined` count as `{}`
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolResult>;
}

/** What every adapter takes. An interface and not the class, so that two copies of core still fit. */
export interface SkillTools {
  getTools(): Promise<readonly SkillTool[]>;
}
