import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { loadMatter } from "#matter";
import type { Diagnostic } from "../diagnostics.js";
import { messageOf, SkillError, SkillValidationError } from "../errors.js";
import { decodeSkillText } from "../files/decode-text.js";
import { createFolderCache, type Outcome } from "../files/folder-cache.js";
import { readContainedFile } from "../files/read-contained-file.js";
import { parseFrontMatterWith } from "../front-matter.js";
import { type ParsedSkill, toSkill } from "../parse-skill.js";
import { MAX_SKILL_FILE_BYTES, SKILL_FILE, type SkillSummary } from "../skill.js";
import { type FoundSkill, scanFolders } from "./scan-folders.js";
import type { SkillSource, SourceListing } from "./source.js";

/** How {@link directory} looks for skills. */
export interface DirectoryOptions {
  /** How many folders below the given one a skill's own folder may lie; 0 is the folder itself. @default 3 */
  readonly maxDepth?: number | undefined;
  /** Whether scripts may run without approval. @default true */
  readonly trusted?: boolean | undefined;
}

/**
 * The skills below a folder: every `SKILL.md` makes its folder a skill. A listing opens the SKILL.md files alone, and a
 * second one only those that have changed.
 *
 * @param root a path, taken from the working directory when it is relative
 */
export function directory(root: string, options: DirectoryOptions = {}): SkillSource {
  const { maxDepth = 3, trusted = true } = options;
  const folder = resolve(root);
  const cache = createFolderCache(folder);
  /** The last listing, where it holds as long as no folder and no SKILL.md changes. */
  let lasting: SourceListing | undefined;

  async function list({ signal }: { readonly signal?: AbortSignal | undefined }): Promise<SourceListing> {
    const [matter, hasChanged] = await Promise.all([loadMatter(), cache.refresh()]);
    if (lasting && !hasChanged) return lasting;
    const found = await scanFolders(folder, { maxDepth, cache, signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new SkillError("source_failed", describeRoot(folder, error), { cause: error });
    });
    /** What is kept of a SKILL.md: all but the instructions, which are read again when they are asked for. */
    const interpret = (bytes: Uint8Array): ListedFile => {
      const { content: _, warnings, ...fields } = toSkill(parseFrontMatterWith(matter, decodeSkillText(bytes)));
      return { fields: { ...fields, revision: hash("sha1", bytes, "base64") }, warnings };
    };
    const regular = found.skills.filter(({ isLink }) => !isLink).map((skill) => join(skill.folder, SKILL_FILE));
    const outcomes = await cache.readFiles(regular, interpret);
    const byPath = new Map(regular.map((path, index) => [path, outcomes[index]]));
    const skills: SkillSummary[] = [];
    const diagnostics = [...found.diagnostics];
    for (const skill of found.skills) {
      const path = join(skill.folder, SKILL_FILE);
      const outcome = byPath.get(path) ?? (await readLinkedFile(skill.folder, interpret));
      if ("value" in outcome) skills.push(summarize(skill, path, outcome.value, diagnostics));
      else diagnostics.push(notLoaded(path, outcome.error));
    }
    const listing = { skills: Object.freeze(skills), diagnostics: Object.freeze(diagnostics) };
    lasting = found.isByNames && outcomes.every((outcome) => "value" in outcome) ? listing : undefined;
    return listing;
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

interface ListedFile {
  readonly fields: Omit<ParsedSkill, "content" | "warnings"> & { readonly revision: string };
  readonly warnings: readonly Diagnostic[];
}

/** A SKILL.md that is a symlink must lead to a file of the skill. */
async function readLinkedFile(
  folder: string,
  interpret: (bytes: Uint8Array) => ListedFile,
): Promise<Outcome<ListedFile>> {
  try {
    return { value: interpret(await readContainedFile(folder, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES })) };
  } catch (error) {
    return { error };
  }
}

function summarize(
  { folder, resources, scripts, diagnostics: found }: FoundSkill,
  uri: string,
  { fields, warnings }: ListedFile,
  diagnostics: Diagnostic[],
): SkillSummary {
  for (const warning of [...warnings, ...found]) diagnostics.push({ location: uri, ...warning, skill: fields.name });
  return Object.freeze({
    ...fields,
    uri,
    baseDir: folder,
    resources: Object.freeze(resources),
    scripts: Object.freeze(scripts),
  });
}

function notLoaded(location: string, error: unknown): Diagnostic {
  const invalid = error instanceof SkillValidationError ? error : undefined;
  return {
    code: invalid?.reason ?? "skill-unreadable",
    severity: "error",
    message: `Failed to load skill from ${location}: ${messageOf(error)}`,
    location,
    line: invalid?.line,
  };
}

function describeRoot(folder: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return `The skills folder ${folder} does not exist. Create it, or name another one.`;
  if (code === "ENOTDIR") return `${folder} is a file. Name the folder that holds the skills' folders.`;
  return `The skills folder ${folder} could not be read: ${messageOf(error)}`;
}
