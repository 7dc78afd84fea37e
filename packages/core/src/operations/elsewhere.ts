// Says where a file is to be had that a skill's instructions name, and that lies in another skill.

import { SKILL_FILE } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine, shownName } from "../text/shown-name.js";

/**
 * What to do for a path that leads to another skill, by the folder in which that lies or by its name; `undefined` for any other.
 *
 * @param others all skills of the moment
 */
export function adviceElsewhere(
  written: string,
  { skill }: CatalogEntry,
  others: readonly CatalogEntry[],
): string | undefined {
  const parts = written.replace(/[?#].*$/s, "").split(/[/\\]+/);
  const isUp = parts.includes("..");
  for (const [index, part] of parts.entries()) {
    const rest = parts.slice(index + 1).join("/");
    const other = others.find((entry) => entry.skill.name !== skill.name && bears(entry, part));
    if (other && rest !== "") return `It belongs to another skill: ${callFor(other.skill.name, rest)}`;
  }
  if (!isUp) return undefined;
  return "It leads out of the skill's folder, and only files inside of it can be read. Go on without it, or tell the user which file is missing.";
}

function bears({ skill: { name, baseDir = "" } }: CatalogEntry, part: string): boolean {
  return part !== "" && (name === part || baseDir.split(/[/\\]/).at(-1) === part);
}

function callFor(name: string, rest: string): string {
  const skill = JSON.stringify(shownName(name));
  if (rest.toLowerCase() === SKILL_FILE.toLowerCase()) return `call load_skill with the name ${skill}.`;
  const file = JSON.stringify(shownLine(rest, MAX_SHOWN_PATH));
  return `call read_skill_resource with the skill_name ${skill} and the resource_name ${file}.`;
}
