// What a catalogue is: the skills of all sources, one for each name.

import type { Diagnostic } from "../base/diagnostics.js";
import type { SkillSummary } from "../base/skill.js";
import { originOf } from "../scripts/handed-on.js";
import type { SkillSource, SourceListing } from "../sources/source.js";

/** A skill and where it comes from. */
export interface CatalogEntry {
  readonly skill: SkillSummary;
  readonly source: SkillSource;
  /** Whether its scripts may run without approval: what its source says, unless something speaks against it. */
  readonly trusted: boolean;
  /** The trusted skill whose name looks like that of this one, which is not trusted: whoever reads a list should be told. */
  readonly looksLike?: string | undefined;
  /** Whether it is not found with its plugin's name in front, since a trusted plugin has that name and this one is not trusted. */
  readonly byNameAlone?: boolean | undefined;
}

/** The names that a reload brought, altered or took away. */
export interface SkillsChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** One set of skills out of several sources. */
export interface Catalog {
  /** By name, sorted. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  readonly diagnostics: readonly Diagnostic[];
  /** The last good listing of each source. */
  readonly listings: ReadonlyMap<SkillSource, SourceListing>;
  /** Rises with each catalogue of this process. */
  readonly revision: number;
  /** What differs from the catalogue before. */
  readonly change: SkillsChange;
  /** The revision of the catalogue before. */
  readonly since: number;
  /** Of a view that withholds skills: the catalogue with all of them. */
  readonly whole?: Catalog | undefined;
}

/** A catalogue without sources. */
export const emptyCatalog: Catalog = {
  entries: new Map(),
  diagnostics: [],
  listings: new Map(),
  revision: 0,
  change: { added: [], changed: [], removed: [] },
  since: 0,
};

/** The id of the source of a skill that is not trusted: whoever hears of one is told whose it is. Of one that was handed on, where it came from. */
export function foreignSourceOf(entry: CatalogEntry | undefined): string | undefined {
  return entry === undefined || entry.trusted ? undefined : (entry.skill.source ?? entry.source.id);
}

/** The skills of a catalogue, sorted by name. */
export function skillsOf({ entries }: Catalog): SkillSummary[] {
  return [...entries.values()].map(({ skill }) => skill);
}

/**
 * The folders of this disk in which a skill's files lie, also those of a skill or of scripts that another toolset has handed on;
 * none where they lie elsewhere, as in memory.
 *
 * @throws what a source throws that cannot tell
 */
export function foldersOf({ skill, source }: Pick<CatalogEntry, "skill" | "source">): readonly string[] {
  const own = source.directoryOf?.(skill);
  const origins = new Set([skill, ...skill.scripts].map(originOf));
  return [...(own === undefined ? [] : [own]), ...[...origins].flatMap((origin) => origin?.folders() ?? [])];
}
