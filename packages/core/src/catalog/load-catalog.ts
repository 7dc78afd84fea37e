// Makes one catalogue of what the sources list: checks skills, resolves duplicate names, and filters.

import { type Diagnostic, plainDiagnostic } from "../base/diagnostics.js";
import { failureOf, messageOf, SkillValidationError } from "../base/errors.js";
import { SKILL_NAME_PATTERN, type SkillSummary } from "../base/skill.js";
import { validateSkill } from "../format/validate-skill.js";
import type { SkillSource, SourceListing } from "../sources/source.js";
import { type Catalog, type CatalogEntry, emptyCatalog } from "./catalog.js";
import { compareEntries } from "./compare-catalogs.js";

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

let lastRevision = emptyCatalog.revision;

/**
 * Lists every source and makes one set of skills. A source that fails gives an error diagnostic and keeps the skills that it
 * had in `previous`; the others are not affected.
 *
 * @param sources from the lowest to the highest precedence
 * @throws SkillValidationError for a duplicate where the rule is `error`; SkillError `function_failed` when the filter throws
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
  const visible = chosen.filter(({ skill }) => isVisible(skill, options));
  visible.sort(nameOrder(visible));
  const entries = new Map(visible.map((entry) => [entry.skill.name, entry]));
  return {
    entries,
    diagnostics: diagnostics.map(plainDiagnostic),
    listings: new Map(outcomes.map(({ source, listing }) => [source, listing])),
    revision: ++lastRevision,
    change: compareEntries(previous.entries, entries),
    since: previous.revision,
  };
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

/** Within one source the first of a name stays, in the order of its listing. */
function withoutRepeats(
  source: SkillSource,
  skills: readonly SkillSummary[],
  diagnostics: Diagnostic[],
): CatalogEntry[] {
  const byName = new Map<string, CatalogEntry>();
  for (const skill of skills) {
    const entry = { skill, source, trusted: source.trusted && skill.trusted !== false };
    const first = byName.get(skill.name);
    if (first) diagnostics.push(duplicate(first, entry));
    else byName.set(skill.name, entry);
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

/** English order. For names that keep the pattern it is that of their code units; `Intl.Collator` costs 7 ms to load. */
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
