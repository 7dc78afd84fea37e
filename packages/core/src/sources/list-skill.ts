import { hash } from "node:crypto";
import { open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics.js";
import { messageOf, SkillValidationError } from "../errors.js";
import { decodeSkillText } from "../files/decode-text.js";
import type { FolderCache, FolderEntry } from "../files/folder-cache.js";
import { isInside, readContainedFile } from "../files/read-contained-file.js";
import { type Matter, parseFrontMatterWith } from "../front-matter.js";
import { toSkill } from "../parse-skill.js";
import { MAX_SKILL_FILE_BYTES, SKILL_FILE, type SkillEntry, type SkillSummary } from "../skill.js";
import { classify, isNoise } from "./skill-files.js";

/** How many files of one skill are listed, and how deep its folders are searched. */
const MAX_FILES = 2_000;
const MAX_FOLDER_DEPTH = 10;

/** What one folder with a SKILL.md comes to. */
export interface SkillListing {
  readonly skill?: SkillSummary | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists one skill: its front matter, and the names of its files. Only the SKILL.md is opened.
 *
 * @param entries what the folder holds
 */
export async function listSkill(
  folder: string,
  entries: readonly FolderEntry[],
  cache: FolderCache,
  matter: Matter,
): Promise<SkillListing> {
  const location = join(folder, SKILL_FILE);
  try {
    const [{ fields, warnings }, { resources, scripts, diagnostics }] = await Promise.all([
      readSkillFile(folder, entries, cache, matter),
      listFiles(folder, entries, cache),
    ]);
    const skill = Object.freeze({ ...fields, uri: location, baseDir: folder, resources, scripts });
    const found = [...warnings, ...diagnostics].map((warning) => ({ location, ...warning, skill: fields.name }));
    return { skill, diagnostics: found };
  } catch (error) {
    return { diagnostics: [toDiagnostic(location, error)] };
  }
}

/** What is kept of a SKILL.md: all but the instructions, which are read again when they are asked for. */
async function readSkillFile(
  folder: string,
  entries: readonly FolderEntry[],
  cache: FolderCache,
  matter: Matter,
) {
  const interpret = (bytes: Uint8Array) => {
    const { content: _, warnings, ...fields } = toSkill(parseFrontMatterWith(matter, decodeSkillText(bytes)));
    return { fields: { ...fields, revision: hash("sha1", bytes, "base64") }, warnings };
  };
  if (entries.find(({ name }) => name === SKILL_FILE)?.kind !== "link") {
    return cache.readFile(join(folder, SKILL_FILE), interpret);
  }
  return interpret(await readContainedFile(folder, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES }));
}

function toDiagnostic(location: string, error: unknown): Diagnostic {
  const invalid = error instanceof SkillValidationError ? error : undefined;
  return {
    code: invalid?.reason ?? "skill-unreadable",
    severity: "error",
    message: `Failed to load skill from ${location}: ${messageOf(error)}`,
    location,
    line: invalid?.line,
  };
}

interface SkillFiles {
  readonly resources: readonly SkillEntry[];
  readonly scripts: readonly SkillEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

async function listFiles(folder: string, top: readonly FolderEntry[], cache: FolderCache): Promise<SkillFiles> {
  const resources: SkillEntry[] = [];
  const scripts: SkillEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  let count = 0;

  const add = async (path: string, entry: FolderEntry): Promise<void> => {
    count += 1;
    if (count > MAX_FILES) return;
    const uri = join(folder, path);
    const kind = classify(path);
    if (kind === "unknown") entry.isProgram ??= await isProgram(uri);
    const isScript = kind === "script" || (kind === "unknown" && entry.isProgram === true);
    (isScript ? scripts : resources).push(Object.freeze({ name: path, uri }));
  };

  const walk = async (entries: readonly FolderEntry[], prefix: string, depth: number): Promise<void> => {
    for (const entry of entries) {
      const path = `${prefix}${entry.name}`;
      if (isNoise(entry.name) || path === SKILL_FILE) continue;
      const kind = entry.kind === "link" ? await kindOfLink(folder, path) : entry.kind;
      if (kind === "outside") diagnostics.push(leadsOutside(folder, path));
      else if (kind === "file") await add(path, entry);
      else if (kind === "folder" && depth < MAX_FOLDER_DEPTH) {
        await walk(await cache.readFolder(join(folder, path)), `${path}/`, depth + 1);
      }
    }
  };

  await walk(top, "", 0);
  if (count > MAX_FILES) diagnostics.push(tooManyFiles(count));
  return { resources: Object.freeze(resources), scripts: Object.freeze(scripts), diagnostics };
}

/** A link to a file of the skill is that file. A link to a folder is not followed, since it could lead in a circle. */
async function kindOfLink(folder: string, path: string): Promise<"file" | "outside" | "other"> {
  try {
    const [realFolder, target] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!isInside(realFolder, target)) return "outside";
    return (await stat(target)).isFile() ? "file" : "other";
  } catch {
    return "outside";
  }
}

/** By its executable bit or a shebang. */
async function isProgram(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return false;
    if (process.platform !== "win32" && (status.mode & 0o111) !== 0) return true;
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(2) });
      return bytesRead === 2 && buffer.toString("latin1") === "#!";
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

function leadsOutside(folder: string, path: string): Diagnostic {
  return {
    code: "symlink-outside",
    severity: "warning",
    message: `The symlink ${path} leads nowhere or out of the skill's folder and is not listed. Copy the file into the skill.`,
    location: join(folder, path),
  };
}

function tooManyFiles(count: number): Diagnostic {
  return {
    code: "too-many-files",
    severity: "warning",
    message: `The skill has ${count} files; only the first ${MAX_FILES} are listed. Move data that no model reads out of the skill.`,
  };
}
