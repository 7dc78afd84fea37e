// What options may be, and the one check of them: misspelt names, and values that nobody meant, from callers without types.

import { distance } from "fastest-levenshtein";
import { shownName } from "../text/shown-name.js";
import { SkillError } from "./errors.js";
import { isList } from "./is-list.js";
import { isRecord } from "./is-record.js";

/** The longest time that a timer can wait for, in milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** In characters. Names of options are shorter, and what comes from callers without types can be long. */
const MAX_COMPARED = 40;

/** What the value of one option may be. */
export interface OptionRule {
  /** In words, after "must be". */
  readonly expected: string;
  accepts(value: unknown): boolean;
  /** What is wrong with a value, where more can be told than what it is. */
  fault?(value: unknown): string | undefined;
  /** The words that would do, where there are only a few. */
  readonly words?: readonly string[] | undefined;
  /** The parts of {@link OptionRule.expected}, where it is one of several. */
  readonly parts?: readonly string[] | undefined;
}

/** A rule for each option that there is: one that is forgotten does not compile. */
export type OptionRules<Options extends object> = { readonly [Name in keyof Options]-?: OptionRule };

export const anything: OptionRule = { expected: "anything", accepts: () => true };
export const aBoolean: OptionRule = { expected: "true or false", accepts: (value) => typeof value === "boolean" };
export const aText: OptionRule = { expected: "a text", accepts: (value) => typeof value === "string" };
export const aPath: OptionRule = {
  expected: "the path of a folder",
  accepts: (value) => typeof value === "string" && value !== "",
};
export const aPathOrUrl: OptionRule = {
  expected: "the path of a folder or its file: URL",
  accepts: (value) => aPath.accepts(value) || (value instanceof URL && value.protocol === "file:"),
};
export const aFunction: OptionRule = { expected: "a function", accepts: (value) => typeof value === "function" };
export const aRecord: OptionRule = { expected: "an object", accepts: isRecord };

/** One of a closed set of values. */
export function oneOf(...values: readonly (string | boolean)[]): OptionRule {
  const parts = values.map((value) => JSON.stringify(value));
  const accepts = (value: unknown) => values.some((one) => one === value);
  return { expected: orList(parts), accepts, words: values.map(String), parts };
}

export const aboveZero: OptionRule = {
  expected: "a number above 0",
  accepts: (value) => typeof value === "number" && value > 0,
};

export function numberFrom(smallest: number, largest: number): OptionRule {
  const accepts = (value: unknown) => typeof value === "number" && value >= smallest && value <= largest;
  return { expected: `a number ${range(smallest, largest)}`, accepts };
}

/** @param largest `Infinity` where there is no limit; then that is a value too */
export function wholeNumber(smallest: number, largest: number): OptionRule {
  const accepts = (value: unknown) =>
    typeof value === "number" &&
    (Number.isInteger(value) || value === largest) &&
    value >= smallest &&
    value <= largest;
  return { expected: `a whole number ${range(smallest, largest)}`, accepts };
}

function range(smallest: number, largest: number): string {
  return largest === Number.POSITIVE_INFINITY ? `from ${smallest} on` : `from ${smallest} to ${largest}`;
}

/** @param expected names the items, such as "a list of paths" */
export function listOf(item: OptionRule, expected: string): OptionRule {
  const isWrong = (one: unknown) => !item.accepts(one);
  const fault = (value: unknown) => (isList(value) ? `has ${describe(value.find(isWrong))} in it` : undefined);
  return { expected, accepts: (value) => isList(value) && !value.some(isWrong), fault, words: item.words };
}

/** @param expected names the values, such as "an object of texts" */
export function recordOf(item: OptionRule, expected: string): OptionRule {
  return { expected, accepts: (value) => isRecord(value) && Object.values(value).every((one) => item.accepts(one)) };
}

/** An object that has these methods, whatever else it has. */
export function withMethods(what: string, ...methods: readonly string[]): OptionRule {
  const missingIn = (value: Readonly<Record<string, unknown>>) =>
    methods.filter((method) => typeof value[method] !== "function");
  return {
    expected: `${what} with the ${methods.length === 1 ? "method" : "methods"} ${andList(methods)}`,
    accepts: (value) => isRecord(value) && missingIn(value).length === 0,
    fault: (value) => (isRecord(value) ? `has no ${orList(missingIn(value))}` : undefined),
  };
}

/** What one of the rules accepts. */
export function either(...rules: readonly OptionRule[]): OptionRule {
  return {
    expected: orList(rules.flatMap(({ expected, parts }) => parts ?? [expected])),
    accepts: (value) => rules.some((rule) => rule.accepts(value)),
  };
}

/**
 * Holds options against their rules. What is `undefined` is absent.
 *
 * @param place whose options they are, such as `loadSkills`
 * @param elsewhere what to write instead of a name that is an option of something else
 * @throws SkillError `invalid_option` for a name that there is not, with the nearest one, and for a value that none of them takes
 */
export function checkOptions<Options extends object>(
  place: string,
  options: Options,
  rules: OptionRules<Options>,
  elsewhere: Readonly<Record<string, string>> = {},
): void {
  if (!isRecord(options))
    throw new SkillError("invalid_option", `The options of ${place} must be an object, but are ${describe(options)}.`);
  const known = new Map<string, OptionRule>(Object.entries(rules));
  for (const [name, value] of Object.entries(options)) {
    const rule = known.get(name);
    if (rule === undefined) throw unknownOption(place, name, [...known.keys()], elsewhere);
    if (value === undefined || rule.accepts(value)) continue;
    const fault = rule.fault?.(value) ?? `is ${describe(value)}`;
    const message = `The option ${name} of ${place} must be ${rule.expected}, but ${fault}.`;
    throw new SkillError("invalid_option", message, { available: rule.words });
  }
}

/** A value as an error tells it: on one line, and never whole where it is long. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shownName(value));
  if (typeof value === "function") return "a function";
  if (isList(value)) return `a list of ${value.length}`;
  if (!isRecord(value)) return String(value);
  const names = Object.keys(value).slice(0, 5).map(shownName);
  return names.length === 0 ? "an object without fields" : `an object with ${andList(names)}`;
}

function unknownOption(
  place: string,
  name: string,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>>,
): SkillError {
  const shown = shownName(name);
  const instead = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  const written = name.slice(0, MAX_COMPARED).toLowerCase();
  const edits = (option: string) => distance(written, option.toLowerCase());
  const nearest = known.toSorted((a, b) => edits(a) - edits(b))[0];
  const isNear = nearest !== undefined && edits(nearest) <= Math.max(2, nearest.length / 3);
  const advice = instead ?? (isNear ? `Did you mean ${nearest}?` : `It takes ${andList(known)}.`);
  return new SkillError("invalid_option", `${place} has no option ${shown}. ${advice}`, { available: known });
}

function orList(words: readonly string[]): string {
  return joined(words, "or");
}

function andList(words: readonly string[]): string {
  return joined(words, "and");
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
