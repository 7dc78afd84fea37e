// The arguments of a script: from what a model sent to a command line.

import { messageOf, SkillError } from "../base/errors.js";
import { isList } from "../base/is-list.js";
import { isRecord } from "../base/is-record.js";
import type { ScriptArguments } from "../base/skill.js";
import { splitWords } from "./split-words.js";

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
  const words: string[] = [];
  let room = MAX_COMMAND_LINE;
  const add = (word: string): void => {
    room -= word.length + WORD_COST;
    if (room < 0) throw tooManyWords();
    words.push(word);
  };
  for (const [name, value] of Object.entries(args)) addFlag(name.startsWith("-") ? name : `--${name}`, value, add);
  return words;
}

/**
 * What all words may have together, in characters: more than any system takes. A name of a hundred kilobytes is a word of its own
 * for each of its values, and the command line of a megabyte of JSON would take the memory of the machine.
 */
const MAX_COMMAND_LINE = 6 * 2 ** 20;

/** What the system counts for each word besides: where it lies, and its end. */
const WORD_COST = 9;

function addFlag(flag: string, value: unknown, add: (word: string) => void): void {
  if (value === false || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) addFlag(flag, item, add);
    return;
  }
  add(flag);
  if (value !== true) add(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** What is taken, in the words of an error. */
const SCRIPT_FORMS = `The script's args must be a list of strings such as ["--city", "Paris"], an object such as {"city": "Paris"}, or a JSON string of either`;
const RESOURCE_FORMS = `The resource's args must be an object such as {"city": "Paris"}, or a JSON string of one`;

/**
 * Reads the arguments that a model or a caller sent: a list, an object, a JSON string of either, or nothing
 * (`null`, `undefined`, an empty text). Numbers and booleans in a list become strings.
 *
 * @throws SkillError `invalid_input` for anything else, with what was expected
 */
export function parseScriptArguments(input: unknown): ScriptArguments | undefined {
  const data = readData(input, SCRIPT_FORMS);
  if (data === undefined || isRecord(data)) return data;
  if (isList(data)) return data.map(toWord);
  throw refused(SCRIPT_FORMS, `${described(data)}. Send ${suggestionFor(data)} instead`);
}

/** The words of a text, as a shell splits them: it is mostly a part of a command line. */
function suggestionFor(data: unknown): string {
  const whole = JSON.stringify([String(data)]);
  if (whole.length > MAX_SHOWN_LENGTH) return "a list of strings";
  const words = typeof data === "string" ? splitWords(data) : [];
  return words.length > 1 ? `${JSON.stringify(words)}, or ${whole} where that is one word,` : whole;
}

/**
 * Reads the arguments of a resource: an object, its JSON string, or nothing. An empty list is nothing too.
 *
 * @throws SkillError `invalid_input` for anything else, with what was expected
 */
export function parseResourceArguments(input: unknown): Readonly<Record<string, unknown>> | undefined {
  const data = readData(input, RESOURCE_FORMS);
  if (data === undefined || isRecord(data)) return data;
  if (isList(data) && data.length === 0) return undefined;
  throw refused(RESOURCE_FORMS, described(data));
}

/** What a JSON text stands for; `undefined` for nothing. A text that is no JSON, and does not begin like it, is itself. */
function readData(input: unknown, forms: string): unknown {
  if (typeof input !== "string") return input ?? undefined;
  if (input.trim() === "") return undefined;
  if (input.length > MAX_JSON_LENGTH) throw tooLong(input.length);
  try {
    const data: unknown = JSON.parse(input);
    return typeof data === "string" ? input : (data ?? undefined);
  } catch (error) {
    if (/^\s*[[{]/.test(input)) throw refused(forms, `a text that is not valid JSON (${messageOf(error)})`);
    return input;
  }
}

function toWord(item: unknown, index: number): string {
  if (typeof item === "string" || typeof item === "number" || typeof item === "boolean") return String(item);
  const kind = item === null ? "null" : Array.isArray(item) ? "a list" : `of type ${typeof item}`;
  throw refused(SCRIPT_FORMS, `a list whose item ${index + 1} is ${kind}`);
}

function described(data: unknown): string {
  if (isList(data)) return "a list";
  return `the ${typeof data === "string" ? "text" : typeof data} ${shown(String(data))}`;
}

function refused(forms: string, got: string): SkillError {
  return new SkillError("invalid_input", `${forms}, but got ${got}.`);
}

function tooLong(length: number): SkillError {
  return new SkillError(
    "invalid_input",
    `The args have ${length} characters; at most ${MAX_JSON_LENGTH} are read. Send less, or write the data into a file and send its path.`,
  );
}

function tooManyWords(): SkillError {
  const message =
    "The script's args make more words than a command line takes: a list repeats the name before each of its values. Send less, or write the data into a file and send its path.";
  return new SkillError("invalid_input", message);
}

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);
}
