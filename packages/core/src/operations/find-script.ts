// Which script of a skill a name means, however it is written.

import { SkillScriptNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { extensionOf, hasScriptExtension } from "../node/interpreter-table.js";
import { MAX_MESSAGE, MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";
import type { AskedSkill } from "./asked-skill.js";
import { callElsewhere } from "./elsewhere.js";
import { resolveEntry } from "./resolve-entry.js";
import { readCommand, type WrittenCommand } from "./written-command.js";
import { readWrittenPath, type WrittenPath } from "./written-path.js";

/** A script that a name means. */
export interface FoundScript {
  readonly script: SkillEntry;
  /** Whether another path than its own was asked for. */
  readonly guessed: boolean;
}

/** `-m scripts.tool`, with the module as its group. */
const MODULE = /^-m\s+([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)$/;

/**
 * A script as it is listed, else any code file of the skill by its path, such as `resources/deploy.sh`. What is not listed as a
 * script is not found without its extension: `template` is no request to run `assets/template.js`.
 *
 * @throws SkillScriptNotFoundError with the names that exist; for a path that leads up, which only a guess could find here
 */
export async function findScript(asked: AskedSkill, entry: CatalogEntry, name: string): Promise<FoundScript> {
  const { skill } = entry;
  const code = skill.resources.filter(isCode);
  const files = [...skill.scripts, ...code];
  const names = new Set(files.map((file) => file.name));
  const isFile = (path: string) => readWrittenPath(path, skill).paths.some((own) => names.has(own));
  const command = names.has(name) ? undefined : readCommand(name, isFile);
  const wanted = pathOfModule(command?.script ?? name, names) ?? command?.script ?? name;
  const written = readWrittenPath(wanted, skill);
  const groups = [{ entries: skill.scripts, folders: ["scripts"] }];
  const isNamed = (file: SkillEntry) => written.paths.includes(file.name);
  if (written.paths.some(hasScriptExtension) || code.some(isNamed)) groups.push({ entries: code, folders: [] });
  const {
    entry: script,
    guessed = false,
    candidates,
    nearest,
    ambiguous,
  } = await resolveEntry(groups, wanted, written);
  if (script && command && saysMore(command)) throw wholeCommand(name, script, command);
  if (script && !(guessed && written.leadsUp)) return { script, guessed };
  const available = script ? [script.name] : candidates;
  const call = written.paths.length > 0 ? callElsewhere(name, entry, await asked.others(), "run") : undefined;
  throw new SkillScriptNotFoundError(name, {
    available,
    nearest,
    ambiguous,
    advice: call ?? adviceFor(written, script),
  });
}

/** Whether there is more than the file, which would be lost. */
function saysMore({ args, undone }: WrittenCommand): boolean {
  return args.length + undone.options.length + undone.variables.length + undone.forShell.length > 0;
}

function wholeCommand(name: string, { name: script }: SkillEntry, command: WrittenCommand): SkillScriptNotFoundError {
  const call = JSON.stringify({ script_name: shownLine(script, MAX_SHOWN_PATH), args: command.args });
  const sentences = [
    "It is a command line",
    ...sentencesOf(command),
    `Send the file and its arguments apart, as in ${shownLine(call, MAX_MESSAGE)}`,
  ];
  return new SkillScriptNotFoundError(name, { available: [script], advice: `${sentences.join(". ")}.` });
}

/** What of the line is not done. */
function sentencesOf({ undone: { options, variables, forShell } }: WrittenCommand): readonly string[] {
  const shown = (texts: readonly string[]) => texts.map((text) => `\`${shownLine(text, MAX_SHOWN_PATH)}\``).join(", ");
  return [
    ...(options.length > 0 ? [`${shown(options)} is not done here: a call runs the file itself`] : []),
    ...(variables.length > 0
      ? [`A call sets no variables (${shown(variables)}): the program does that loads the skills (env of its executor)`]
      : []),
    ...(forShell.length > 0
      ? [`No shell reads it: leave out ${shown(forShell)}. The answer has what is printed, and stdin is what is read`]
      : []),
  ];
}

/** Whether any skill has something that can be run: a script, or another code file. */
export function hasRunnable({ scripts, resources }: CatalogEntry["skill"]): boolean {
  return scripts.length > 0 || resources.some((file) => !file.function && hasScriptExtension(file.name));
}

/** By its extension; what has none may have a `#!` line, which is read when it is run. */
function isCode({ name, function: call }: SkillEntry): boolean {
  return !call && (hasScriptExtension(name) || extensionOf(name) === "");
}

/** The file of the skill that a module of Python is. */
function pathOfModule(name: string, names: ReadonlySet<string>): string | undefined {
  const path = MODULE.exec(name.trim())?.[1]?.replaceAll(".", "/");
  return [`${path}.py`, `${path}/__main__.py`].find((file) => names.has(file));
}

/** @param script what a path that leads up may mean here */
function adviceFor({ outside }: WrittenPath, script: SkillEntry | undefined): string | undefined {
  if (outside === undefined) return undefined;
  const own = script && JSON.stringify(shownLine(script.name, MAX_SHOWN_PATH));
  return `It leads out of the skill's folder, and only files inside of it are run.${own ? ` Where the skill's own is meant, send ${own}.` : ""}`;
}
