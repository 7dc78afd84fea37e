// How instructions write the folder of their own skill, where no path can be known.

/** As variables of a shell are written. */
const VARIABLE = "(?:CLAUDE_)?SKILL_(?:DIRECTORY|DIR|ROOT|FOLDER)";
const FOLDER = "(?:[Dd]irectory|[Dd]ir|[Rr]oot|[Ff]older)";
const WORDS = `(?:[Ss]kill|[Bb]ase)[ _-]?${FOLDER}`;
/** Not in snake case, which in a single pair of braces is a variable of Python. */
const ONE_WORD = `(?:skill|base)-?${FOLDER}`;
const THIS_SKILL = `<[Tt]his[ _-][Ss]kill(?:[ _-](?:[Pp]ath|${FOLDER})>|>(?=/))|<[Pp]ath[ _-]to[ _-]this[ _-]skill>`;

/** `${CLAUDE_SKILL_DIR}`, `$SKILL_DIR`, `{{skill_dir}}`, `{baseDir}`, `<skill-dir>`, `<this-skill-path>`: nothing else is meant by these. */
export const OWN_FOLDER: string = `\\$\\{${VARIABLE}\\}|\\$${VARIABLE}\\b|\\{\\{ ?(?:${WORDS}|${VARIABLE}) ?\\}\\}|\\{(?:${ONE_WORD}|${VARIABLE})\\}|<(?:${WORDS}|${VARIABLE})>|${THIS_SKILL}`;

const SKILL_PATH = "(?:skill[_-]?[Pp]ath|SKILL_PATH)";

/** `{skill_path}`, `<skill>`, `<path-to-skill>`: the skill's own folder, or that of a skill which is spoken of. */
const SOME_FOLDER = `\\{\\{ ?${SKILL_PATH} ?\\}\\}|\\$?\\{${SKILL_PATH}\\}|\\$SKILL_PATH\\b|<(?:[Ss]kill(?:[ _-][Pp]ath)?|SKILL(?:_PATH)?|[Pp]ath[ _-]to[ _-](?:the[ _-])?skill)>`;

/** Placeholders that mean the folder of a skill of that name where a file of it stands behind them: `<my-skill-path>` too. */
export function likelyFolder(skillName: string): string {
  const name = skillName.slice(skillName.lastIndexOf(":") + 1).replaceAll(/[^\p{L}\p{N}_-]/gu, "\\$&");
  return `${SOME_FOLDER}|<${name}[ _-](?:[Pp]ath|${FOLDER})>`;
}
