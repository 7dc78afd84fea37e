// Every error of Skillplug: the codes, the classes, and how anything that was thrown becomes one of them.

import { MAX_NAMES_IN_MESSAGE } from "../text/limits.js";
import { shownName } from "../text/shown-name.js";

/** What went wrong, as a stable code that a program can test. */
export type SkillErrorCode =
  | "invalid_skill"
  | "skill_not_found"
  | "resource_not_found"
  | "script_not_found"
  | "resource_load_failed"
  | "script_failed"
  | "script_timeout"
  | "script_not_started"
  | "aborted"
  | "denied"
  | "invalid_input"
  | "invalid_option"
  | "search_disabled"
  | "search_not_built"
  | "embed_failed"
  | "function_failed"
  | "source_failed"
  | "unsupported";

/** Details that every {@link SkillError} can carry. */
export interface SkillErrorOptions {
  /** The names that would have worked. The error keeps the first 20, each on one line of at most 64 characters. */
  readonly available?: readonly string[] | undefined;
  /** That of the available names which was most likely meant. Kept as it is shown. */
  readonly nearest?: string | undefined;
  readonly cause?: unknown;
}

// A brand each, since classes of two copies of this package are not the same, and names can be shortened by bundlers.
const anyError = Symbol.for("skillplug.error");
const validation = Symbol.for("skillplug.error.validation");
const skillNotFound = Symbol.for("skillplug.error.skill-not-found");
const resourceNotFound = Symbol.for("skillplug.error.resource-not-found");
const scriptNotFound = Symbol.for("skillplug.error.script-not-found");
const resourceLoad = Symbol.for("skillplug.error.resource-load");
const scriptExecution = Symbol.for("skillplug.error.script-execution");

function has(brand: symbol, error: unknown): boolean {
  return tryTo(() => typeof error === "object" && error !== null && brand in error, false);
}

/** Whatever is thrown can have getters, a `toString` or proxy traps that throw in turn. */
function tryTo<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/**
 * The base of every error of Skillplug. Each class has an `isInstance` of its own, which holds where two copies of core meet
 * and `instanceof` does not.
 */
export class SkillError extends Error {
  override readonly name: string = "SkillError";
  readonly code: SkillErrorCode;
  /** Names that would have worked, 20 at most and the nearest first, as messages show them: cut ones end with `…` and work too. */
  readonly available: readonly string[] | undefined;
  /** That of the available names which was most likely meant; absent where none is like it. */
  readonly nearest: string | undefined;
  readonly [anyError] = true;

  constructor(code: SkillErrorCode, message: string, options: SkillErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.available = options.available?.slice(0, MAX_NAMES_IN_MESSAGE).map(shownName);
    this.nearest = options.nearest === undefined ? undefined : shownName(options.nearest);
  }

  /** True for any Skillplug error, also one that comes from another copy of this package. */
  static isInstance(error: unknown): error is SkillError {
    return has(anyError, error);
  }
}

/** A SKILL.md or a name that breaks a rule of the format. */
export class SkillValidationError extends SkillError {
  override readonly name = "SkillValidationError";
  readonly [validation] = true;
  /** Which rule, in kebab-case: the code of the diagnostic that is made of it. */
  readonly reason: string;
  /** The line in the SKILL.md, from 1. */
  readonly line: number | undefined;

  constructor(
    message: string,
    options: SkillErrorOptions & { readonly reason?: string | undefined; readonly line?: number | undefined } = {},
  ) {
    super("invalid_skill", message, options);
    this.reason = options.reason ?? "invalid-skill";
    this.line = options.line;
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillValidationError {
    return has(validation, error);
  }
}

/** No skill has that name, several fit it, or the one that has it cannot be used. The message lists the names that exist when they are given. */
export class SkillNotFoundError extends SkillError {
  override readonly name = "SkillNotFoundError";
  readonly [skillNotFound] = true;
  constructor(skillName: string, options: EntryNotFoundOptions = {}) {
    super("skill_not_found", entryNotFound("Skill", skillName, "skills", options), options);
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillNotFoundError {
    return has(skillNotFound, error);
  }
}

/** No resource of the skill has that name, or several fit it. */
export class SkillResourceNotFoundError extends SkillError {
  override readonly name = "SkillResourceNotFoundError";
  readonly [resourceNotFound] = true;
  constructor(resourceName: string, options: EntryNotFoundOptions = {}) {
    super("resource_not_found", entryNotFound("Resource", resourceName, "resources", options), options);
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillResourceNotFoundError {
    return has(resourceNotFound, error);
  }
}

/** No script of the skill has that name, or several fit it. */
export class SkillScriptNotFoundError extends SkillError {
  override readonly name = "SkillScriptNotFoundError";
  readonly [scriptNotFound] = true;
  constructor(scriptName: string, options: EntryNotFoundOptions = {}) {
    super("script_not_found", entryNotFound("Script", scriptName, "scripts", options), options);
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillScriptNotFoundError {
    return has(scriptNotFound, error);
  }
}

/** Details of a skill, resource or script that was not found. */
export interface EntryNotFoundOptions extends SkillErrorOptions {
  /** True when each of the `available` names fits. */
  readonly ambiguous?: boolean | undefined;
  /** Where else it is to be had, as a sentence. */
  readonly advice?: string | undefined;
  /** Why it is there and cannot be used, as a sentence in place of the names that exist. */
  readonly unusable?: string | undefined;
}

/** The resource exists but could not be read: refused, too large, or its function threw (`function_failed`, with the cause). */
export class SkillResourceLoadError extends SkillError {
  override readonly name = "SkillResourceLoadError";
  readonly [resourceLoad] = true;
  constructor(
    message: string,
    options: SkillErrorOptions & { readonly code?: "resource_load_failed" | "function_failed" | undefined } = {},
  ) {
    super(options.code ?? "resource_load_failed", message, options);
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillResourceLoadError {
    return has(resourceLoad, error);
  }
}

/** The script did not start, failed, ran out of time or was ended, or its function threw (`function_failed`, with the cause). */
export class SkillScriptExecutionError extends SkillError {
  override readonly name = "SkillScriptExecutionError";
  readonly [scriptExecution] = true;
  constructor(
    message: string,
    options: SkillErrorOptions & {
      readonly code?:
        | "script_failed"
        | "script_timeout"
        | "script_not_started"
        | "function_failed"
        | "aborted"
        | undefined;
    } = {},
  ) {
    super(options.code ?? "script_failed", message, options);
  }

  /** True for an error of this class, also one that comes from another copy of this package. */
  static override isInstance(error: unknown): error is SkillScriptExecutionError {
    return has(scriptExecution, error);
  }
}

function notFound(
  kind: string,
  name: string,
  plural: string,
  available: readonly string[] | undefined,
  advice?: string,
): string {
  const message = `${kind} '${shownName(name)}' not found${advice ? `. ${advice.replace(/\.$/, "")}` : ""}`;
  if (available === undefined) return message;
  if (available.length === 0) return `${message}. There are no ${plural}.`;
  return `${message}. Available ${plural}: ${listed(available)}.`;
}

function entryNotFound(kind: string, name: string, plural: string, options: EntryNotFoundOptions): string {
  const { available = [], ambiguous, unusable } = options;
  if (unusable !== undefined) return `${kind} '${shownName(name)}' cannot be used: ${unusable}`;
  const whole = plural === "skills" ? "name" : "path";
  if (ambiguous)
    return `${kind} '${shownName(name)}' fits several ${plural}: ${listed(available)}. Give the whole ${whole}.`;
  return notFound(kind, name, plural, options.available, options.advice);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES_IN_MESSAGE).map(shownName).join(", ");
  const more = names.length - MAX_NAMES_IN_MESSAGE;
  return `${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return tryTo(() => String(error instanceof Error ? error.message : error), "something was thrown that has no text");
}

/** The code of anything that was thrown. */
export function codeOf(error: unknown): SkillErrorCode {
  if (SkillError.isInstance(error)) return error.code;
  // What ends by its signal rejects with the signal's own reason, which is no error of ours.
  return isAbort(error) ? "aborted" : "function_failed";
}

function isAbort(error: unknown): boolean {
  return tryTo(() => error instanceof Error && error.name === "AbortError", false);
}

/**
 * What is thrown on when something failed that others wrote, be it a function of the program or a source: errors of ours and
 * aborts as they are, anything else as the cause of an error that says whose it is.
 *
 * @param signal of the call: its reason, whatever that is, is an abort
 */
export function failureOf(
  what: string,
  error: unknown,
  code: "function_failed" | "source_failed",
  signal?: AbortSignal | undefined,
): unknown {
  const isReason = signal?.aborted === true && error === signal.reason;
  if (SkillError.isInstance(error) || isAbort(error) || isReason) return error;
  return new SkillError(code, `${what}: ${messageOf(error)}`, { cause: error });
}
