// Where the files of a skill lie, if that is on this disk.

import { failureOf } from "../base/errors.js";
import type { CatalogEntry } from "../catalog/catalog.js";

/** @throws SkillError the source's own; `source_failed` for whatever else it throws, which is the cause */
export function directoryOf({ skill, source }: CatalogEntry): string | undefined {
  try {
    return source.directoryOf?.(skill);
  } catch (error) {
    const what = `The source ${source.id} could not tell the folder of the skill ${skill.name}`;
    throw failureOf(what, error, "source_failed");
  }
}
