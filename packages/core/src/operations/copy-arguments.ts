// Copies the arguments of a script, so that nobody changes them between the question and the run.

import { SkillError } from "../base/errors.js";
import { isList } from "../base/is-list.js";
import { isRecord } from "../base/is-record.js";
import type { ScriptArguments } from "../base/skill.js";

/** How deep arguments may be nested. */
const MAX_DEPTH = 100;

/**
 * A frozen copy of lists and plain objects. Other objects, such as a `Date` that a program hands to a function of its own, stay
 * what they are.
 *
 * @throws SkillError `invalid_input` when they are nested deeper than 100 levels
 */
export function copyArguments(args: ScriptArguments | undefined): ScriptArguments | undefined {
  return copy(args, Object.freeze, 0) as ScriptArguments | undefined;
}

/** A copy of {@link copyArguments} that may be changed: functions have always been given objects of their own. */
export function thawArguments(args: ScriptArguments): ScriptArguments {
  return copy(args, (value) => value, 0) as ScriptArguments;
}

function copy(value: unknown, finish: (value: object) => object, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw tooDeep();
  if (isList(value)) return finish(Array.from(value, (item) => copy(item, finish, depth + 1)));
  if (!isPlain(value)) return value;
  return finish(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, finish, depth + 1)])));
}

/** Whether a value is what JSON can hold, and nothing else: only that can be shown to a person and compared later. */
export function isJsonData(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value !== "object") return false;
  if (isList(value)) return value.every(isJsonData);
  return isPlain(value) && Object.values(value).every(isJsonData);
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return isRecord(value) && (prototype === null || prototype === Object.prototype);
}

function tooDeep(): SkillError {
  const message = `The script's args are nested deeper than ${MAX_DEPTH} levels. Send a list of strings, or a flat object.`;
  return new SkillError("invalid_input", message);
}
