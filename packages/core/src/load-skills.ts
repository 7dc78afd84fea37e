// The usual entry: makes sources of what is named and a toolset of them, and waits for its first load.

import { directory, existingFolders } from "#platform";
import { SkillError } from "./base/errors.js";
import { isList } from "./base/is-list.js";
import type { SkillSource } from "./sources/source.js";
import { type LoadOptions, SkillsToolset } from "./toolset.js";

/** Where agents keep their skills: what {@link loadSkills} reads when no place is named. An earlier one overrides a later one. */
export const DEFAULT_SKILL_FOLDERS: readonly string[] = ["./skills", "./.agents/skills", "./.claude/skills"];

/**
 * A ready toolset: its skills are loaded.
 *
 * @param from a directory, a source, or several of both, a later one overriding an earlier one.
 *   None: those of {@link DEFAULT_SKILL_FOLDERS} that exist
 * @throws SkillError `source_failed` when a directory that was named cannot be read; `invalid_option` for `trusted`, which is an option of a source
 */
export async function loadSkills(
  from?: string | SkillSource | readonly (string | SkillSource)[],
  options: LoadOptions = {},
): Promise<SkillsToolset> {
  const given =
    from === undefined ? await existingFolders(DEFAULT_SKILL_FOLDERS.toReversed()) : isList(from) ? from : [from];
  if ("trusted" in options)
    throw new SkillError(
      "invalid_option",
      "loadSkills has no option trusted. Write loadSkills(directory(PATH, { trusted: false })).",
    );
  const named = new Set<string>();
  const sources = given.map((item) => {
    if (typeof item !== "string") return item;
    const source = directory(item, { maxDepth: options.maxDepth });
    named.add(source.id);
    return source;
  });
  const toolset = new SkillsToolset({ ...options, sources });
  const failure = (await toolset.getDiagnostics()).find(
    ({ code, location = "" }) => code === "source-failed" && named.has(location),
  );
  if (failure) throw new SkillError("source_failed", failure.message);
  return toolset;
}
