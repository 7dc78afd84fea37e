// The usual entry: makes sources of what is named and a toolset of them, and waits for its first load.

import { directory, existingFolders } from "#platform";
import { SkillError } from "./base/errors.js";
import { isList } from "./base/is-list.js";
import { aPathOrUrl, checkOptions, describe, either } from "./base/options.js";
import type { SkillSource } from "./sources/source.js";
import { SkillsToolset } from "./toolset.js";
import { aSource, LOAD_RULES, type LoadOptions } from "./toolset-options.js";

/** Where agents keep their skills: what {@link loadSkills} reads when no place is named. An earlier one overrides a later one. */
export const DEFAULT_SKILL_FOLDERS: readonly string[] = ["./skills", "./.agents/skills", "./.claude/skills"];

/**
 * A ready toolset: its skills are loaded.
 *
 * @param from the path of a directory or its `file:` URL, a source, or several of them, a later one overriding an earlier one. A
 *   relative path begins at this process's working folder. None: those of {@link DEFAULT_SKILL_FOLDERS} that exist
 * @throws SkillError `source_failed` when a directory that was named cannot be read; `invalid_option` for what is no place of skills, for
 *   an option that there is not, such as `trusted`, which is one of a source, and for a value that an option does not take
 */
export async function loadSkills(
  from?: string | URL | SkillSource | readonly (string | URL | SkillSource)[],
  options: LoadOptions = {},
): Promise<SkillsToolset> {
  checkOptions("loadSkills", options, LOAD_RULES, ELSEWHERE);
  const given =
    from === undefined ? await existingFolders(DEFAULT_SKILL_FOLDERS.toReversed()) : isList(from) ? from : [from];
  for (const item of given) checkPlace(item);
  const named = new Set<string>();
  const sources = given.map((item) => {
    if (typeof item !== "string" && !(item instanceof URL)) return item;
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

/** Options of something else. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  trusted: "Write loadSkills(directory(PATH, { trusted: false })).",
  skills: "Write loadSkills(memory([…])), or new SkillsToolset({ skills: […] }).",
  directories: "Write loadSkills([PATH, …]).",
  sources: "Write loadSkills([source, …]).",
  autoDiscover: "new SkillsToolset({ autoDiscover: false }) has it.",
};

const aPlace = either(aPathOrUrl, aSource);

function checkPlace(item: unknown): void {
  if (aPlace.accepts(item)) return;
  const message = `loadSkills takes ${aPlace.expected}, or a list of them, but got ${describe(item)}.`;
  throw new SkillError("invalid_option", message);
}
