// Which skills are trusted: the lowest of all sources that reach the folder in which a skill really lies.

import type { Diagnostic } from "../base/diagnostics.js";
import { messageOf } from "../base/errors.js";
import type { SkillSummary } from "../base/skill.js";
import { createTimeSlices } from "../base/time-slices.js";
import type { SkillSource } from "../sources/source.js";
import { type CatalogEntry, foldersOf } from "./catalog.js";

/** A listed skill, before it is known whether it is trusted. */
export interface ListedSkill {
  readonly skill: SkillSummary;
  readonly source: SkillSource;
}

/**
 * Tells of each skill whether it is trusted. It is, when its source says so, it does not say otherwise itself, and no source
 * that is not trusted reaches its folder, lists a skill in it, or lists one of which it is a part: whoever may write there
 * decides what runs. Where a source cannot tell, the skill is not trusted.
 *
 * @param sources all of them, also those that list nothing
 */
export async function judgeTrust(
  listed: readonly ListedSkill[],
  sources: readonly SkillSource[],
  diagnostics: Diagnostic[],
): Promise<CatalogEntry[]> {
  const slices = createTimeSlices();
  const claims = listed.map(({ skill, source }) => ({ skill, source, trusted: isClaimed(skill, source) }));
  const strangers = claims.filter(({ trusted }) => !trusted);
  const folders = new Map<string, SkillSource>();
  /** The folders in which those lie. */
  const above = new Map<string, SkillSource>();
  for (const { skill, source } of strangers) {
    const places = tryTo(() => foldersOf({ skill, source }));
    for (const folder of "value" in places ? places.value : []) {
      folders.set(folder, source);
      for (const parent of parentsOf(folder)) above.set(parent, source);
    }
    await slices.rest();
  }
  const untrusted = sources.filter(({ trusted }) => trusted !== true);
  const judged: CatalogEntry[] = [];
  for (const claim of claims) {
    const doubt = claim.trusted ? doubtOf(claim, { folders, above, untrusted }) : undefined;
    judged.push(doubt === undefined ? claim : { ...claim, trusted: false });
    if (doubt !== undefined) diagnostics.push(notTrusted(claim, doubt));
    await slices.rest();
  }
  return judged;
}

/** What sources that are not trusted reach. */
interface Strangers {
  readonly folders: ReadonlyMap<string, SkillSource>;
  readonly above: ReadonlyMap<string, SkillSource>;
  readonly untrusted: readonly SkillSource[];
}

function isClaimed(skill: SkillSummary, source: SkillSource): boolean {
  return source.trusted === true && skill.trusted !== false;
}

function doubtOf(listed: ListedSkill, strangers: Strangers): string | undefined {
  const places = tryTo(() => foldersOf(listed));
  if ("failure" in places) return `its source cannot tell where it lies (${places.failure})`;
  return firstOf(places.value, (folder) => doubtAbout(folder, strangers));
}

function doubtAbout(folder: string, { folders, above, untrusted }: Strangers): string | undefined {
  const owner = [folder, ...parentsOf(folder)].map((path) => folders.get(path)).find(Boolean) ?? above.get(folder);
  if (owner) return `its folder ${folder} is shared with a skill of ${owner.id}, which is not trusted`;
  return firstOf(untrusted, (stranger) => {
    const reaches = tryTo(() => stranger.reaches?.(folder) ?? false);
    if ("failure" in reaches)
      return `${stranger.id}, which is not trusted, cannot tell what it reaches (${reaches.failure})`;
    if (reaches.value === false) return undefined;
    return `its folder ${folder} is reached by ${stranger.id}, which is not trusted`;
  });
}

/** The first answer that there is. */
function firstOf<T>(asked: readonly T[], answer: (one: T) => string | undefined): string | undefined {
  for (const one of asked) {
    const found = answer(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tryTo<T>(ask: () => T): { readonly value: T } | { readonly failure: string } {
  try {
    return { value: ask() };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** The folders above one, on any platform; that of `/a/b` is `/a`, and then the root. */
function parentsOf(folder: string): string[] {
  const parents: string[] = [];
  for (let path = folder; /[/\\]/.test(path); ) {
    path = path.replace(/[/\\][^/\\]*$/, "");
    parents.push(path === "" ? "/" : path);
  }
  return parents;
}

function notTrusted({ skill: { name, uri }, source }: ListedSkill, doubt: string): Diagnostic {
  return {
    code: "untrusted-folder",
    severity: "warning",
    message: `The skill "${name}" of ${source.id} is not trusted, since ${doubt}. Its scripts need an approval. Keep the folders of trusted skills apart from those of others.`,
    skill: name,
    source: source.id,
    location: uri ?? source.id,
  };
}
