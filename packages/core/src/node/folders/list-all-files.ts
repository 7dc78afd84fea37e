// Lists every file of a skill and its links, for approvals and private copies: also what a listing leaves out.

import type { BigIntStats, Dirent } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { SkillError } from "../../base/errors.js";
import { checkRelativePath } from "../../files/relative-path.js";
import type { SkillFile } from "../../sources/source.js";
import { systemCodeOf } from "../descriptors.js";
import type { FileCalls } from "../file-calls.js";
import { isInside } from "../is-inside.js";
import { lookAtContained, useContainedFolder } from "../open-contained.js";
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

/** What a folder has under one name, as far as it belongs to the skill. */
type Name = { readonly kind: "file" | "folder" | "link" } & SkillFile;

/**
 * All regular files below a skill's folder: hidden ones, `__init__.py`, `node_modules` and whatever else no listing names. A
 * link that leads to a file or a folder inside the skill counts as what it leads to. Left out are `.git`, `.hg` and `.svn`,
 * FIFOs, sockets and devices, names that no reading accepts, such as those with a backslash, and what lies behind links that
 * lead out, nowhere or in a circle.
 *
 * Each link has an entry of its own besides: with its text, and with its end where that is not inside the skill.
 *
 * @throws SkillError `script_not_started` for more than 5,000 files, 20,000 names or 32 folders below each other;
 *   SkillResourceLoadError when something else lies where the folder was pinned
 */
export async function listAllFiles(
  folder: PinnedFolder,
  signal: AbortSignal | undefined,
): Promise<readonly SkillFile[]> {
  const files: SkillFile[] = [];
  const links: SkillFile[] = [];
  const places: Place[] = [{ path: "", chain: [folder.path] }];
  let left = MAX_NAMES;
  for (let place = places.pop(); place; place = places.pop()) {
    const { path } = place;
    const names = await useContainedFolder(folder, path, signal, (entries, way, calls) => {
      if (entries.length > left) throw tooLarge(`more than ${MAX_NAMES} files and folders`);
      return Promise.all(entries.map((entry) => lookAt(entry, path, way, calls)));
    });
    left -= names.length;
    for (const name of names) {
      if (name?.kind === "file") files.push({ path: name.path, isExecutable: name.isExecutable });
      else if (name?.kind === "folder") places.push(below(place, name.path, realPathOf(place, name)));
      else if (name) links.push(await follow(folder, place, name, files, places));
    }
    if (files.length > MAX_FILES) throw tooLarge(`more than ${MAX_FILES} files`);
  }
  return [...files, ...links];
}

/**
 * @param folder inside the skill
 * @param way leads to that very folder
 */
async function lookAt(entry: Dirent, folder: string, way: string, calls: FileCalls): Promise<Name | undefined> {
  const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
  if (LEFT_OUT.has(entry.name) || !isReadable(path)) return undefined;
  if (entry.isDirectory()) return { kind: "folder", path };
  try {
    const place = join(way, entry.name);
    if (entry.isFile()) return { kind: "file", path, isExecutable: isExecutable(await calls.lstat(place)) };
    return entry.isSymbolicLink() ? { kind: "link", path, linksTo: await calls.readlink(place) } : undefined;
  } catch (error) {
    // What was removed since its name was read is no part of the skill.
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Windows tells no such thing. */
function isExecutable({ mode }: BigIntStats): boolean | undefined {
  return process.platform === "win32" ? undefined : (mode & 0o111n) !== 0n;
}

/** Adds what a link leads to, as far as that is a part of the skill, and resolves to the entry of the link itself. */
async function follow(
  folder: PinnedFolder,
  place: Place,
  { path, linksTo }: Name,
  files: SkillFile[],
  places: Place[],
): Promise<SkillFile> {
  const end = await realpath(join(folder.path, path)).catch(() => undefined);
  if (end === undefined || !isInside(folder.path, end)) return { path, linksTo: `${linksTo}\0${end ?? ""}` };
  // What leads out since then is no part of the skill either.
  const target = await lookAtContained(folder, path).catch(() => undefined);
  if (target?.status.isFile()) files.push({ path, isExecutable: isExecutable(target.status) });
  else if (target?.status.isDirectory() && !place.chain.includes(target.path)) {
    places.push(below(place, path, target.path));
  }
  return { path, linksTo: `${linksTo}\0` };
}

function realPathOf({ chain }: Place, { path }: Name): string {
  return join(chain.at(-1) ?? "", basename(path));
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
