// Copies the arguments of a script, so that nobody changes them between the question and the run.

import { SkillError } from "../base/errors.js";
import { isList } from "../base/is-list.js";
import { isRecord } from "../base/is-record.js";
import type { ScriptArguments } from "../base/skill.js";

/** How deep arguments may be nested. */
const MAX_DEPTH = 100;

/** How many fields one object may have: with more, each of them costs many times as much. */
const MAX_FIELDS = 10_000;

/** How many fields, lists and objects there may be in all. */
const MAX_PARTS = 200_000;

/**
 * A frozen copy of lists and plain objects. Other objects, such as a `Date` that a program hands to a function of its own, stay
 * what they are.
 *
 * @throws SkillError `invalid_input` when they are neither a list nor an object, are nested deeper than 100 levels, or are so many
 *   that copying them would hold the process
 */
export function copyArguments(args: ScriptArguments | undefined): ScriptArguments | undefined {
  // From JavaScript anything can come, and the letters of a text would be words of their own.
  if (args !== undefined && (typeof args !== "object" || args === null)) {
    throw refused(
      `are ${args === null ? "null" : `a ${typeof args}`}, and have to be a list of words or an object of named ones`,
    );
  }
  return copy(args, Object.freeze, 0, { parts: 0 }) as ScriptArguments | undefined;
}

/** A copy of {@link copyArguments} that may be changed: functions have always been given objects of their own. */
export function thawArguments(args: ScriptArguments): ScriptArguments {
  return copy(args, (value) => value, 0, { parts: 0 }) as ScriptArguments;
}

function copy(value: unknown, finish: (value: object) => object, depth: number, counted: { parts: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw refused(`are nested deeper than ${MAX_DEPTH} levels`);
  const copyInside = (item: unknown) => copy(item, finish, depth + 1, counted);
  if (isList(value)) {
    count(counted, 1);
    return finish(Array.from(value, copyInside));
  }
  if (!isPlain(value)) return value;
  const names = Object.keys(value);
  if (names.length > MAX_FIELDS) throw refused(`have more than ${MAX_FIELDS} fields in one object`);
  count(counted, 1 + names.length);
  return finish(Object.fromEntries(names.map((name) => [name, copyInside(value[name])])));
}

function count(counted: { parts: number }, more: number): void {
  counted.parts += more;
  if (counted.parts > MAX_PARTS) throw refused(`have more than ${MAX_PARTS} fields, lists and objects`);
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

function refused(why: string): SkillError {
  const message = `The script's args ${why}. Send a list of strings, or a flat object.`;
  return new SkillError("invalid_input", message);
}
