// What stands in instructions for the skill's own folder, or its plugin's, as the paths that tools take.

import type { SkillSummary } from "../base/skill.js";

/** As variables of a shell are written. */
const VARIABLE = "(?:CLAUDE_)?SKILL_(?:DIRECTORY|DIR|ROOT|FOLDER)";
const WORDS = "(?:[Ss]kill|[Bb]ase)[ _-]?(?:[Dd]irectory|[Dd]ir|[Rr]oot|[Ff]older)";
/** Not in snake case, which in a single pair of braces is a variable of Python. */
const ONE_WORD = "(?:skill|base)-?(?:[Dd]irectory|[Dd]ir|[Rr]oot|[Ff]older)";

/** `${CLAUDE_SKILL_DIR}`, `$SKILL_DIR`, `{{skill_dir}}`, `{baseDir}`, `<skill-dir>`. */
const OF_SKILL = new RegExp(
  `\\$\\{${VARIABLE}\\}|\\$${VARIABLE}\\b|\\{\\{ ?(?:${WORDS}|${VARIABLE}) ?\\}\\}|\\{(?:${ONE_WORD}|${VARIABLE})\\}|<(?:${WORDS}|${VARIABLE})>`,
  "g",
);
const OF_PLUGIN = /\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g;

/** So that a path of thousands of characters does not make gigabytes of a text; no public skill that was looked at has more than 31. */
const MAX_REPLACED = 500;

/** Where a skill lies, and its plugin, as a model is shown it. */
export type SkillPlaces = Pick<SkillSummary, "baseDir" | "plugin">;

/**
 * Puts the folders in place of their placeholders: the base directory, or `$SKILL_DIR` where the skill lies in no folder, which
 * tools take too. At most 500 of each.
 *
 * @param shown how a path is shown
 */
export function replacePlaceholders(
  text: string,
  { baseDir, plugin }: SkillPlaces,
  shown: (path: string) => string,
): string {
  const own = replaceSome(text, OF_SKILL, baseDir === undefined ? "$SKILL_DIR" : shown(baseDir));
  return plugin ? replaceSome(own, OF_PLUGIN, shown(plugin.directory)) : own;
}

function replaceSome(text: string, pattern: RegExp, path: string): string {
  let replaced = 0;
  return text.replace(pattern, (found) => {
    replaced += 1;
    return replaced <= MAX_REPLACED ? path : found;
  });
}
