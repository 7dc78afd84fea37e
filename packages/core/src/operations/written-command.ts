// A command line that was sent as the name of a script, as instructions write it.

import { hasScriptExtension } from "../node/interpreter-table.js";
import { readShellLine } from "../scripts/shell-line.js";

/** A script and its arguments, as a command line names them. */
export interface WrittenCommand {
  readonly script: string;
  readonly args: readonly string[];
  /** What else the line says, which no call of a script does. */
  readonly undone: {
    /** Options of what starts the file. */
    readonly options: readonly string[];
    /** The names of variables that are set for it. */
    readonly variables: readonly string[];
    /** Other commands, redirections and comments. */
    readonly forShell: readonly string[];
  };
}

/** What starts a file. Of its options those that do not change what the file does; another one may mean that it is not run at all. */
interface Starter {
  /** Its name, without the folder that it lies in. */
  readonly name: RegExp;
  /** The word behind it: one that must be there, or may. */
  readonly verb?: RegExp | undefined;
  readonly needsVerb?: boolean | undefined;
  readonly plain?: RegExp | undefined;
  /** Those behind which a word belongs to them. */
  readonly withValue?: RegExp | undefined;
}

const STARTERS: readonly Starter[] = [
  { name: /^(?:python[\d.]*|py)$/, plain: /^-(?:u|B|uB|Bu)$/ },
  { name: /^(?:bash|sh|zsh|dash)$/, plain: /^--(?:norc|noprofile)$/ },
  { name: /^node$/, plain: /^--(?:no-warnings|no-deprecation|enable-source-maps)$/ },
  { name: /^(?:bun|deno)$/, verb: /^run$/, plain: /^(?:-A|--allow-\S+|--silent|--smol)$/ },
  {
    name: /^uv$/,
    verb: /^run$/,
    needsVerb: true,
    plain: /^(?:-[qs]|--(?:script|quiet|no-project|isolated|locked|frozen|no-sync|offline|with=\S+|python=\S+))$/,
    withValue: /^(?:-p|--(?:python|with|with-requirements|extra|group))$/,
  },
  { name: /^(?:poetry|pipenv|pdm)$/, verb: /^run$/, needsVerb: true },
  { name: /^(?:npx|bunx)$/, plain: /^(?:-y|--yes|-q|--quiet)$/ },
  { name: /^pnpm$/, verb: /^(?:exec|dlx)$/, needsVerb: true },
  { name: /^(?:tsx|ruby|perl|php|source)$/ },
];

/** Where programs lie: `/usr/bin/`, `.venv/bin/`. */
const PROGRAMS = /^(?:.*\/)?bin\/$/;

const VARIABLE = /^([A-Za-z_]\w*)=/;

/** Longer ones are no command that anybody wrote, in characters. */
const MAX_COMMAND = 4_096;

/**
 * Reads `python scripts/x.py report.csv`; `undefined` for what names a file alone, and for what starts none.
 *
 * @param isFile whether the skill has a file that a word may mean
 */
export function readCommand(line: string, isFile: (word: string) => boolean): WrittenCommand | undefined {
  if (line.length > MAX_COMMAND || !/\s/.test(line.trim())) return undefined;
  const { commands, forShell } = readShellLine(line);
  const read = commands.flatMap((words) => {
    const command = readWords(words, isFile);
    return command ? [{ ...command, words }] : [];
  });
  const chosen = read.find(({ script }) => isFile(script)) ?? read[0];
  if (!chosen) return undefined;
  const others = commands.filter((words) => words !== chosen.words).map((words) => words.join(" "));
  const { script, args, options, variables } = chosen;
  return { script, args, undone: { options, variables, forShell: [...others, ...forShell] } };
}

/** Reads one command: variables, what starts the file, perhaps by another that starts that, the file, its arguments. */
function readWords(words: readonly string[], isFile: (word: string) => boolean) {
  let at = words[0] === "env" ? 1 : 0;
  const variables: string[] = [];
  for (let name = nameOf(words[at]); name !== undefined; name = nameOf(words[at])) {
    variables.push(name);
    at += 1;
  }
  const options: string[] = [];
  const first = at;
  for (let starter = starterOf(words, at, isFile); starter; starter = starterOf(words, at, isFile)) {
    const begin = at;
    at += starter.verb?.test(words[at + 1] ?? "") ? 2 : 1;
    at = behindOptions(words, at, starter);
    if (words[at] === "-m") return moduleOf(words, at, { options, variables });
    if (!words[at]?.startsWith("-")) continue;
    // What it means is not known, nor whether a word belongs to it.
    options.push(words.slice(begin, at + 1).join(" "));
    const file = words.findIndex((word, index) => index > at && isFile(word));
    if (file < 0) return undefined;
    at = file;
  }
  const script = words[at];
  // `bun test` and `npx deploy` start something else than a file.
  if (script === undefined || !(isFile(script) || (at > first && isPath(script)))) return undefined;
  return { script, args: words.slice(at + 1), options, variables };
}

/** `-m package.module`, as which a module of Python is named. */
function moduleOf<T>(words: readonly string[], at: number, rest: T) {
  const name = words[at + 1];
  return name === undefined ? undefined : { script: `-m ${name}`, args: words.slice(at + 2), ...rest };
}

function nameOf(word: string | undefined): string | undefined {
  return VARIABLE.exec(word ?? "")?.[1];
}

function starterOf(words: readonly string[], at: number, isFile: (word: string) => boolean): Starter | undefined {
  const word = words[at] ?? "";
  if (word === "" || isFile(word)) return undefined;
  const [folder, name] = [word.slice(0, word.lastIndexOf("/") + 1), word.slice(word.lastIndexOf("/") + 1)];
  if (folder !== "" && !PROGRAMS.test(folder)) return undefined;
  return STARTERS.find((each) => each.name.test(name) && (!each.needsVerb || each.verb?.test(words[at + 1] ?? "")));
}

/** Whether a word names a file of code, even one that the skill has not. */
function isPath(word: string): boolean {
  return word.includes("/") || hasScriptExtension(word);
}

/** Where what follows the options begins that change nothing. */
function behindOptions(words: readonly string[], from: number, { plain, withValue }: Starter): number {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (plain?.test(word)) at += 1;
    else if (withValue?.test(word)) at += 2;
    else break;
  }
  return at;
}
