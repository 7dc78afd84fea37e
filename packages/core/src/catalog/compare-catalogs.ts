// The difference between two catalogues: the skills added, changed and removed.

import { invocationOf } from "../base/invocation.js";
import { isList } from "../base/is-list.js";
import { isRecord } from "../base/is-record.js";
import type { SkillEntry, SkillSummary } from "../base/skill.js";
import { createTimeSlices } from "../base/time-slices.js";
import type { Catalog, CatalogEntry, SkillsChange } from "./catalog.js";

/** How many values of two front matters are compared: as many as one may hold. Beyond them the skill counts as changed. */
const MAX_COMPARED_VALUES = 10_000;

/** What differs between two catalogues. Of two that follow each other it is known from the load of the second. */
export async function changeBetween(before: Catalog, after: Catalog): Promise<SkillsChange> {
  return after.since === before.revision ? after.change : compareEntries(before.entries, after.entries);
}

/** What differs between the skills of two catalogues, by what their sources tell of them. In slices, since there can be thousands. */
export async function compareEntries(before: Catalog["entries"], after: Catalog["entries"]): Promise<SkillsChange> {
  const added: string[] = [];
  const changed: string[] = [];
  const slices = createTimeSlices();
  for (const [name, entry] of after) {
    const old = before.get(name);
    if (old === undefined) added.push(name);
    else if (!isSameEntry(old, entry)) changed.push(name);
    await slices.rest();
  }
  return { added, changed, removed: [...before.keys()].filter((name) => !after.has(name)) };
}

function isSameEntry(old: CatalogEntry, now: CatalogEntry): boolean {
  const isSameFrom = old.source === now.source && old.trusted === now.trusted && old.looksLike === now.looksLike;
  return isSameFrom && isSameSkill(old.skill, now.skill);
}

/** No texts are made of what is compared: a small file can hold a text that its aliases repeat ten thousand times. */
function isSameSkill(old: SkillSummary, now: SkillSummary): boolean {
  if (old === now) return true;
  return (
    old.revision === now.revision &&
    old.description === now.description &&
    old.license === now.license &&
    old.compatibility === now.compatibility &&
    haveSameInvocation(old, now) &&
    haveSameNames(old.resources, now.resources) &&
    haveSameNames(old.scripts, now.scripts) &&
    // A revision changes with the file, and so with all that stands in it.
    (old.revision !== undefined || isSameData(old.metadata, now.metadata))
  );
}

/** It can stand in a file beside the SKILL.md, which changes without a revision. */
function haveSameInvocation(old: SkillSummary, now: SkillSummary): boolean {
  const [before, after] = [invocationOf(old), invocationOf(now)];
  return before.model === after.model && before.user === after.user;
}

function haveSameNames(old: readonly SkillEntry[], now: readonly SkillEntry[]): boolean {
  return old === now || (old.length === now.length && old.every(({ name }, index) => name === now[index]?.name));
}

/** Whether two front matters hold the same, in the same order. */
function isSameData(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let compared = 0; compared < MAX_COMPARED_VALUES; compared++) {
    const pair = pairs.pop();
    if (!pair) return true;
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    const [parts, others] = [partsOf(a), partsOf(b)];
    if (!parts || !others || parts.length !== others.length) return false;
    if (parts.length > MAX_COMPARED_VALUES || isList(a) !== isList(b)) return false;
    for (const [index, [key, part]] of parts.entries()) {
      const [otherKey, otherPart] = others[index] ?? [];
      if (key !== otherKey) return false;
      pairs.push([part, otherPart]);
    }
  }
  return false;
}

function partsOf(value: unknown): [string, unknown][] | undefined {
  return isRecord(value) || isList(value) ? Object.entries(value) : undefined;
}
