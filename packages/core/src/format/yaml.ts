// YAML as front matter needs it: a small schema, limits, repairs of unquoted values, and writing.

import { DEFAULT_SCHEMA, dump, FAILSAFE_SCHEMA, load, Type, YAMLException } from "js-yaml";
import { SkillValidationError } from "../base/errors.js";
import type { FrontMatter, FrontMatterValue } from "../base/skill.js";
import { repairYaml, type YamlRepair } from "./repair-yaml.js";
import { adviceFor } from "./yaml-advice.js";

/** How many values one front matter may hold; aliases count each time they are used. */
const MAX_VALUES = 10_000;
/** How many characters its keys and values may have together; what an alias stands for counts each time it is used. */
const MAX_CHARACTERS = 256 * 1024;
/** How deep values may nest. */
const MAX_DEPTH = 32;
/** How many values a retry may put in quotes. */
const MAX_REPAIRS = 8;

/** Keys that mean something to JavaScript or to YAML's merge, never to a skill. */
export const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype", "<<"]);

/** Types are taken from the text only where they lose nothing: `300` is a number, `1.10` and `007` stay what was written. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    new Type("tag:yaml.org,2002:null", {
      kind: "scalar",
      resolve: (text: unknown) => text === null || text === "" || text === "~" || text === "null",
      construct: () => null,
    }),
    new Type("tag:yaml.org,2002:bool", {
      kind: "scalar",
      resolve: (text: unknown) => text === "true" || text === "false",
      construct: (text: string) => text === "true",
    }),
    new Type("tag:yaml.org,2002:float", {
      kind: "scalar",
      resolve: (text: unknown) => typeof text === "string" && NUMBER.test(text) && String(Number(text)) === text,
      construct: Number,
    }),
  ],
});

/**
 * Parses the YAML of a front matter into frozen data without prototypes.
 * A top-level value that breaks the syntax, mostly by an unquoted `: ` or quotes within quotes, is read as if it stood in quotes, and reported.
 *
 * @throws SkillValidationError with the reason and the line
 */
export function parseYaml(text: string): { data: FrontMatter; repairs: readonly YamlRepair[] } {
  const repairs: YamlRepair[] = [];
  let source = text;
  for (;;) {
    try {
      return { data: toFrontMatter(load(source, { schema })), repairs };
    } catch (error) {
      const repaired = repairs.length < MAX_REPAIRS ? repairOf(source, error) : undefined;
      if (!repaired) throw toValidationError(error);
      repairs.push(repaired.repair);
      source = repaired.text;
    }
  }
}

/** Writes front matter as YAML that every YAML 1.1 or 1.2 reader takes for the same data. Ends with a newline unless there are no fields. */
export function stringifyYaml(data: Readonly<Record<string, unknown>>): string {
  if (Object.keys(data).length === 0) return "";
  return dump(data, { schema: DEFAULT_SCHEMA, lineWidth: -1, noRefs: true });
}

function repairOf(text: string, error: unknown): ReturnType<typeof repairYaml> {
  // What nests so deeply is no text that somebody forgot to put in quotes.
  if (!(error instanceof YAMLException) || error.reason?.includes("nesting exceeded")) return undefined;
  return repairYaml(text, error.mark?.line ?? 0, isValidYaml);
}

function isValidYaml(text: string): boolean {
  try {
    load(text, { schema });
    return true;
  } catch {
    return false;
  }
}

function toValidationError(error: unknown): SkillValidationError {
  if (error instanceof SkillValidationError) return error;
  const yamlError = error instanceof YAMLException ? error : undefined;
  const reason = yamlError?.reason ?? "it could not be read";
  return new SkillValidationError(`The front matter is not valid YAML: ${reason}. ${adviceFor(reason)}`, {
    reason: "front-matter-yaml",
    line: (yamlError?.mark?.line ?? 0) + 1,
    cause: error,
  });
}

function toFrontMatter(value: unknown): FrontMatter {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const found =
      value === null || value === undefined ? "nothing" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
    throw new SkillValidationError(
      `The front matter must be a map of fields such as "name: my-skill", but it is ${found}.`,
      {
        reason: "front-matter-not-a-map",
        line: 1,
      },
    );
  }
  let count = 0;
  let characters = 0;
  const spend = (text: string): void => {
    characters += text.length;
    if (characters > MAX_CHARACTERS)
      throw tooLarge(`more than ${MAX_CHARACTERS} characters, counted each time an alias is used`);
  };
  const copy = (node: unknown, depth: number): FrontMatterValue => {
    count += 1;
    if (count > MAX_VALUES || depth > MAX_DEPTH) {
      throw tooLarge(`more than ${MAX_VALUES} values or nests deeper than ${MAX_DEPTH}`);
    }
    if (typeof node === "string") spend(node);
    if (Array.isArray(node)) return Object.freeze(node.map((item) => copy(item, depth + 1)));
    if (typeof node === "object" && node !== null) return copyMap(node, depth);
    return typeof node === "string" || typeof node === "number" || typeof node === "boolean" ? node : null;
  };
  const copyMap = (map: object, depth: number): FrontMatter => {
    const result: Record<string, FrontMatterValue> = Object.create(null);
    for (const [key, item] of Object.entries(map)) {
      spend(key);
      if (FORBIDDEN_KEYS.has(key)) {
        throw new SkillValidationError(`The front matter must not use the key "${key}".`, {
          reason: "front-matter-key",
          line: 1,
        });
      }
      result[key] = copy(item, depth + 1);
    }
    return Object.freeze(result);
  };
  return copyMap(value, 0);
}

function tooLarge(what: string): SkillValidationError {
  return new SkillValidationError(`The front matter holds ${what}. Move data into a file of the skill.`, {
    reason: "front-matter-too-large",
    line: 1,
  });
}
