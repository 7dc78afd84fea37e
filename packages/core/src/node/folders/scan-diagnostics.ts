// What a scan of folders reports.

import { join, relative } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { SKILL_FILE } from "../../base/skill.js";
import { MAX_NAMED_PROBLEMS } from "../../text/limits.js";
import { isShortage } from "../descriptors.js";
import { type FolderEntry, MAX_NAMES } from "./folder-cache.js";
import { noDescriptorsLeft } from "./no-descriptors-left.js";

export function linkedFolder(path: string, target: string, isAllowed: boolean): Diagnostic {
  const leads = `${path} is a symlink to ${target}`;
  if (isAllowed) {
    const message = `${leads}; the skills there are used, and their files must lie there.`;
    return { code: "symlinked-folder", severity: "info", message, location: path };
  }
  const message = `${leads}, out of the folder of a source that is not trusted; it is not followed. Name that folder as a source, or copy it here.`;
  return { code: "symlinked-folder", severity: "warning", message, location: path };
}

export function tooManyNames(root: string): Diagnostic {
  return {
    code: "too-many-names",
    severity: "error",
    message: `More than ${MAX_NAMES} files and folders lie below ${root}; the rest is not looked at, so skills and files are missing. Name folders that hold skills alone, or lower maxDepth.`,
    location: root,
  };
}

export function misspelledFiles(folder: string, entries: readonly FolderEntry[]): Diagnostic[] {
  const misspelled = entries.filter(
    ({ name, kind }) => kind === "file" && name !== SKILL_FILE && name.toLowerCase() === "skill.md",
  );
  return misspelled.map(({ name }) => ({
    code: "misspelled-skill-file",
    severity: "warning",
    message: `${join(folder, name)} is not read: the file must be named exactly ${SKILL_FILE}. Rename or remove it.`,
    location: join(folder, name),
  }));
}

export function unreadableFolder(path: string, error: unknown): Diagnostic {
  if (isShortage(error)) return noDescriptorsLeft(`The folder ${path} could not be read`, path);
  return {
    code: "folder-unreadable",
    severity: "warning",
    message: `The folder ${path} could not be read: ${messageOf(error)}`,
    location: path,
  };
}

/** The folders below a root whose SKILL.md makes no skill. */
export interface UnlistedSkills {
  readonly root: string;
  readonly maxDepth: number;
  /** Those that lie deeper than `maxDepth`, with how deep they lie. */
  readonly deeper: readonly { readonly path: string; readonly depth: number }[];
  /** Those inside of another skill. */
  readonly nested: readonly string[];
  /** True when not all that lies deeper was looked at. */
  readonly isCut: boolean;
}

/** So that no SKILL.md is missing in silence: how many there are, and what makes skills of them. */
export function unlistedSkills({ root, maxDepth, deeper, nested, isCut }: UnlistedSkills): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (deeper.length > 0) {
    const depth = Math.max(...deeper.map((one) => one.depth));
    const count = `${isCut ? "At least " : ""}${counted(deeper.length)}`;
    const places = examples(
      root,
      deeper.map(({ path }) => path),
    );
    found.push({
      code: "skills-too-deep",
      severity: "warning",
      message: `${count} below ${root} deeper than maxDepth ${maxDepth} and not loaded: ${places}. Set maxDepth to ${depth} (--max-depth ${depth}), or name the folder that holds them as a source.`,
      location: root,
    });
  } else if (isCut) {
    const message = `Below ${root} lies more than is searched for files named ${SKILL_FILE} deeper than maxDepth ${maxDepth}; the rest was not looked at. Where skills are missing, name the folder that holds them as a source.`;
    found.push({ code: "skills-too-deep", severity: "info", message, location: root });
  }
  if (nested.length > 0) {
    found.push({
      code: "skills-in-skills",
      severity: "info",
      message: `${counted(nested.length)} below ${root} inside of another skill's folder, and can be read as files of that skill: ${examples(root, nested)}. To have one as a skill too, name its own folder as a source.`,
      location: root,
    });
  }
  return found;
}

function counted(count: number): string {
  return count === 1 ? `1 ${SKILL_FILE} lies` : `${count} files named ${SKILL_FILE} lie`;
}

function examples(root: string, folders: readonly string[]): string {
  const shown = folders.slice(0, MAX_NAMED_PROBLEMS).map((folder) => join(relative(root, folder), SKILL_FILE));
  const more = folders.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
