// A skill while its folder is scanned: collects its files as resources and scripts.

import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { SKILL_FILE, type SkillEntry } from "../../base/skill.js";
import { problemOfPath } from "../../files/relative-path.js";
import { classify } from "./classify-file.js";
import { pathIn } from "./path-in.js";

/** How many files of one skill are listed. */
const MAX_FILES = 2_000;

/** A folder with a SKILL.md, and the names of its files. */
export interface FoundSkill {
  readonly folder: string;
  /** Its SKILL.md. */
  readonly file: string;
  /** Whether that is a symlink. */
  readonly isLink: boolean;
  readonly resources: SkillEntry[];
  readonly scripts: SkillEntry[];
  readonly diagnostics: Diagnostic[];
  /** How many files it has, with those that still have to be looked up. */
  fileCount: number;
}

/**
 * A deferred check of an entry whose name does not tell what it is. All those of one level of folders run at the same time;
 * the callbacks that they resolve to are then called in the order of the names, and may return another check.
 */
export type LookUp = () => Promise<() => LookUp | undefined>;

/** A skill of which nothing but its SKILL.md is known yet. */
export function foundSkill(folder: string, isLink: boolean): FoundSkill {
  const file = pathIn(folder, SKILL_FILE);
  return { folder, file, isLink, resources: [], scripts: [], diagnostics: [], fileCount: 0 };
}

/**
 * Adds a file as a script or a resource, up to the limit.
 *
 * @returns what has to be looked up, where the name alone does not tell which of the two it is
 */
export function addFile(skill: FoundSkill, path: string, uri: string): LookUp | undefined {
  if (skill.fileCount >= MAX_FILES) {
    tooManyFiles(skill);
    return undefined;
  }
  const problem = problemOfPath(path);
  if (problem !== undefined) {
    skill.diagnostics.push(unusableName(skill.folder, path, problem));
    return undefined;
  }
  skill.fileCount += 1;
  const entry = Object.freeze({ name: path, uri });
  const kind = classify(path);
  if (kind !== "unknown") {
    (kind === "script" ? skill.scripts : skill.resources).push(entry);
    return undefined;
  }
  return async () => {
    const { startsLikeProgram } = await import("./inspect-file.js");
    const entries = (await startsLikeProgram(uri)) ? skill.scripts : skill.resources;
    return () => {
      entries.push(entry);
      return undefined;
    };
  };
}

/** A link to a file of the skill is that file. A link to a folder is not followed, since it could lead in a circle. */
export function addLink(skill: FoundSkill, path: string): LookUp {
  return async () => {
    const { kindOfLink } = await import("./inspect-file.js");
    const kind = await kindOfLink(skill.folder, path);
    return () => {
      if (kind === "outside") skill.diagnostics.push(leadsOutside(skill.folder, path));
      return kind === "file" ? addFile(skill, path, join(skill.folder, path)) : undefined;
    };
  };
}

function leadsOutside(folder: string, path: string): Diagnostic {
  return {
    code: "symlink-outside",
    severity: "warning",
    message: `The symlink ${path} leads nowhere or out of the skill's folder and is not listed. Copy the file into the skill.`,
    location: join(folder, path),
  };
}

/** A name that no reading accepts would only be listed to be refused. */
function unusableName(folder: string, path: string, problem: string): Diagnostic {
  return {
    code: "unusable-file-name",
    severity: "warning",
    message: `The file ${path} is not listed: ${problem}. Rename it.`,
    location: join(folder, path),
  };
}

/** Said once a skill. */
function tooManyFiles({ diagnostics }: FoundSkill): void {
  if (diagnostics.some(({ code }) => code === "too-many-files")) return;
  diagnostics.push({
    code: "too-many-files",
    severity: "warning",
    message: `The skill has more than ${MAX_FILES} files; only so many are listed. Move data that no model reads out of the skill.`,
  });
}
