// Scripts that one toolset hands on to another: where they come from, and how the other's approval reaches them.

import type { ToolCallOptions } from "../base/tool.js";

/** Where a script comes from that another toolset has loaded. */
export interface ScriptOrigin {
  /** The same object for all scripts of one skill. */
  readonly skill: object;
  /** Whether the toolset that it comes from trusts it. */
  readonly trusted: boolean;
  /** Whether that toolset asks somebody before it runs. */
  readonly gated: boolean;
  /** SHA-256 of the skill that it belongs to, as it is now. */
  digest(signal: AbortSignal | undefined): Promise<string>;
}

/** Both are known to this module alone, so that nothing outside can say where a script comes from, or that it was approved. */
const origins = new WeakMap<object, ScriptOrigin>();
const grants = new WeakMap<ToolCallOptions, string>();

/** Notes where the function comes from that runs a script. */
export function setOrigin<Run extends object>(run: Run, origin: ScriptOrigin | undefined): Run {
  if (origin) origins.set(run, origin);
  return run;
}

/** Where a script comes from, by the function that runs it; `undefined` for one of the program's own. */
export function originOf(run: object | undefined): ScriptOrigin | undefined {
  return run && origins.get(run);
}

/**
 * The options of a call that carry an approval to the toolset that a script was handed on by. It counts for these very options
 * and not for a copy of them, and once.
 *
 * @param digest of the skill that was approved, as {@link ScriptOrigin.digest} told it
 */
export function withGrant(options: ToolCallOptions, digest: string): ToolCallOptions {
  const granted = { ...options };
  grants.set(granted, digest);
  return granted;
}

/** Takes the approval of {@link withGrant} out of the options: the digest that was approved. */
export function takeGrant(options: ToolCallOptions | undefined): string | undefined {
  const digest = options && grants.get(options);
  if (options) grants.delete(options);
  return digest;
}
