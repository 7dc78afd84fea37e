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

/** Where a command looks for skills. */
export interface Places {
  /** The folders that were named; the usual ones where there are none. */
  readonly directories: readonly string[];
  /** How many folders below each a skill may lie. */
  readonly maxDepth?: number | undefined;
}

/** A set of skills, and what was listed of each. */
export interface LoadedSkills {
  readonly places: Places;
  readonly toolset: SkillsToolset;
  /** Sorted by name. */
  readonly skills: readonly SkillSummary[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many skills the current folder holds where there are none in the usual ones, which were not looked at. */
  readonly besides: number;
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
export async function load(places: Places, options: LoadOptions = {}): Promise<LoadedSkills> {
  const { directories, maxDepth } = places;
  const from = directories.length > 0 ? directories : undefined;
  const toolset = await loadSkills(from, { logger: false, maxDepth, ...options });
  const skills = await toolset.listSummaries();
  const besides = skills.length + directories.length === 0 ? await countBelow(".") : 0;
  return { places, toolset, skills, diagnostics: await toolset.getDiagnostics(), besides };
}

/** How many skills lie below a folder; none where it cannot be read. */
export async function countBelow(folder: string): Promise<number> {
  const toolset = await loadSkills(folder, { logger: false }).catch(() => undefined);
  return (await toolset?.listSummaries())?.length ?? 0;
}

/** What every command that shows skills has to say besides. */
export function notesOf({ places, skills, diagnostics, besides }: LoadedSkills): string[] {
  const { directories } = places;
  const lost = diagnostics.filter(({ severity }) => severity === "error").length;
  const command = directories.length > 0 ? "skillplug validate` with the same --dir" : "skillplug validate`";
  const notes = lost > 0 ? [`${count(lost, "skill")} could not be loaded; \`${command} says why.`] : [];
  // Which is no fault of any skill, but skills are missing.
  const deeper = diagnostics.filter(({ code }) => code === "skills-too-deep").map(({ message }) => message);
  if (skills.length > 0) return [...notes, ...deeper];
  return [`No skills in ${looked(directories)}. ${whereElse(besides)}`, ...notes, ...deeper];
}

/** The folders that were looked at, for a message. */
export function looked(directories: readonly string[]): string {
  return (directories.length > 0 ? directories : DEFAULT_SKILL_FOLDERS).join(", ");
}

/** What to do where there are no skills. */
function whereElse(besides: number): string {
  if (besides > 0) return `Below this folder ${besides === 1 ? "lies 1" : `lie ${besides}`}: add --dir .`;
  return "`skillplug new my-skill` makes one; --dir PATH looks elsewhere.";
}
