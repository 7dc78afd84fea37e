// What reads files that lie beside a skill, in folders that the host allows to all skills.

import type { SkillSummary } from "../base/skill.js";

/**
 * Reads the file that a path means which leads out of a skill's folder; of a folder it tells the files below it, as paths from there.
 * `undefined` where it lies in none of the allowed folders,
 * or in another skill's.
 *
 * @param path absolute, or from the skill's folder
 * @throws SkillResourceLoadError when it lies in one of them and cannot be read
 */
export type ReadShared = (
  skill: Pick<SkillSummary, "baseDir">,
  path: string,
  limits: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
) => Promise<Uint8Array | readonly string[] | undefined>;
