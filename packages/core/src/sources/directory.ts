import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadMatter } from "#matter";
import type { Diagnostic } from "../diagnostics.js";
import { messageOf, SkillError } from "../errors.js";
import { createFolderCache, type FolderEntry } from "../files/folder-cache.js";
import { readContainedFile } from "../files/read-contained-file.js";
import { SKILL_FILE, type SkillSummary } from "../skill.js";
import { listSkill, type SkillListing } from "./list-skill.js";
import type { SkillSource } from "./source.js";

/** How {@link directory} looks for skills. */
export interface DirectoryOptions {
  /** How many folders below the given one a skill's own folder may lie; 0 is the folder itself. @default 3 */
  readonly maxDepth?: number | undefined;
  /** Whether scripts may run without approval. @default true */
  readonly trusted?: boolean | undefined;
}

/** Folders of tools that hold no skills of this project. */
const SKIPPED_FOLDERS = new Set(["node_modules", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv"]);

/**
 * The skills below a folder: every `SKILL.md` makes its folder a skill. A listing opens the SKILL.md files alone, and a
 * second one only those that have changed.
 *
 * @param root a path, taken from the working directory when it is relative
 */
export function directory(root: string, options: DirectoryOptions = {}): SkillSource {
  const { maxDepth = 3, trusted = true } = options;
  const folder = resolve(root);
  const cache = createFolderCache();

  async function list({ signal }: { readonly signal?: AbortSignal | undefined }) {
    const [matter] = await Promise.all([loadMatter(), cache.refresh()]);
    const followed = new Set<string>();
    const find = async (path: string, depth: number): Promise<SkillListing[]> => {
      signal?.throwIfAborted();
      const entries = await cache.readFolder(path);
      const notes = reportMisspelledFile(path, entries);
      if (entries.some(({ name, kind }) => name === SKILL_FILE && kind !== "folder")) {
        return [...notes, await listSkill(path, entries, cache, matter)];
      }
      if (depth >= maxDepth) return notes;
      const found = await Promise.all(entries.map((entry) => findBelow(join(path, entry.name), entry, depth + 1)));
      return [...notes, ...found.flat()];
    };
    const findBelow = async (path: string, entry: FolderEntry, depth: number): Promise<SkillListing[]> => {
      if (SKIPPED_FOLDERS.has(entry.name)) return [];
      if (entry.kind === "link") return followLink(path, depth);
      if (entry.kind !== "folder") return [];
      return find(path, depth).catch((error: unknown) => {
        signal?.throwIfAborted();
        return [{ diagnostics: [unreadable(path, error)] }];
      });
    };
    const followLink = async (path: string, depth: number): Promise<SkillListing[]> => {
      const target = await realpath(path).catch(() => undefined);
      if (target === undefined || !(await stat(target)).isDirectory() || followed.has(target)) return [];
      followed.add(target);
      const note: Diagnostic = {
        code: "symlinked-folder",
        severity: "info",
        message: `${path} is a symlink to ${target}; the skills there are used, and their files must lie there.`,
        location: path,
      };
      return [{ diagnostics: [note] }, ...(await findBelow(path, { name: "", kind: "folder" }, depth))];
    };

    const listings = await find(folder, 0).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new SkillError("source_failed", describeRoot(folder, error), { cause: error });
    });
    return {
      skills: listings.flatMap(({ skill }) => skill ?? []),
      diagnostics: listings.flatMap(({ diagnostics }) => diagnostics),
    };
  }

  const directoryOf = ({ name, baseDir }: SkillSummary): string => {
    if (baseDir !== undefined) return baseDir;
    throw new SkillError("source_failed", `The skill "${name}" was not listed by the folder ${folder}.`);
  };
  return {
    id: folder,
    trusted,
    list,
    directoryOf,
    readFile: async (skill, path, limits) => readContainedFile(directoryOf(skill), path, limits),
  };
}

function reportMisspelledFile(path: string, entries: readonly FolderEntry[]): SkillListing[] {
  return entries
    .filter(({ name, kind }) => kind === "file" && name !== SKILL_FILE && name.toLowerCase() === "skill.md")
    .map(({ name }) => ({
      diagnostics: [
        {
          code: "misspelled-skill-file",
          severity: "warning",
          message: `${join(path, name)} is not read: the file must be named exactly ${SKILL_FILE}. Rename or remove it.`,
          location: join(path, name),
        },
      ],
    }));
}

function unreadable(path: string, error: unknown): Diagnostic {
  return {
    code: "folder-unreadable",
    severity: "warning",
    message: `The folder ${path} could not be read: ${messageOf(error)}`,
    location: path,
  };
}

function describeRoot(folder: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return `The skills folder ${folder} does not exist. Create it, or name another one.`;
  if (code === "ENOTDIR") return `${folder} is a file. Name the folder that holds the skills' folders.`;
  return `The skills folder ${folder} could not be read: ${messageOf(error)}`;
}
