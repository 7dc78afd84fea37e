// Makes one catalogue of what the sources list: checks skills, resolves duplicate names, and filters.

import { type Diagnostic, plainDiagnostic } from "../base/diagnostics.js";
import { failureOf, messageOf } from "../base/errors.js";
import { SKILL_NAME_PATTERN, type SkillSummary } from "../base/skill.js";
import { createTimeSlices } from "../base/time-slices.js";
import { validateSkill } from "../format/validate-skill.js";
import type { SkillSource, SourceListing } from "../sources/source.js";
import { type Catalog, type CatalogEntry, emptyCatalog, foreignSourceOf } from "./catalog.js";
import type { DuplicateRule } from "./choose-skills.js";
import { compareEntries } from "./compare-catalogs.js";

/** `lenient`, also `true`: what can be used is used, with warnings. `strict`: a skill with a warning about the format is not used. `false`: no checks. */
export type ValidateMode = "lenient" | "strict" | boolean;

/** How a catalogue is put together. */
export interface CatalogOptions {
  readonly validate: ValidateMode;
  readonly onDuplicate?: DuplicateRule | undefined;
  readonly filter?: ((skill: SkillSummary) => boolean) | undefined;
}

let lastRevision = emptyCatalog.revision;

/**
 * Lists every source and makes one set of skills. A source that fails gives an error diagnostic and keeps the skills that it
 * had in `previous`; the others are not affected.
 *
 * @param sources from the lowest to the highest precedence
 * @param latest the catalogue of the moment, whose listing stays where a source fails; another load may have ended meanwhile
 * @throws SkillValidationError for two trusted skills of one name where the rule is `error`; SkillError `function_failed` when the filter throws
 */
export async function loadCatalog(
  sources: readonly SkillSource[],
  options: CatalogOptions,
  previous: Catalog = emptyCatalog,
  latest: () => Catalog = () => previous,
): Promise<Catalog> {
  const listing = (source: SkillSource) => listSource(source, () => latest().listings.get(source));
  const outcomes = await Promise.all(sources.map(listing));
  const diagnostics: Diagnostic[] = outcomes.flatMap(({ source, listing, problems }) =>
    [...listing.diagnostics, ...problems].map((problem) =>
      source.trusted ? problem : { ...problem, source: source.id },
    ),
  );
  const { listed, unusable } = await withTrust(outcomes, diagnostics);
  const named = [...listed.flat(), ...unusable];
  const names = new Set(named.map(({ skill }) => skill.name));
  // Lazy: loaded where a name comes twice, or can.
  // A stranger may be named as another skill is called with its plugin in front.
  const isCalled = named.some(({ skill }) => skill.plugin) && named.some(({ trusted }) => !trusted);
  const rules = names.size < named.length || isCalled ? await loadRules() : undefined;
  const called = rules?.withPluginNames(listed) ?? listed;
  const found = called.flatMap(
    (ofOneSource) => rules?.withoutRepeats(ofOneSource, options.onDuplicate, diagnostics) ?? ofOneSource,
  );
  const { usable, faulty } = await checkAll(found, options.validate, diagnostics);
  const reserved = namesOfTrusted([...unusable, ...faulty]);
  const chosen = rules?.chooseSkills(usable, options.onDuplicate, reserved, diagnostics) ?? usable;
  const visible = await filterAll(chosen, options);
  visible.sort(nameOrder(visible));
  const entries = new Map((await withMarks(visible, diagnostics)).map((entry) => [entry.skill.name, entry]));
  return {
    entries,
    diagnostics: diagnostics.map(plainDiagnostic),
    listings: new Map(outcomes.map(({ source, listing }) => [source, listing])),
    revision: ++lastRevision,
    change: await compareEntries(previous.entries, entries),
    since: previous.revision,
  };
}

async function loadRules() {
  return { ...(await import("./choose-skills.js")), ...(await import("./plugin-names.js")) };
}

/** What the sources list, with its trust. */
interface JudgedSkills {
  /** The skills of each source. */
  readonly listed: readonly (readonly CatalogEntry[])[];
  /** Those of all that cannot be used now. */
  readonly unusable: readonly CatalogEntry[];
}

async function withTrust(outcomes: readonly SourceOutcome[], diagnostics: Diagnostic[]): Promise<JudgedSkills> {
  const listed = outcomes.map(({ source, listing }) => listing.skills.map((skill) => ({ skill, source })));
  if (outcomes.every(({ source, listing }) => source.trusted === true && listing.skills.every(isTrusted))) {
    // Where there is no stranger, no name has to be kept from one.
    const trusted = listed.map((ofOneSource) => ofOneSource.map((entry) => ({ ...entry, trusted: true })));
    return { listed: trusted, unusable: [] };
  }
  const unusable = outcomes.flatMap(({ source, listing }) =>
    (listing.unusable ?? []).map((skill) => ({ skill, source })),
  );
  // Lazy: loaded where there are skills that are not trusted.
  const { judgeTrust } = await import("./trust.js");
  const judged = await judgeTrust(
    [...listed.flat(), ...unusable],
    outcomes.map(({ source }) => source),
    diagnostics,
  );
  return { listed: listed.map(({ length }) => judged.splice(0, length)), unusable: judged };
}

function isTrusted({ trusted }: SkillSummary): boolean {
  return trusted !== false;
}

function namesOfTrusted(entries: readonly CatalogEntry[]): Map<string, CatalogEntry> {
  return new Map(entries.filter(({ trusted }) => trusted).map((entry) => [entry.skill.name, entry]));
}

/** Names that keep the pattern differ in more than case, width and what cannot be seen. */
async function withMarks(entries: CatalogEntry[], diagnostics: Diagnostic[]): Promise<CatalogEntry[]> {
  const cannotLookAlike = ({ skill, trusted }: CatalogEntry) => trusted && SKILL_NAME_PATTERN.test(skill.name);
  if (entries.every(cannotLookAlike)) return entries;
  // Lazy: loaded where names can look alike.
  const { markLookAlikes } = await import("./look-alikes.js");
  return markLookAlikes(entries, diagnostics);
}

async function checkAll(
  entries: readonly CatalogEntry[],
  mode: ValidateMode,
  diagnostics: Diagnostic[],
): Promise<{ readonly usable: CatalogEntry[]; readonly faulty: CatalogEntry[] }> {
  const slices = createTimeSlices();
  const usable: CatalogEntry[] = [];
  const faulty: CatalogEntry[] = [];
  for (const entry of entries) {
    (check(entry, mode, diagnostics) ? usable : faulty).push(entry);
    await slices.rest();
  }
  return { usable, faulty };
}

async function filterAll(entries: readonly CatalogEntry[], options: CatalogOptions): Promise<CatalogEntry[]> {
  const slices = createTimeSlices();
  const visible: CatalogEntry[] = [];
  for (const entry of entries) {
    if (isVisible(entry.skill, options)) visible.push(entry);
    await slices.rest();
  }
  return visible;
}

function isVisible(skill: SkillSummary, { filter }: CatalogOptions): boolean {
  try {
    return filter?.(skill) ?? true;
  } catch (error) {
    throw failureOf(`No skills were loaded, since filter failed for ${skill.name}`, error, "function_failed");
  }
}

interface SourceOutcome {
  readonly source: SkillSource;
  readonly listing: SourceListing;
  readonly problems: readonly Diagnostic[];
}

async function listSource(source: SkillSource, lastGoodOf: () => SourceListing | undefined): Promise<SourceOutcome> {
  try {
    return { source, listing: await source.list({ signal: undefined }), problems: [] };
  } catch (error) {
    const lastGood = lastGoodOf();
    const kept =
      lastGood && lastGood.skills.length > 0 ? ` Its ${lastGood.skills.length} skills of the last load stay.` : "";
    const message = `${messageOf(error)}${kept}`;
    const problem: Diagnostic = { code: "source-failed", severity: "error", message, location: source.id };
    return { source, listing: lastGood ?? { skills: [], diagnostics: [] }, problems: [problem] };
  }
}

function check(entry: CatalogEntry, mode: ValidateMode, diagnostics: Diagnostic[]): boolean {
  const { skill } = entry;
  const source = foreignSourceOf(entry);
  if (mode === false) return true;
  const strict = mode === "strict";
  const findings = validateSkill(skill).map((finding): Diagnostic => {
    const located = { ...finding, location: skill.uri, ...(source !== undefined && { source }) };
    if (!strict) return located;
    const message = `Failed to load skill from ${skill.uri ?? skill.name}: ${finding.message}`;
    return { ...located, severity: "error", message };
  });
  diagnostics.push(...findings);
  return !strict || findings.length === 0;
}

/** In UTF-16 units. The collator takes time quadratic in a run of combining marks. */
const MAX_ORDERED_LENGTH = 200;

/** English order. For names that keep the pattern it is that of their code units; `Intl.Collator` costs 7 ms to load. */
function nameOrder(entries: readonly CatalogEntry[]): (a: CatalogEntry, b: CatalogEntry) => number {
  if (entries.every(({ skill }) => SKILL_NAME_PATTERN.test(skill.name))) {
    return (a, b) => (a.skill.name < b.skill.name ? -1 : 1);
  }
  const { compare } = new Intl.Collator("en");
  const beginning = ({ skill }: CatalogEntry) => skill.name.slice(0, MAX_ORDERED_LENGTH);
  return (a, b) => compare(beginning(a), beginning(b)) || (a.skill.name < b.skill.name ? -1 : 1);
}
