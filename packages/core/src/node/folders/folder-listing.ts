// Lists the skills of a folder: scans it, and makes a summary of each SKILL.md.

import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf, SkillError, SkillValidationError } from "../../base/errors.js";
import type { SkillSummary } from "../../base/skill.js";
import type { SkillSource, SourceListing } from "../../sources/source.js";
import { createFolderCache } from "./folder-cache.js";
import type { FoundSkill } from "./found-skill.js";
import { interpret, type ListedFile, readLinkedFile } from "./listed-file.js";
import { scanFolders } from "./scan-folders.js";

/**
 * Makes the `list` of a folder. It reads the SKILL.md files, the second time only those that have changed.
 *
 * @param folder absolute path
 */
export function createFolderListing(folder: string, maxDepth: number): SkillSource["list"] {
  const cache = createFolderCache(folder);
  /** The last listing, memoised where it holds as long as no folder and no SKILL.md changes. */
  let lasting: SourceListing | undefined;

  return async ({ signal }) => {
    const hasChanged = await cache.refresh();
    if (lasting && !hasChanged) return lasting;
    const found = await scanFolders(folder, { maxDepth, cache, signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new SkillError("source_failed", describeRootFailure(folder, error), { cause: error });
    });
    const regular = found.skills.filter(({ isLink }) => !isLink);
    const outcomes = await cache.readFiles(
      regular.map(({ file }) => file),
      interpret,
    );
    const bySkill = new Map(regular.map((skill, index) => [skill, outcomes[index]]));
    const skills: SkillSummary[] = [];
    const diagnostics = [...found.diagnostics];
    for (const skill of found.skills) {
      const outcome = bySkill.get(skill) ?? (await readLinkedFile(skill.folder));
      if ("value" in outcome) skills.push(summarize(skill, outcome.value, diagnostics));
      else diagnostics.push(notLoaded(skill.file, outcome.error));
    }
    const listing = { skills: Object.freeze(skills), diagnostics: Object.freeze(diagnostics) };
    lasting = found.isByNames && outcomes.every((outcome) => "value" in outcome) ? listing : undefined;
    return listing;
  };
}

function summarize(
  { file: uri, folder, resources, scripts, diagnostics: found }: FoundSkill,
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

function describeRootFailure(folder: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return `The skills folder ${folder} does not exist. Create it, or name another one.`;
  if (code === "ENOTDIR") return `${folder} is a file. Name the folder that holds the skills' folders.`;
  return `The skills folder ${folder} could not be read: ${messageOf(error)}`;
}
