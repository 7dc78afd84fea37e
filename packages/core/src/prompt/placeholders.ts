// What stands in instructions for the skill's own folder, or its plugin's, as the paths that tools take.

import { SKILL_FILE, type Skill, type SkillEntry } from "../base/skill.js";
import { likelyFolder, OWN_FOLDER } from "../text/skill-placeholders.js";

const OF_SKILL = new RegExp(OWN_FOLDER, "g");
const OF_PLUGIN = /\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g;

/** What may be a path behind a placeholder. Bounded, so that each placeholder looks at no more of a text without end. */
const PATH_BEHIND = "(?=\\/([^\\s\"'`<>|;&$()\\[\\]{}*]{1,500}))";

/** So that a path of thousands of characters does not make gigabytes of a text; no public skill that was looked at has more than 31. */
const MAX_REPLACED = 500;

/** Where a skill lies, and its plugin, as a model is shown it, and which files it has. */
export interface SkillPlaces extends Pick<Skill, "name" | "baseDir" | "plugin"> {
  readonly resources: readonly Pick<SkillEntry, "name">[];
  readonly scripts: readonly Pick<SkillEntry, "name">[];
}

/**
 * Puts the folders in place of their placeholders: the base directory, or `$SKILL_DIR` where the skill lies in no folder, which
 * tools take too. Those that can mean another skill's folder, such as `<skill-path>`, are replaced ahead of the path of a file
 * that the skill has. At most 500 of each.
 *
 * @param shown how a path is shown
 */
export function replacePlaceholders(text: string, skill: SkillPlaces, shown: (path: string) => string): string {
  const { name, baseDir, plugin } = skill;
  const folder = baseDir === undefined ? "$SKILL_DIR" : shown(baseDir);
  const isFile = fileTest(skill);
  const likely = new RegExp(`(?:${likelyFolder(name)})${PATH_BEHIND}`, "g");
  const some = replaceSome(text, likely, folder, (path = "") => isFile(path));
  const own = replaceSome(some, OF_SKILL, folder);
  return plugin ? replaceSome(own, OF_PLUGIN, shown(plugin.directory)) : own;
}

function replaceSome(
  text: string,
  pattern: RegExp,
  folder: string,
  isMeant: (path?: string) => boolean = () => true,
): string {
  let replaced = 0;
  return text.replace(pattern, (found: string, path?: unknown) => {
    if (replaced >= MAX_REPLACED || !isMeant(typeof path === "string" ? path : undefined)) return found;
    replaced += 1;
    return folder;
  });
}

/** Whether a path is that of a file of the skill. Each skill has a SKILL.md, so that this name tells nothing. */
function fileTest({ resources, scripts }: SkillPlaces): (path: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (path) => {
    // Lazy: few skills write such placeholders.
    names ??= new Set([...resources, ...scripts].map(({ name }) => name));
    const [bare = ""] = path.split(/[#?]/);
    return names.has(bare.replace(/[.,:!]{1,3}$/, "")) && bare !== SKILL_FILE;
  };
}
