// What a source of skills is: the contract of `directory`, `memory` and sources of your own.

import type { Diagnostic } from "../base/diagnostics.js";
import type { SkillSummary } from "../base/skill.js";

/** What a source found: the skills, and what it could not use. */
export interface SourceListing {
  readonly skills: readonly SkillSummary[];
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Skills that are there and cannot be used now, such as one whose SKILL.md is broken, each once for every name that it has
   * or had. Where the source is trusted, no stranger's skill takes one of these names.
   *
   * @default none
   */
  readonly unusable?: readonly SkillSummary[] | undefined;
}

/** A file of a skill, or a symlink in its folder. */
export interface SkillFile {
  /** Inside the skill's folder, parts separated by `/`. */
  readonly path: string;
  /** Whether it may be executed where it lies. `undefined` where nothing tells that, as on Windows. */
  readonly isExecutable?: boolean | undefined;
  /** Of a symlink, where it leads: any text that changes when that does. Such an entry has no content; a file behind it has an entry of its own. */
  readonly linksTo?: string | undefined;
}

/** A place that skills come from. Write one to serve skills from a database, an archive or a service. */
export interface SkillSource {
  /** Names the source in diagnostics, such as the path of its folder. */
  readonly id: string;
  /** Whether its scripts may run without approval. */
  readonly trusted: boolean;
  /**
   * What the search uses of its skills. `"full"`: their instructions too, all of which the first search reads. `"listed"`: what was
   * listed alone, for a source whose files nobody shall read, fetch or pay for before one is asked for. @default "full"
   */
  readonly index?: "full" | "listed" | undefined;
  /** Lists the skills without reading their resources and scripts. Called at the first use and at each reload. Rejects when nothing can be listed. */
  list(options: { readonly signal?: AbortSignal | undefined }): Promise<SourceListing>;
  /**
   * Reads one file of a skill.
   *
   * @param path the path inside the skill's folder, parts separated by `/`; `SKILL.md` for the skill itself
   * @throws SkillError when the file is missing, lies outside the skill or is larger than `maxBytes`
   */
  readFile(
    skill: SkillSummary,
    path: string,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Uint8Array>;
  /** The skill's folder, only where its files really lie on this disk. Without it, the skill's files are staged in a temporary folder to run a script. */
  directoryOf?(skill: SkillSummary): string;
  /**
   * All files that a private copy of the skill needs, also those that no listing names, and the symlinks in its folder: an
   * approval is of all of them. Each is `{ path, isExecutable }`, and of a symlink `{ path, linksTo }`, with any text that changes
   * when it leads elsewhere; a file behind it has an entry of its own. Without it, these are its SKILL.md, resources and scripts.
   */
  filesOf?(skill: SkillSummary, options: { readonly signal?: AbortSignal | undefined }): Promise<readonly SkillFile[]>;
  /**
   * Resolves while the skill's folder on this disk is still the one that was listed.
   *
   * @throws SkillError when something else lies there now
   */
  checkFolder?(skill: SkillSummary): Promise<void>;
  /**
   * Whether whoever may write where this source looks decides what lies in a folder: it lies in one that is looked at, however
   * deep, or holds one. Where the source is not trusted, no skill of such a folder is, under whatever source.
   *
   * @param folder a real, absolute path of this disk
   */
  reaches?(folder: string): boolean;
}
