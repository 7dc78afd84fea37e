// The arguments of a script: from what a model sent to a command line.

import { SkillError } from "../base/errors.js";
import { isList } from "../base/is-list.js";
import { isRecord } from "../base/is-record.js";
import type { ScriptArguments } from "../base/skill.js";

/** How long a JSON text of arguments may be, in characters: more than any command line takes. */
const MAX_JSON_LENGTH = 1024 * 1024;

/** How much of a refused text an error message shows, in characters. */
const MAX_SHOWN_LENGTH = 80;

/**
 * The command-line arguments of a script, after its name. No shell quotes or splits them: each arrives as it is.
 *
 * A list is passed literally. A named argument becomes `--name value`: `true` gives `--name` alone, `false`, `null` and
 * `undefined` give nothing, a list repeats `--name value`, an object is written as JSON. A name that already begins
 * with `-`, such as `-v`, is left as it is.
 */
export function toCommandLine(args: ScriptArguments | undefined): string[] {
  if (args === undefined) return [];
  if (isList(args)) return args.map(String);
  return Object.entries(args).flatMap(([name, value]) => toFlag(name.startsWith("-") ? name : `--${name}`, value));
}

function toFlag(flag: string, value: unknown): string[] {
  if (value === true) return [flag];
  if (value === false || value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => toFlag(flag, item));
  return [flag, typeof value === "object" ? JSON.stringify(value) : String(value)];
}

/**
 * Reads the arguments that a model or a caller sent: a list, an object, a JSON string of either, or nothing
 * (`null`, `undefined`, an empty text). Numbers and booleans in a list become strings.
 *
 * @throws SkillError `invalid_input` for anything else, with what was expected
 */
export function parseScriptArguments(input: unknown): ScriptArguments | undefined {
  if (typeof input !== "string") return fromData(input);
  if (input.trim() === "") return undefined;
  if (input.length > MAX_JSON_LENGTH) throw tooLong(input.length);
  const data = parseJson(input);
  if (data === undefined || typeof data === "string") throw refused(`the text ${shown(input)}`, [input]);
  return fromData(data);
}

function fromData(data: unknown): ScriptArguments | undefined {
  if (data === null || data === undefined) return undefined;
  if (isList(data)) return data.map(toWord);
  if (isRecord(data)) return data;
  throw refused(`the ${typeof data} ${shown(String(data))}`, [String(data)]);
}

function toWord(item: unknown, index: number): string {
  if (typeof item === "string" || typeof item === "number" || typeof item === "boolean") return String(item);
  const kind = item === null ? "null" : Array.isArray(item) ? "a list" : `of type ${typeof item}`;
  throw refused(`a list whose item ${index + 1} is ${kind}`, ["--name", "value"]);
}

function refused(got: string, suggestion: readonly string[]): SkillError {
  const example = JSON.stringify(suggestion);
  const send = example.length > MAX_SHOWN_LENGTH ? "a list of strings" : example;
  return new SkillError(
    "invalid_input",
    `The script's args must be a list of strings such as ["--city", "Paris"], an object such as {"city": "Paris"}, or a JSON string of either, but got ${got}. Send ${send} instead.`,
  );
}

function tooLong(length: number): SkillError {
  return new SkillError(
    "invalid_input",
    `The script's args have ${length} characters; at most ${MAX_JSON_LENGTH} are read. Send less, or write the data into a file and send its path.`,
  );
}

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);
}

/** `undefined`, which no JSON text stands for, when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
