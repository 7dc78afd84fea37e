// Lists every file of a skill, for a private copy of it: also those that a listing leaves out.

import { join } from "node:path";
import { SkillError } from "../../base/errors.js";
import { checkRelativePath } from "../../files/relative-path.js";
import { lookAtContained, readContainedFolder } from "../open-contained.js";
import type { PinnedFolder } from "../pinned-folder.js";

/** How many files a private copy may have. */
const MAX_FILES = 5_000;
/** How many names are looked at for it: files, folders, links, and what is left out. */
const MAX_NAMES = 20_000;
/** How deep its folders may lie. */
const MAX_DEPTH = 32;

/** What tools keep for themselves: the history of a version control. Not `__pycache__`: Python runs what lies there. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", ".hg", ".svn"]);

/** A folder still to be read. */
interface Place {
  /** Inside the skill. */
  readonly path: string;
  /** The real paths of the folders through which it was reached, and its own at the end. */
  readonly chain: readonly string[];
}

/**
 * The paths of all regular files below a skill's folder, sorted: hidden ones, `__init__.py`, `node_modules` and whatever else
 * no listing names. A link that leads to a file or a folder inside the skill counts as what it leads to. Left out are `.git`,
 * `.hg` and `.svn`, links that lead out, nowhere or in a circle, FIFOs, sockets and devices, and names that no
 * reading accepts, such as those with a backslash.
 *
 * @throws SkillError `script_not_started` for more than 5,000 files, 20,000 names or 32 folders below each other;
 *   SkillResourceLoadError when something else lies where the folder was pinned
 */
export async function listAllFiles(folder: PinnedFolder, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const files: string[] = [];
  const places: Place[] = [{ path: "", chain: [folder.path] }];
  let names = 0;
  for (let place = places.pop(); place; place = places.pop()) {
    const entries = await readContainedFolder(folder, place.path, signal);
    names += entries.length;
    if (names > MAX_NAMES) throw tooLarge(`more than ${MAX_NAMES} files and folders`);
    for (const entry of entries) {
      const path = place.path === "" ? entry.name : `${place.path}/${entry.name}`;
      if (LEFT_OUT.has(entry.name) || !isReadable(path)) continue;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory()) places.push(below(place, path, join(place.chain.at(-1) ?? "", entry.name)));
      else if (entry.isSymbolicLink()) await follow(folder, place, path, files, places);
    }
    if (files.length > MAX_FILES) throw tooLarge(`more than ${MAX_FILES} files`);
  }
  return files.sort();
}

async function follow(folder: PinnedFolder, place: Place, path: string, files: string[], places: Place[]) {
  // A link that leads out or nowhere is no part of the skill.
  const target = await lookAtContained(folder, path).catch(() => undefined);
  if (target?.status.isFile()) files.push(path);
  else if (target?.status.isDirectory() && !place.chain.includes(target.path)) {
    places.push(below(place, path, target.path));
  }
}

function below({ chain }: Place, path: string, real: string): Place {
  if (chain.length > MAX_DEPTH) throw tooLarge(`folders more than ${MAX_DEPTH} deep`);
  return { path, chain: [...chain, real] };
}

function isReadable(path: string): boolean {
  try {
    checkRelativePath(path);
    return true;
  } catch {
    return false;
  }
}

function tooLarge(what: string): SkillError {
  const advice = "Move data that its scripts do not need out of the skill, or name its folder as a trusted source";
  return new SkillError(
    "script_not_started",
    `The skill has ${what}, too many for a private copy to be run. ${advice}.`,
  );
}
