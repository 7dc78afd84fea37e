// The skills that a command works with, and what it says when there are none.

import { existsSync } from "node:fs";
import {
  DEFAULT_SKILL_FOLDERS,
  type Diagnostic,
  type LoadOptions,
  loadSkills,
  type SkillSummary,
  type SkillsToolset,
} from "@skillplug/core";
import { count } from "../output/count.js";

/** A set of skills, and what was listed of each. */
export interface LoadedSkills {
  readonly toolset: SkillsToolset;
  /** Sorted by name. */
  readonly skills: readonly SkillSummary[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The folders that a command reads: those that were named, else those of the usual ones that exist. */
export function foldersOf(directories: readonly string[]): readonly string[] {
  return directories.length > 0 ? directories : DEFAULT_SKILL_FOLDERS.filter((folder) => existsSync(folder));
}

/**
 * Loads the skills of the named folders, or of the usual ones.
 *
 * @throws SkillError `source_failed` when a named folder cannot be read
 */
export async function load(directories: readonly string[], options: LoadOptions = {}): Promise<LoadedSkills> {
  const from = directories.length > 0 ? directories : undefined;
  const toolset = await loadSkills(from, { logger: false, ...options });
  return { toolset, skills: await toolset.listSummaries(), diagnostics: await toolset.getDiagnostics() };
}

/** What every command that shows skills has to say besides. */
export function notesOf({ skills, diagnostics }: LoadedSkills, directories: readonly string[]): string[] {
  const lost = diagnostics.filter(({ severity }) => severity === "error").length;
  const command = directories.length > 0 ? "skillplug validate` with the same --dir" : "skillplug validate`";
  const notes = lost > 0 ? [`${count(lost, "skill")} could not be loaded; \`${command} says why.`] : [];
  if (skills.length > 0) return notes;
  const places = directories.length > 0 ? directories : DEFAULT_SKILL_FOLDERS;
  return [
    `No skills in ${places.join(", ")}. \`skillplug new my-skill\` makes one; --dir PATH looks elsewhere.`,
    ...notes,
  ];
}
