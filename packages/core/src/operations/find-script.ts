// Which script of a skill a name means, however it is written.

import { SkillScriptNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { extensionOf, hasScriptExtension } from "../node/interpreter-table.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";
import type { AskedSkill } from "./asked-skill.js";
import { saysMore, wholeCommand } from "./command-advice.js";
import { callElsewhere } from "./elsewhere.js";
import { type Resolution, resolveEntry } from "./resolve-entry.js";
import { readCommand } from "./written-command.js";
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
  const names = new Set([...skill.scripts, ...code].map((file) => file.name));
  const isFile = (path: string) => readScriptPath(path, skill).paths.some((own) => names.has(own));
  const command = names.has(name) ? undefined : readCommand(name, isFile);
  const wanted = pathOfModule(command?.script ?? name, names) ?? command?.script ?? name;
  const written = readScriptPath(wanted, skill);
  const groups = [{ entries: skill.scripts, folders: ["scripts"] }];
  const isNamed = (file: SkillEntry) => written.paths.includes(file.name);
  if (written.paths.some(hasScriptExtension) || code.some(isNamed)) groups.push({ entries: code, folders: [] });
  const found = await resolveEntry(groups, wanted, written);
  const { entry: script, guessed = false } = found;
  if (script && command && saysMore(command)) throw wholeCommand(name, script, command);
  if (script && !(guessed && written.leadsUp)) return { script, guessed };
  const call =
    written.paths.length > 0 && !hasSpace(wanted)
      ? callElsewhere(wanted, entry, await asked.others(), "run")
      : undefined;
  throw new SkillScriptNotFoundError(name, {
    available: script ? [script.name] : shownOf(found, skill.scripts),
    nearest: found.nearest,
    ambiguous: found.ambiguous,
    advice: call ?? adviceFor(written, script),
  });
}

/** A path with spaces begins in the skill's folder, or it is a line such as `rm ~/skills/own/scripts/x.sh`, which only ends like one. */
function readScriptPath(path: string, skill: CatalogEntry["skill"]): WrittenPath {
  const { baseDir } = skill;
  const isOwn = baseDir !== undefined && path.replaceAll("\\", "/").startsWith(`${baseDir.replaceAll("\\", "/")}/`);
  return isOwn || !hasSpace(path) ? readWrittenPath(path, skill) : { paths: [path], leadsUp: false };
}

function hasSpace(path: string): boolean {
  return /\s/.test(path.trim());
}

/** What lists show, where they show any, and what is nearest: there are tests and modules among the rest. */
function shownOf({ candidates, nearest, ambiguous }: Resolution, scripts: readonly SkillEntry[]): readonly string[] {
  if (ambiguous || scripts.length === 0) return candidates;
  const listed = new Set(scripts.map((file) => file.name));
  return candidates.filter((file) => file === nearest || listed.has(file));
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
