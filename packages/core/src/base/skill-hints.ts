// The fields of a front matter that tell when a skill is meant, beside its description.

import { MAX_SHOWN_DESCRIPTION } from "../text/limits.js";
import { isList } from "./is-list.js";
import { isRecord } from "./is-record.js";
import type { FrontMatter, SkillSummary } from "./skill.js";

/** A skill as lists show it. */
type Described = Pick<SkillSummary, "description"> & Partial<Pick<SkillSummary, "metadata">>;

const WHEN_TO_USE = "when_to_use";
const HINTS = [WHEN_TO_USE, "triggers", "tags", "keywords"];

/** How many values of one field are read. */
const MAX_VALUES = 200;
/** What all of them may have together, in characters. */
const MAX_HINTS = 4_000;

/** The description as a model reads it: with `when_to_use` behind it, unless it says the same already. */
export function shownDescription({ description, metadata = {} }: Described): string {
  const when = textsOf(metadata, [WHEN_TO_USE]).join(" ").slice(0, MAX_SHOWN_DESCRIPTION).trim();
  if (when === "" || description.length > MAX_SHOWN_DESCRIPTION) return description;
  if (comparable(description).includes(comparable(when))) return description;
  return `${description}${/[\p{L}\p{N}]$/u.test(description) ? "." : ""} ${when}`;
}

/** What a skill is found by besides: `when_to_use`, `triggers`, `tags` and `keywords`, also those below `metadata`. */
export function hintsOf({ metadata = {} }: Partial<Pick<SkillSummary, "metadata">>): string {
  return textsOf(metadata, HINTS).join("\n").slice(0, MAX_HINTS);
}

/** The texts of some fields, each once, and of those below `metadata`, where the standard wants fields that it does not know. */
function textsOf(metadata: FrontMatter, fields: readonly string[]): string[] {
  const below = metadata["metadata"];
  const maps: Readonly<Record<string, unknown>>[] = [metadata, isRecord(below) ? below : {}];
  return [...new Set(maps.flatMap((map) => fields.flatMap((field) => textsIn(map[field]))))];
}

/** The texts of a field: prose, a list, or a list of maps. */
function textsIn(value: unknown): string[] {
  const waiting: unknown[] = [value];
  const texts: string[] = [];
  for (let read = 0; waiting.length > 0 && read < MAX_VALUES; read++) {
    const next = waiting.shift();
    if (typeof next === "string") texts.push(next);
    else if (isList(next)) waiting.push(...next.slice(0, MAX_VALUES));
    else if (isRecord(next)) waiting.push(...Object.values(next).slice(0, MAX_VALUES));
  }
  return texts;
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s.;]+/g, " ")
    .trim();
}
