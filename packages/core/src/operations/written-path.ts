// What a path means that stands in a skill's instructions, as people write them.

import { SKILL_FILE, type SkillSummary } from "../base/skill.js";

/** A path as it was written, read in several ways. */
export interface WrittenPath {
  /** The paths below the skill's folder that it can mean, the most literal first. */
  readonly paths: readonly string[];
  /** What follows `#`: a heading of a Markdown file. */
  readonly fragment?: string | undefined;
  /** True when it leads out of the folder that it is written in: below the skill's folder it is then only a guess. */
  readonly leadsUp: boolean;
}

/** Longer ones are no paths that anybody wrote, in characters. */
const MAX_WRITTEN_PATH = 4_096;

/** `{baseDir}/`, `{{skillDir}}/`, `${CLAUDE_SKILL_DIR}/`, `$SKILL_DIR/`, `<skill-dir>/`: the skill's own folder. */
const PLACEHOLDER = /^(?:\$?\{\{?\s?[\w-]{1,40}\s?\}?\}|\$\w{1,40}|<[\w -]{1,40}>)(?:\/|$)/;

/** The folder of a plugin is not that of its skill. */
const PLUGIN_PLACEHOLDER = /PLUGIN/i;

/**
 * Reads a path as instructions name it: with the skill's absolute folder, a placeholder or the skill's own name in front, with a
 * fragment or a query behind, or from a file in a folder of the skill, with `../` in front.
 */
export function readWrittenPath(written: string, skill: Pick<SkillSummary, "name" | "baseDir">): WrittenPath {
  if (written.length > MAX_WRITTEN_PATH) return { paths: [], leadsUp: false };
  const [, bare = "", fragment] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(written) ?? [];
  const whole = [written, bare].map((path) =>
    path
      .replaceAll("\\", "/")
      .trim()
      .replace(/^(?:\.\/)+/, ""),
  );
  const below = whole.flatMap((path) => [...belowFolder(path, skill)]);
  const up = whole.filter((path) => path.startsWith("../")).map((path) => path.replace(/^(?:\.\.\/)+/, ""));
  const paths = [...whole, ...below, ...up].map((path) => path.replace(/\/+$/, "") || ".");
  return { paths: [...new Set(paths)], fragment: fragment || undefined, leadsUp: up.length > 0 };
}

/** What stands behind the skill's own folder, however that is written. */
function* belowFolder(path: string, { name, baseDir = "" }: Pick<SkillSummary, "name" | "baseDir">): Iterable<string> {
  const folder = baseDir.replaceAll("\\", "/").replace(/\/+$/, "");
  if (folder !== "" && `${path}/`.startsWith(`${folder}/`)) yield path.slice(folder.length + 1);
  const placeholder = PLACEHOLDER.exec(path)?.[0];
  if (placeholder !== undefined && !PLUGIN_PLACEHOLDER.test(placeholder)) yield path.slice(placeholder.length);
  const parts = path.split("/");
  for (const own of new Set([folder.slice(folder.lastIndexOf("/") + 1), name])) {
    const at = parts.indexOf(own);
    if (own !== "" && at >= 0 && at < parts.length - 1) yield parts.slice(at + 1).join("/");
  }
}

/** Whether a path means the skill's own SKILL.md, in whatever case. */
export function meansSkillFile({ paths }: WrittenPath): boolean {
  return paths.some((path) => path.toLowerCase() === SKILL_FILE.toLowerCase());
}
