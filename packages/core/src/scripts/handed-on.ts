// Skills and scripts that one toolset hands on to another: where they come from, and how the other's approval reaches them.

import type { ToolCallOptions } from "../base/tool.js";

/** Where a skill or a script comes from that another toolset has loaded. */
export interface ScriptOrigin {
  /** The same object for all scripts of one skill. */
  readonly skill: object;
  /** Whether the toolset that it comes from trusts it. */
  readonly trusted: boolean;
  /** Whether that toolset asks somebody before it runs. */
  readonly gated: boolean;
  /** SHA-256 of the skill that it belongs to, as it is now. */
  digest(signal: AbortSignal | undefined): Promise<string>;
  /**
   * The folders of this disk in which the skill's files lie, without symlinks.
   *
   * @throws what a source throws that cannot tell
   */
  folders(): readonly string[];
}

/** What a toolset passes on with a call of a script that was handed to it. */
export interface Grant {
  /** Of the skill that was approved, as {@link ScriptOrigin.digest} told it; `undefined` where nobody had to be asked. */
  readonly digest: string | undefined;
  /** Whether that toolset trusts the skill. */
  readonly trusted: boolean;
}

/** Both are known to this module alone, so that nothing outside can say where a script comes from, or that it was approved. */
const origins = new WeakMap<object, ScriptOrigin>();
const grants = new WeakMap<ToolCallOptions, Grant>();

/** Notes where a skill comes from, or a script: what a source lists of it, and the function that runs it. */
export function setOrigin<Handed extends object>(handed: Handed, origin: ScriptOrigin | undefined): Handed {
  if (origin) origins.set(handed, origin);
  return handed;
}

/** Where a skill comes from, or a script, or the function that runs it; `undefined` for one of the program's own. */
export function originOf(handed: object | undefined): ScriptOrigin | undefined {
  return handed && origins.get(handed);
}

/**
 * The options of a call that carry an approval to the toolset that a script was handed on by. It counts for these very options
 * and not for a copy of them, and once.
 */
export function withGrant(options: ToolCallOptions, grant: Grant): ToolCallOptions {
  const granted = { ...options };
  grants.set(granted, grant);
  return granted;
}

/** Takes what {@link withGrant} put there out of the options. */
export function takeGrant(options: ToolCallOptions | undefined): Grant | undefined {
  const grant = options && grants.get(options);
  if (options) grants.delete(options);
  return grant;
}
