// The one place where operations read a file from a source.

import { failureOf } from "../base/errors.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { SkillSource } from "../sources/source.js";
import { withinTime } from "./within-time.js";

/**
 * Reads one file of a listed skill from its source.
 *
 * @throws SkillError the source's own; `source_failed` for whatever else it throws, which is the cause, and where it does not answer
 *   within a minute; an abort as it is
 */
export async function readFile(
  { skill, source }: CatalogEntry,
  path: string,
  options: Parameters<SkillSource["readFile"]>[2],
): Promise<Uint8Array> {
  try {
    return await withinTime(source.readFile(skill, path, options));
  } catch (error) {
    throw failureOf(
      `The source ${source.id} could not read ${path} of the skill ${skill.name}`,
      error,
      "source_failed",
      options.signal,
    );
  }
}
