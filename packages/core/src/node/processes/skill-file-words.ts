// Words of a command line that name a file or a folder of the skill, as instructions that were tried in its folder do.

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { problemOfPath } from "../../files/relative-path.js";
import { likelyFolder, OWN_FOLDER } from "../../text/skill-placeholders.js";

/** The words as they are passed, and what of the skill was taken for some of them, by its path there. */
export interface ResolvedWords {
  readonly words: readonly string[];
  readonly taken: readonly string[];
}

/** Where a script looks for what its words name. */
export interface WordPlaces {
  /** The skill's folder. */
  readonly folder: string;
  /** Where relative paths begin. */
  readonly workFolder: string;
  readonly skillName: string;
}

/** A word, or what stands behind the `=` of an option. */
const VALUE = /^(--?[\w-]+=)?(.*)$/s;

/** An option whose value is a file to be written. */
const OUTPUT = /^--?(?:o|out[\w-]*|dest[\w-]*|target|save[\w-]*|write[\w-]*|to)=?$/i;

/** More words than that are a list of something else; each costs a few looks at the disk. */
const MAX_WORDS = 100;

/**
 * Puts the skill's folder in front of paths that lead to one of its files or folders, and to nothing in the work folder:
 * `--template assets/letter.html`, `{baseDir}/assets/letter.html`, `skills/my-skill/assets/letter.html`.
 */
export function resolveSkillFiles(words: readonly string[], places: WordPlaces): ResolvedWords {
  if (words.length > MAX_WORDS) return { words, taken: [] };
  const taken: string[] = [];
  const resolved = words.map((word, index) => {
    const [, option = "", value = ""] = VALUE.exec(word) ?? [];
    if (OUTPUT.test(option || (words[index - 1] ?? ""))) return word;
    const path = pathInSkill(value, places);
    if (path === undefined) return word;
    taken.push(path || ".");
    return `${option}${join(places.folder, path)}`;
  });
  return { words: resolved, taken };
}

/** The path inside the skill that a value means, empty for its folder; `undefined` for what stays as it is. */
function pathInSkill(value: string, { folder, workFolder, skillName }: WordPlaces): string | undefined {
  // What is there where the value would lead to, or only its folder, in which a script can write it, is the user's.
  const isUsers = (path: string) => kindOf(join(workFolder, path)) !== "nothing";
  const placeholder = placeholderOf(value, skillName);
  if (placeholder !== undefined) {
    const path = value.slice(placeholder.length).replace(/^\/+/, "");
    return !isUsers(placeholder) && isInSkill(path, folder) ? path : undefined;
  }
  const written = value.replace(/^\.\//, "");
  // A bare name such as `README.md` mostly is a file that a script shall write.
  if (!/[^/]\/+[^/]/.test(written) || problemOfPath(written.replace(/\/$/, "")) !== undefined) return undefined;
  if (!isUsers(dirname(written)) && isInSkill(written, folder)) return written;
  const [own, path] = behindOwnName(written, skillName);
  return path !== "" && !isUsers(own) && isInSkill(path, folder) ? path : undefined;
}

/** What a value begins with that means the skill's folder, ahead of a path or, where nothing else can be meant, alone. */
function placeholderOf(value: string, skillName: string): string | undefined {
  if (!/^[<{$]/.test(value)) return undefined;
  const pattern = new RegExp(`^(?:(?:${OWN_FOLDER})(?=/|$)|(?:${likelyFolder(skillName)})(?=/.))`);
  return pattern.exec(value)?.[0];
}

/** The path up to the skill's own name, alone or below `skills`, and what stands behind it: both empty where it is not there. */
function behindOwnName(path: string, skillName: string): readonly [own: string, path: string] {
  const parts = path.split("/");
  const at = parts.indexOf(skillName.slice(skillName.lastIndexOf(":") + 1));
  if (at < 0 || (at > 0 && parts[at - 1] !== "skills")) return ["", ""];
  return [parts.slice(0, at + 1).join("/"), parts.slice(at + 1).join("/")];
}

/** Whether the skill has a file or a folder of that path; what ends with a slash is a folder. */
function isInSkill(path: string, folder: string): boolean {
  const bare = path.replace(/\/$/, "");
  if (bare !== "" && problemOfPath(bare) !== undefined) return false;
  const kind = kindOf(join(folder, bare));
  return kind === "folder" || (kind === "file" && bare === path);
}

/** A link is neither: where it leads is not known. */
function kindOf(path: string): "file" | "folder" | "nothing" | "other" {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return "nothing";
    return status.isFile() ? "file" : status.isDirectory() ? "folder" : "other";
  } catch {
    return "other";
  }
}
