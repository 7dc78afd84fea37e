// Words of a command line that name a file of the skill by its path there, as instructions that were tried in its folder do.

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { problemOfPath } from "../../files/relative-path.js";

/** The words as they are passed, and those of them that were taken for files of the skill. */
export interface ResolvedWords {
  readonly words: readonly string[];
  readonly taken: readonly string[];
}

/** With a folder in front, since a bare name such as `README.md` mostly is a file that a script shall write. */
const PATH_IN_FOLDER = /^(--?[\w-]+=)?(?:\.\/)?([^/].*\/[^/]+)$/s;

/** An option whose value is a file to be written. */
const OUTPUT = /^--?(?:o|out[\w-]*|dest[\w-]*|target|save[\w-]*|write[\w-]*|to)=?$/i;

/** More words than that are a list of something else; each costs two looks at the disk. */
const MAX_WORDS = 100;

/**
 * Puts the skill's folder in front of paths that lead to one of its files and to nothing in the work folder, where relative
 * paths begin: `--template assets/letter.html`.
 *
 * @param folder the skill's folder
 */
export function resolveSkillFiles(words: readonly string[], folder: string, workFolder: string): ResolvedWords {
  if (folder === workFolder || words.length > MAX_WORDS) return { words, taken: [] };
  const taken: string[] = [];
  const resolved = words.map((word, index) => {
    const [, option = "", path = ""] = PATH_IN_FOLDER.exec(word) ?? [];
    if (problemOfPath(path) !== undefined || OUTPUT.test(option || (words[index - 1] ?? ""))) return word;
    // Where its folder is there, it can be a file that a script shall write.
    if (kindOf(join(workFolder, dirname(path))) !== "nothing" || kindOf(join(folder, path)) !== "file") return word;
    taken.push(path);
    return `${option}${join(folder, path)}`;
  });
  return { words: resolved, taken };
}

/** A link is neither: where it leads is not known. */
function kindOf(path: string): "file" | "nothing" | "other" {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status === undefined ? "nothing" : status.isFile() ? "file" : "other";
  } catch {
    return "other";
  }
}
