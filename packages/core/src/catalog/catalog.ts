import type { Diagnostic } from "../base/diagnostics.js";
import { messageOf, SkillValidationError } from "../base/errors.js";
import { SKILL_NAME_PATTERN, type SkillSummary } from "../base/skill.js";
import { validateSkill } from "../format/validate-skill.js";
import type { SkillSource, SourceListing } from "../sources/source.js";

/** `lenient`, also `true`: what can be used is used, with warnings. `strict`: a skill with a warning about the format is not used. `false`: no checks. */
export type ValidateMode = "lenient" | "strict" | boolean;

/** Which of several skills of one name is used, in the order of the sources. `error`: the load is rejected. */
export type DuplicateRule = "last" | "first" | "error";

/** How a catalogue is put together. */
export interface CatalogOptions {
  readonly validate: ValidateMode;
  readonly onDuplicate: DuplicateRule;
  readonly filter?: ((skill: SkillSummary) => boolean) | undefined;
}

/** A skill and where it comes from. */
export interface CatalogEntry {
  readonly skill: SkillSummary;
  readonly source: SkillSource;
}

/** A skill that is asked for by its name, whether or not there is one. */
export interface AskedSkill {
  readonly name: string;
  /** Rejects with a SkillNotFoundError. */
  find(): Promise<CatalogEntry>;
}

/** One set of skills out of several sources. */
export interface Catalog {
  /** By name, sorted. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  readonly diagnostics: readonly Diagnostic[];
  /** The last good listing of each source. */
  readonly listings: ReadonlyMap<SkillSource, SourceListing>;
}

/** The names that a reload brought, altered or took away. */
export interface SkillsChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A catalogue without sources. */
export const emptyCatalog: Catalog = { entries: new Map(), diagnostics: [], listings: new Map() };

/**
 * Lists every source and makes one set of skills. A source that fails gives an error diagnostic and keeps the skills that it
 * had in `previous`; the others are not affected.
 *
 * @param sources from the lowest to the highest precedence
 * @throws SkillValidationError for a duplicate where the rule is `error`
 */
export async function loadCatalog(
  sources: readonly SkillSource[],
  options: CatalogOptions,
  previous: Catalog = emptyCatalog,
): Promise<Catalog> {
  const outcomes = await Promise.all(sources.map((source) => listSource(source, previous.listings.get(source))));
  const diagnostics: Diagnostic[] = outcomes.flatMap(({ listing, problems }) => [...listing.diagnostics, ...problems]);
  const found = outcomes.flatMap(({ source, listing }) => withoutRepeats(source, listing.skills, diagnostics));
  const usable = found.filter(({ skill }) => check(skill, options.validate, diagnostics));
  const chosen = choose(usable, options.onDuplicate, diagnostics);
  const visible = chosen.filter(({ skill }) => options.filter?.(skill) ?? true);
  visible.sort(nameOrder(visible));
  return {
    entries: new Map(visible.map((entry) => [entry.skill.name, entry])),
    diagnostics,
    listings: new Map(outcomes.map(({ source, listing }) => [source, listing])),
  };
}

/** What differs between two catalogues. */
export function compareCatalogs(before: Catalog, after: Catalog): SkillsChange {
  const isChanged = ([name, entry]: [string, CatalogEntry]): boolean => {
    const old = before.entries.get(name);
    return old !== undefined && (old.source !== entry.source || fingerprint(old.skill) !== fingerprint(entry.skill));
  };
  const current = [...after.entries];
  return {
    added: current.flatMap(([name]) => (before.entries.has(name) ? [] : [name])),
    changed: current.filter(isChanged).map(([name]) => name),
    removed: [...before.entries.keys()].filter((name) => !after.entries.has(name)),
  };
}

function fingerprint(skill: SkillSummary): string {
  const { description, license, compatibility, revision, metadata, resources, scripts } = skill;
  const names = [resources, scripts].map((entries) => entries.map(({ name }) => name));
  return JSON.stringify([description, license, compatibility, revision, metadata, names]);
}

interface SourceOutcome {
  readonly source: SkillSource;
  readonly listing: SourceListing;
  readonly problems: readonly Diagnostic[];
}

async function listSource(source: SkillSource, lastGood: SourceListing | undefined): Promise<SourceOutcome> {
  try {
    return { source, listing: await source.list({ signal: undefined }), problems: [] };
  } catch (error) {
    const kept =
      lastGood && lastGood.skills.length > 0 ? ` Its ${lastGood.skills.length} skills of the last load stay.` : "";
    const message = `${messageOf(error)}${kept}`;
    const problem: Diagnostic = { code: "source-failed", severity: "error", message, location: source.id };
    return { source, listing: lastGood ?? { skills: [], diagnostics: [] }, problems: [problem] };
  }
}

/** Within one source the first of a name stays; the listing's order is that of the paths. */
function withoutRepeats(
  source: SkillSource,
  skills: readonly SkillSummary[],
  diagnostics: Diagnostic[],
): CatalogEntry[] {
  const byName = new Map<string, CatalogEntry>();
  for (const skill of skills) {
    const first = byName.get(skill.name);
    if (first) diagnostics.push(duplicate(first, { skill, source }));
    else byName.set(skill.name, { skill, source });
  }
  return [...byName.values()];
}

function check(skill: SkillSummary, mode: ValidateMode, diagnostics: Diagnostic[]): boolean {
  if (mode === false) return true;
  const strict = mode === "strict";
  const findings = validateSkill(skill).map((finding): Diagnostic => {
    const located = { ...finding, location: skill.uri };
    if (!strict) return located;
    const message = `Failed to load skill from ${skill.uri ?? skill.name}: ${finding.message}`;
    return { ...located, severity: "error", message };
  });
  diagnostics.push(...findings);
  return !strict || findings.length === 0;
}

function choose(entries: readonly CatalogEntry[], rule: DuplicateRule, diagnostics: Diagnostic[]): CatalogEntry[] {
  const byName = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const earlier = byName.get(entry.skill.name);
    const [used, unused] = earlier && rule === "first" ? [earlier, entry] : [entry, earlier];
    if (unused) {
      const finding = duplicate(used, unused);
      if (rule === "error") throw new SkillValidationError(finding.message, { reason: finding.code });
      diagnostics.push(finding);
    }
    byName.set(entry.skill.name, used);
  }
  return [...byName.values()];
}

/** English order. Names as they should be have it already by their characters; the rules of a language cost 7 ms to load. */
function nameOrder(entries: readonly CatalogEntry[]): (a: CatalogEntry, b: CatalogEntry) => number {
  if (entries.every(({ skill }) => SKILL_NAME_PATTERN.test(skill.name))) {
    return (a, b) => (a.skill.name < b.skill.name ? -1 : 1);
  }
  const { compare } = new Intl.Collator("en");
  return (a, b) => compare(a.skill.name, b.skill.name);
}

function duplicate(used: CatalogEntry, unused: CatalogEntry): Diagnostic {
  const [path, otherPath] = [used, unused].map(({ skill, source }) => skill.uri ?? source.id);
  return {
    code: "duplicate-skill",
    severity: "warning",
    message: `Two skills are named "${used.skill.name}": ${path} is used, ${otherPath} is not. Rename or remove one.`,
    skill: used.skill.name,
    location: otherPath,
  };
}
