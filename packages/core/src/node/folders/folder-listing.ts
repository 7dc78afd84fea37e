// Lists the skills of a folder: scans it, pins each skill's folder, and makes a summary of each SKILL.md.

import { lstat } from "node:fs";
import { realpath } from "node:fs/promises";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf, SkillError, SkillValidationError } from "../../base/errors.js";
import type { SkillInvocation, SkillSummary } from "../../base/skill.js";
import type { SkillSource, SourceListing } from "../../sources/source.js";
import { isShortage, systemCodeOf } from "../descriptors.js";
import { isInside } from "../is-inside.js";
import type { Identity, PinnedFolder } from "../pinned-folder.js";
import { createFolderCache } from "./folder-cache.js";
import type { FoundSkill, Inspect } from "./found-skill.js";
import { irregularFile, readLinkedFile, withoutLinksToOthers } from "./linked-file.js";
import { interpret, type ListedFile } from "./listed-file.js";
import { keptWithoutDescriptors, noDescriptorsLeft } from "./no-descriptors-left.js";
import { policiesOf, withPolicy } from "./policies.js";
import { type Reach, reaches } from "./reaches.js";
import type { ReadOutcome } from "./read-many.js";
import { type FolderScan, scanFolders } from "./scan-folders.js";
import { areUnmoved } from "./unmoved.js";
import { unusableSkills } from "./unusable-skills.js";

/** The listings of one folder. */
export interface FolderListing {
  /** Reads the SKILL.md files, the second time only those that have changed. */
  readonly list: SkillSource["list"];
  /** A skill's folder as it was when it was listed last. */
  pinOf(skill: SkillSummary): PinnedFolder | undefined;
  /** Whether a folder, a real path, lies in one that is looked at, or holds one. */
  reaches(path: string): boolean;
}

/** What to list. */
export interface FolderListingOptions {
  readonly maxDepth: number;
  readonly trusted: boolean;
}

/** What one listing leaves for the next. */
interface Listed {
  readonly listing: SourceListing;
  /** False where something could be read only in part, or can change without a trace. */
  readonly isLasting: boolean;
  readonly reach: Reach;
  /** By the skill's folder as it is listed. */
  readonly pins: ReadonlyMap<string, PinnedFolder>;
  readonly rootIdentity: string;
}

/**
 * Makes the listings of a folder.
 *
 * @param folder absolute path
 */
export function createFolderListing(folder: string, options: FolderListingOptions): FolderListing {
  const cache = createFolderCache(folder);
  const programs = createProgramMemory();
  /** Those of linked SKILL.md files, by their folders. */
  let linked = new Map<string, ListedFile>();
  /** Also of skills that are not listed any more, as calls under way finish with what they began with. */
  const pinsOfOldListings = new WeakMap<SkillSummary, PinnedFolder>();
  let last: Listed | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function listNow(signal: AbortSignal | undefined): Promise<SourceListing> {
    const startedAt = Date.now();
    const hasChanged = await cache.refresh();
    if (last?.isLasting && !hasChanged) return last.listing;
    const before = last;
    // An abort must not leave a listing behind whose changes are known to nobody.
    if (last) last = { ...last, isLasting: false };
    const { scan, realRoot } = await scanRoot(signal);
    const areInPlace = () => areUnmoved(scan.skills, realRoot, startedAt);
    // One after the other: mixed in one queue of the thread pool they cost more.
    const pins = await pinAll(scan.skills);
    const outcomes = await readRegular(scan.skills, areInPlace);
    await readLinked(scan.skills, pins, outcomes);
    const policies = await policiesOf(scan.skills, cache);
    const diagnostics = [...scan.diagnostics, ...policies.diagnostics];
    const skills: SkillSummary[] = [];
    const broken: FoundSkill[] = [];
    const kept = [...scan.kept, ...programs.takeKept()];
    for (const skill of scan.skills) {
      const outcome = outcomes.get(skill) ?? { error: undefined };
      const pin = pins.get(skill.folder);
      if ("value" in outcome && pin) {
        if (outcome.isKept) kept.push(skill.file);
        skills.push(summarize(skill, outcome.value, policies.bySkill.get(skill), diagnostics));
      } else if ("error" in outcome) {
        diagnostics.push(notLoaded(skill.file, outcome.error));
        broken.push(skill);
      }
    }
    const unusable = unusableSkills(broken, before?.listing ?? { skills: [], diagnostics: [] });
    // Of one that vanished nothing is read, but it can be told where it lay.
    for (const { found, summary } of unusable) pinsOfOldListings.set(summary, { path: found.real, dev: 0n, ino: 0n });
    if (kept.length > 0) diagnostics.push(keptWithoutDescriptors(kept, folder));
    // A root that leads elsewhere is a deployment, not a skill that was replaced.
    const replaced = before?.rootIdentity === cache.rootIdentity() ? await replacedSince(before.pins, pins) : [];
    diagnostics.push(...replaced);
    const isWhole =
      kept.length + replaced.length === 0 &&
      policies.isWhole &&
      [...outcomes.values()].every((outcome) => "value" in outcome);
    // Not before, since weak entries cost the garbage collector more than a listing that is never replaced should pay.
    if (before) keepPins(before);
    last = {
      listing: {
        skills: Object.freeze(skills),
        diagnostics: Object.freeze(diagnostics),
        unusable: Object.freeze(unusable.map(({ summary }) => summary)),
      },
      isLasting: scan.isByNames && isWhole,
      reach: { root: realRoot, elsewhere: [...scan.followed].filter((target) => !isInside(realRoot, target)) },
      pins,
      rootIdentity: cache.rootIdentity(),
    };
    return last.listing;
  }

  function keepPins({ listing, pins }: Listed): void {
    for (const skill of listing.skills) {
      const pin = pins.get(skill.baseDir ?? "");
      if (pin) pinsOfOldListings.set(skill, pin);
    }
  }

  async function scanRoot(signal: AbortSignal | undefined): Promise<{ scan: FolderScan; realRoot: string }> {
    try {
      const realRoot = await realpath(folder);
      const { inspect } = programs;
      const scan = await scanFolders(folder, { ...options, realRoot, cache, inspect, signal });
      if (!scan.skills.some(({ fileKind }) => fileKind === "link")) return { realRoot, scan };
      return { realRoot, scan: { ...scan, isByNames: false, skills: await withoutLinksToOthers(scan.skills) } };
    } catch (error) {
      signal?.throwIfAborted();
      throw new SkillError("source_failed", describeRootFailure(folder, error), { cause: error });
    }
  }

  /** Those that are no links; what is no file is not even opened. What could have been exchanged meanwhile is read once more, each with a look at its place. */
  async function readRegular(
    skills: readonly FoundSkill[],
    areInPlace: () => Promise<boolean>,
  ): Promise<Map<FoundSkill, ReadOutcome<ListedFile>>> {
    const outcomes = new Map<FoundSkill, ReadOutcome<ListedFile>>();
    for (const skill of skills) if (skill.fileKind === "other") outcomes.set(skill, { error: irregularFile() });
    const regular = skills.filter(({ fileKind }) => fileKind === "file");
    const files = regular.map(({ file, realFile }) => ({ path: file, real: realFile }));
    const areQuiet = await areInPlace();
    let read = await cache.readFiles(files, { isPlaceChecked: !areQuiet }, interpret);
    if (areQuiet && !(await areInPlace())) {
      cache.forgetBelow(folder);
      read = await cache.readFiles(files, { isPlaceChecked: true }, interpret);
    }
    for (const [index, outcome] of read.entries()) {
      const skill = regular[index];
      if (skill) outcomes.set(skill, outcome);
    }
    return outcomes;
  }

  async function readLinked(
    skills: readonly FoundSkill[],
    pins: Listed["pins"],
    outcomes: Map<FoundSkill, ReadOutcome<ListedFile>>,
  ): Promise<void> {
    const before = linked;
    linked = new Map();
    const links = skills.filter(({ fileKind }) => fileKind === "link");
    await Promise.all(links.map(async (skill) => outcomes.set(skill, await readLink(skill, pins, before))));
    for (const skill of skills) if (!pins.has(skill.folder)) outcomes.set(skill, { error: vanished(skill) });
  }

  async function readLink(
    { folder }: FoundSkill,
    pins: Listed["pins"],
    before: ReadonlyMap<string, ListedFile>,
  ): Promise<ReadOutcome<ListedFile>> {
    const pin = pins.get(folder);
    if (!pin) return { error: undefined };
    const outcome = await readLinkedFile(pin);
    const known = before.get(folder);
    const used = "error" in outcome && known && isShort(outcome.error) ? { value: known, isKept: true } : outcome;
    if ("value" in used) linked.set(folder, used.value);
    return used;
  }

  return {
    list({ signal }) {
      // One after the other, since they share what was read.
      const listing = running.then(() => {
        signal?.throwIfAborted();
        return listNow(signal);
      });
      running = listing.catch(() => undefined);
      return listing;
    },
    pinOf: (skill) => last?.pins.get(skill.baseDir ?? "") ?? pinsOfOldListings.get(skill),
    reaches: (path) => reaches(last?.reach, folder, path),
  };
}

/** Remembers which files without an extension are programs, for when the system has no descriptor left to look. */
function createProgramMemory(): { readonly inspect: Inspect; takeKept(): readonly string[] } {
  let answers = new Map<string, boolean>();
  let before = answers;
  let kept: string[] = [];
  return {
    async inspect(path, real) {
      const { startsLikeProgram } = await import("./inspect-file.js");
      const answer = await startsLikeProgram(path, real);
      if (answer === undefined) kept.push(path);
      const isProgram = answer ?? before.get(path) ?? false;
      answers.set(path, isProgram);
      return isProgram;
    },
    takeKept() {
      const taken = kept;
      [before, answers, kept] = [answers, new Map(), []];
      return taken;
    },
  };
}

/** The folders of the skills that are folders, and no links, where they were found. */
function pinAll(skills: readonly FoundSkill[]): Promise<Map<string, PinnedFolder>> {
  const pins = new Map<string, PinnedFolder>();
  return new Promise((resolve) => {
    let pending = skills.length;
    if (pending === 0) resolve(pins);
    for (const { folder, real } of skills) {
      identify(real, (identity) => {
        if (identity) pins.set(folder, { path: real, ...identity });
        pending -= 1;
        if (pending === 0) resolve(pins);
      });
    }
  });
}

/** Which folder lies there, and no link. With bigints only where numbers are too small, since they cost more. */
function identify(path: string, done: (identity: Identity | undefined) => void): void {
  lstat(path, (error, status) => {
    if (error || !status.isDirectory()) return done(undefined);
    const { dev, ino } = status;
    if (Number.isSafeInteger(dev) && Number.isSafeInteger(ino)) return done({ dev: BigInt(dev), ino: BigInt(ino) });
    lstat(path, { bigint: true }, (failed, exact) => done(failed || !exact.isDirectory() ? undefined : exact));
  });
}

/** What became of the folders that were pinned before and are not pinned any more. */
async function replacedSince(before: Listed["pins"], after: Listed["pins"]): Promise<Diagnostic[]> {
  const gone = [...before].filter(([folder, pin]) => {
    const now = after.get(folder);
    return now?.path !== pin.path || now.dev !== pin.dev || now.ino !== pin.ino;
  });
  if (gone.length === 0) return [];
  const { describeReplaced, occupantOf } = await import("../pinned-folder.js");
  const found = await Promise.all(
    gone.map(async ([folder, pin]): Promise<Diagnostic[]> => {
      // What may not be looked at is told by the listing itself.
      const occupant = await occupantOf(pin).catch(() => "the folder itself" as const);
      // That a skill is gone is told by the reload itself.
      if (occupant === "the folder itself" || occupant === "nothing") return [];
      const used = after.has(folder) ? " What is there now is used from now on." : "";
      const message = `${folder}: ${describeReplaced(pin, occupant)}.${used}`;
      return [{ code: "folder-replaced", severity: "warning", message, location: folder }];
    }),
  );
  return found.flat();
}

function vanished({ folder }: FoundSkill): Error {
  return new Error(`${folder} was replaced while it was listed. Reload`);
}

function summarize(
  { file: uri, folder, plugin, resources, scripts, diagnostics: found }: FoundSkill,
  { fields, warnings }: ListedFile,
  policy: SkillInvocation | undefined,
  diagnostics: Diagnostic[],
): SkillSummary {
  for (const warning of [...warnings, ...found]) diagnostics.push({ location: uri, ...warning, skill: fields.name });
  return Object.freeze({
    ...fields,
    invocation: withPolicy(fields, policy),
    uri,
    baseDir: folder,
    ...(plugin && { plugin }),
    resources: Object.freeze(resources),
    scripts: Object.freeze(scripts),
  });
}

function notLoaded(location: string, error: unknown): Diagnostic {
  if (isShort(error)) return noDescriptorsLeft(`Failed to load skill from ${location}`, location);
  const invalid = error instanceof SkillValidationError ? error : undefined;
  return {
    code: invalid?.reason ?? "skill-unreadable",
    severity: "error",
    message: `Failed to load skill from ${location}: ${messageOf(error)}`,
    location,
    line: invalid?.line,
  };
}

/** Also where the system's error is the cause of one of ours. */
function isShort(error: unknown): boolean {
  return isShortage(error) || (error instanceof Error && isShortage(error.cause));
}

function describeRootFailure(folder: string, error: unknown): string {
  const code = systemCodeOf(error);
  if (code === "ENOENT") return `The skills folder ${folder} does not exist. Create it, or name another one.`;
  if (code === "ENOTDIR") return `${folder} is a file. Name the folder that holds the skills' folders.`;
  return `The skills folder ${folder} could not be read: ${messageOf(error)}`;
}
