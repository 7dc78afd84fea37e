// Says where a file is to be had that a skill's instructions name, and that lies in another skill.

import { SKILL_FILE } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine, shownName } from "../text/shown-name.js";
import { readWrittenPath } from "./written-path.js";

type Skill = CatalogEntry["skill"];

/** The calls that take a file of a skill, with the field that names it. */
const CALLS = { read: ["read_skill_resource", "resource_name"], run: ["run_skill_script", "script_name"] } as const;

/**
 * The call for a path that leads to another skill, by the folder in which that lies or by its name; `undefined` for any other.
 * The reader of a trusted skill is led to no stranger's, whose name may be that of any folder.
 *
 * @param others all skills of the moment
 */
export function callElsewhere(
  written: string,
  { skill, trusted }: CatalogEntry,
  others: readonly CatalogEntry[],
  purpose: keyof typeof CALLS,
): string | undefined {
  const entries = others.filter((entry) => entry.skill.name !== skill.name && (entry.trusted || !trusted));
  const found = namedIn(written, skill, entries) ?? ofPlugin(written, skill, entries);
  return found && `It seems to belong to another skill: ${callFor(found.name, found.path, purpose)}`;
}

/** A file of another skill. */
interface Elsewhere {
  readonly name: string;
  readonly path: string;
}

/** By the name or the folder of a skill that stands in the path; the folder alone is its SKILL.md. */
function namedIn(written: string, skill: Skill, entries: readonly CatalogEntry[]): Elsewhere | undefined {
  const parts = written.replace(/[?#].*$/s, "").split(/[/\\]+/);
  const names = namesOf(entries);
  const own = new Set([...skill.resources, ...skill.scripts].map((file) => file.name.split("/", 1)[0]));
  for (const [index, part] of parts.entries()) {
    const name = own.has(part) ? undefined : names.get(part);
    const path = parts.slice(index + 1).join("/");
    if (name !== undefined && (path !== "" || index > 0)) return { name, path: path || SKILL_FILE };
  }
  return undefined;
}

/** By a file of that path which one other skill of the same plugin has: its skills are written to be used together. */
function ofPlugin(written: string, skill: Skill, entries: readonly CatalogEntry[]): Elsewhere | undefined {
  const { plugin } = skill;
  if (plugin === undefined) return undefined;
  const { paths } = readWrittenPath(written, skill);
  const found = entries.flatMap(({ skill: other }) => {
    if (other.plugin?.directory !== plugin.directory) return [];
    const files = new Set([...other.resources, ...other.scripts].map((file) => file.name));
    const path = paths.find((one) => files.has(one));
    return path === undefined ? [] : [{ name: other.name, path }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** What to do for a path that leads out of the skill's folder. */
export const LEADS_OUT =
  "It leads out of the skill's folder, and only files inside of it can be read, none of the work folder, unless the host allows another folder (its option sharedFolders). Go on without it, or tell the user which file is missing.";

/** Skills by their names and by those of their folders. What is trusted counts before what is not, and a name before a folder's. */
function namesOf(entries: readonly CatalogEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const isTrusted of [false, true]) {
    const same = entries.filter(({ trusted }) => trusted === isTrusted).map(({ skill }) => skill);
    for (const { name, baseDir = "" } of same) names.set(baseDir.split(/[/\\]/).at(-1) ?? "", name);
    for (const { name } of same) names.set(name, name);
  }
  names.delete("");
  return names;
}

function callFor(name: string, rest: string, purpose: keyof typeof CALLS): string {
  const skill = JSON.stringify(shownName(name));
  if (rest.toLowerCase() === SKILL_FILE.toLowerCase()) return `call load_skill with the name ${skill}.`;
  const [tool, field] = CALLS[purpose];
  return `call ${tool} with the skill_name ${skill} and the ${field} ${JSON.stringify(shownLine(rest, MAX_SHOWN_PATH))}.`;
}
