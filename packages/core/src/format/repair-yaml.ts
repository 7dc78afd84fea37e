// Repairs front matter of which one top-level value breaks the syntax of YAML: the value is put in quotes.

/** A value that was accepted although it is not valid YAML. */
export interface YamlRepair {
  readonly field: string;
  /** From 1, in the text that was parsed. */
  readonly line: number;
  /** As it is written, on one line. */
  readonly value: string;
}

/** A top-level field: its lines, and where they stand. */
interface Block {
  readonly field: string;
  readonly value: string;
  /** From 0. */
  readonly first: number;
  /** The line behind the last. */
  readonly end: number;
}

const FIELD = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/;

/** The parser can stop far behind the value that is wrong, such as a list without its end: how many fields before are looked at. */
const MAX_LOOKED_AT = 100;

/** Without these there is no skill: their values are repaired only where no syntax of YAML can be meant. */
const REQUIRED = new Set(["name", "description"]);
const SYNTAX = /^(?:[[{|>&*!#]|"[^"]*$|'[^']*$)/;

/** A tag or a tab can mean something else to another reader, so that no guess is made. */
const REFUSED = /^!|^\t/m;

/**
 * Puts quotes around the value that breaks the syntax, with its continuation lines, and keeps the number of lines.
 *
 * @param failedAt the line at which the parser stopped, from 0
 * @param isValid whether a text is valid YAML
 * @returns `undefined` where no value can be repaired
 */
export function repairYaml(
  text: string,
  failedAt: number,
  isValid: (text: string) => boolean,
): { readonly text: string; readonly repair: YamlRepair } | undefined {
  const lines = text.split("\n");
  const block = failingBlock(lines, Math.min(failedAt, lines.length - 1), isValid);
  if (block === undefined || !isRepairable(block, lines)) return undefined;
  const unquoted = /^(["'])(.*)\1$/.exec(block.value)?.[2] ?? block.value;
  const rest = Array.from({ length: block.end - block.first - 1 }, () => "");
  lines.splice(block.first, block.end - block.first, `${block.field}: '${unquoted.replaceAll("'", "''")}'`, ...rest);
  return { text: lines.join("\n"), repair: { field: block.field, line: block.first + 1, value: block.value } };
}

function isRepairable({ field, value, first, end }: Block, lines: readonly string[]): boolean {
  if (REQUIRED.has(field) && SYNTAX.test(value)) return false;
  return !REFUSED.test([value, ...lines.slice(first + 1, end)].join("\n"));
}

/** The field in which the parser stopped, or the nearest before it, that is not valid by itself. */
function failingBlock(
  lines: readonly string[],
  failedAt: number,
  isValid: (text: string) => boolean,
): Block | undefined {
  let end = failedAt + 1;
  while (end < lines.length && !FIELD.test(lines[end]?.trimEnd() ?? "")) end += 1;
  for (let looked = 0; looked < MAX_LOOKED_AT && end > 0; looked += 1) {
    const block = blockBefore(lines, end);
    if (block === undefined) return undefined;
    if (block.value !== "" && !isValid(lines.slice(block.first, block.end).join("\n"))) return block;
    end = block.first;
  }
  return undefined;
}

/** The field whose lines end before a line. What stands before the first field belongs to none. */
function blockBefore(lines: readonly string[], end: number): Block | undefined {
  for (let first = end - 1; first >= 0; first -= 1) {
    const [, field, start = ""] = FIELD.exec(lines[first]?.trimEnd() ?? "") ?? [];
    if (field === undefined) continue;
    const value = [start, ...lines.slice(first + 1, end)].map((line) => line.trim()).filter(Boolean);
    return { field, value: value.join(" "), first, end };
  }
  return undefined;
}
