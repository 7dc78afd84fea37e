// Reads a shebang, the `#!` line of a script, as the system or `env` would.

import { basename } from "node:path";
import type { Variables } from "./script-environment.js";

/** What the first line of a script asks for. */
export interface Shebang {
  /** A name, or a path. */
  readonly program: string;
  /** Its arguments ahead of the script. */
  readonly flags: readonly string[];
  /** `NAME=value`, as `env` sets them for the program. */
  readonly assignments: readonly string[];
}

/** A word of `env -S`: quoted parts, escaped characters, and all but white space. */
const WORD = /(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'\\])+/g;
/** The parts of a word. */
const PART = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\\(.)|([^"'\\]+)/g;
/** What escapes stand for that are not the character itself. */
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", _: " " };
/** The option `-S` among those of `env`; behind the program it is one of the program's. */
const SPLIT = /^((?:\s+-\S+)*?\s+)(?:-v?S|--split-string)[=\s]*/;
/** Options of `env` whose value is the next word. */
const WITH_VALUE = /^(?:-[uCP]|--(?:unset|chdir))$/;

/**
 * The shebang at the beginning of a script; `undefined` without one.
 *
 * @param environment what `${NAME}` in a line of `env -S` stands for
 */
export function readShebang(head: string, environment: Variables = {}): Shebang | undefined {
  const line = /^#!(.*)/.exec(head)?.[1]?.trim() ?? "";
  const [program = "", ...flags] = line.split(/\s+/);
  if (program === "") return undefined;
  if (basename(program) !== "env") return { program, flags, assignments: [] };
  return readEnvironmentCall(line.slice(program.length), environment);
}

/** What `env` starts with these arguments. Systems differ in whether they need `-S` to split the line: it is split anyway. */
function readEnvironmentCall(line: string, environment: Variables): Shebang | undefined {
  const words = wordsOf(line.replace(SPLIT, "$1"), environment);
  const assignments: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (WITH_VALUE.test(word)) at += 1;
    else if (/^[A-Za-z_]\w*=/.test(word)) assignments.push(word);
    else if (!word.startsWith("-")) return { program: word, flags: words.slice(at + 1), assignments };
  }
  return undefined;
}

function wordsOf(line: string, environment: Variables): string[] {
  const expand = (text: string) => text.replace(/\$\{(\w+)\}/g, (_, name: string) => environment[name] ?? "");
  const unescaped = (text: string) => text.replace(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character);
  return (line.match(WORD) ?? []).map((word) =>
    word.replace(PART, (_, double?: string, single?: string, escaped?: string, plain?: string) => {
      if (single !== undefined) return single.replace(/\\(['\\])/g, "$1");
      if (escaped !== undefined) return ESCAPED[escaped] ?? escaped;
      return double === undefined ? expand(plain ?? "") : unescaped(expand(double));
    }),
  );
}
