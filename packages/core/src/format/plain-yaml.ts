// The fast path for front matter: plain `key: text` lines, without a YAML parser.

import type { FrontMatter, FrontMatterValue } from "../base/skill.js";
import { FORBIDDEN_KEYS } from "./yaml.js";

/** White space other than spaces, and what a YAML parser could refuse. */
const UNUSUAL = /[^\S\n ]|[^\n\x20-\x7E\xA0-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ENTRY = /^([A-Za-z_][\w-]*):(?= |\n)(.*)$/s;
/** A text in quotes, with neither escapes nor its own quotes in it. */
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;
/** A text that is no number, begins like a word, and holds no `: ` and no ` #`. */
const PLAIN = /^(?!(?:null|true|false|\d+(?:\.\d+)?)$)[^\s~+.<=?:,[\]{}#&*!|>'"%@`-](?:[^:#]|:(?=[^ ])|(?<! )#)*$/;

/**
 * Reads the front matter that most skills have: lines `key: text`, with or without quotes, and maps of such lines.
 * Whatever it accepts, a YAML parser reads as the same data.
 *
 * @returns `undefined` for all that a parser should read
 */
export function parsePlainYaml(text: string): FrontMatter | undefined {
  const source = text.replaceAll("\r\n", "\n");
  if (UNUSUAL.test(source) || !source.endsWith("\n")) return undefined;
  return readEntries(source.slice(0, -1).split(/\n(?! )/), (value) => readText(value) ?? readMap(value));
}

function readEntries(
  entries: readonly string[],
  read: (value: string) => FrontMatterValue | undefined,
): FrontMatter | undefined {
  const fields: Record<string, FrontMatterValue> = Object.create(null);
  for (const entry of entries) {
    const [, key = "", rest = ""] = ENTRY.exec(entry) ?? [];
    if (key === "" || key in fields || FORBIDDEN_KEYS.has(key)) return undefined;
    const value = read(rest);
    if (value === undefined) return undefined;
    fields[key] = value;
  }
  return Object.freeze(fields);
}

function readText(value: string): string | undefined {
  if (value.includes("\n")) return undefined;
  const text = value.trim();
  const [, double, single] = QUOTED.exec(text) ?? [];
  return double ?? single ?? (PLAIN.test(text) ? text : undefined);
}

/** A map stands below its key, each line of it indented alike. */
function readMap(value: string): FrontMatter | undefined {
  const [, indent] = /^ *\n( +)/.exec(value) ?? [];
  if (indent === undefined) return undefined;
  return readEntries(value.trimStart().split(`\n${indent}`), readText);
}
