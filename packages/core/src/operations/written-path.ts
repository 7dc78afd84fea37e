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
  /** Where it leads when that is out of the skill's folder: an absolute path, or one from that folder. */
  readonly outside?: string | undefined;
}

/** Longer ones are no paths that anybody wrote, in characters. */
const MAX_WRITTEN_PATH = 4_096;

/** `{baseDir}/`, `{{skillDir}}/`, `${CLAUDE_SKILL_DIR}/`, `$SKILL_DIR/`, `<skill-dir>/`: the skill's own folder. */
const PLACEHOLDER = /^(?:\$?\{\{?\s?[\w-]{1,40}\s?\}?\}|\$\w{1,40}|<[\w -]{1,40}>)(?:\/|$)/;

/** The folder of a plugin is not that of its skill: `${CLAUDE_PLUGIN_ROOT}/`. */
const PLUGIN_PLACEHOLDER = /PLUGIN/i;

/** From the root of a disk, or up. */
const LEADS_OUT = /^(?:\/|[A-Za-z]:\/)|(?:^|\/)\.\.\//;

/**
 * Reads a path as instructions name it: with the skill's absolute folder, a placeholder or the skill's own name in front, with a
 * fragment or a query behind, or from a file in a folder of the skill, with `../` in front.
 */
export function readWrittenPath(written: string, skill: NamedSkill): WrittenPath {
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
  // The folder above is not the skill's own.
  const own = up.filter((path) => path !== "");
  const paths = [...whole, ...below, ...own].map((path) => path.replace(/\/+$/, "") || ".");
  const outside = leadsOutside(whole.at(-1) ?? "", skill);
  return { paths: [...new Set(paths)], fragment: fragment || undefined, leadsUp: up.length > 0, outside };
}

/** What is asked of the skill in whose instructions a path stands. */
type NamedSkill = Pick<SkillSummary, "name" | "baseDir" | "plugin">;

function leadsOutside(path: string, { plugin }: NamedSkill): string | undefined {
  const placeholder = PLACEHOLDER.exec(path)?.[0] ?? "";
  if (!PLUGIN_PLACEHOLDER.test(placeholder)) return LEADS_OUT.test(path) ? path : undefined;
  return `${plugin?.directory ?? ".."}/${path.slice(placeholder.length)}`;
}

/** What stands behind the skill's own folder, however that is written. */
function* belowFolder(path: string, { name, baseDir = "" }: NamedSkill): Iterable<string> {
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
