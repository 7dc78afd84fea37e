// The operation `search`: over the current catalogue, by words, and by meaning where that is set up.

import type { Diagnostic } from "../base/diagnostics.js";
import { codeOf, messageOf } from "../base/errors.js";
import type { Catalog } from "../catalog/catalog.js";
import type { LiveCatalog } from "../catalog/live-catalog.js";
import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import type { SkillExplanation } from "../search/explaining/explain-match.js";
import type { RankedSkill, SearchableSkill, SkillSearchOptions } from "../search/orama-search-manager.js";
import type { SearchEngineOptions } from "../search/search-engine.js";
import { cleanText } from "../text/clean-text.js";
import { createCatalogIndex, type Manager } from "./catalog-index.js";

/** One found skill. With `explain: true`, also why it was found. */
export interface SkillSearchHit extends Partial<SkillExplanation> {
  readonly name: string;
  readonly description: string;
  /** The higher the better, three decimals. Comparable within one answer only. */
  readonly score: number;
}

/** How one search is done. */
interface CatalogSearchOptions {
  readonly limit: number;
  readonly explain: boolean;
}

/** Searches the skills of the moment, the best first. */
export type SearchCatalog = (query: string, options: CatalogSearchOptions) => Promise<readonly SkillSearchHit[]>;

/** What one search of one catalogue comes to. */
interface CatalogSearchResult {
  readonly hits: readonly SkillSearchHit[];
  readonly warnings: readonly Diagnostic[];
}

/** Searches one catalogue. */
export type SearchOneCatalog = (
  catalog: Catalog,
  query: string,
  options: CatalogSearchOptions,
) => Promise<CatalogSearchResult>;

/** The most skills that one search answers. */
const MAX_LIMIT = 50;

/** The operation itself: searches the catalogue of the moment, and is observed like the others. */
export function createCatalogSearch(
  catalog: LiveCatalog,
  search: SearchOneCatalog,
  { observe }: SkillEvents,
): SearchCatalog {
  return async (query, options) => {
    const { hits } = await observe(searchCall(query), async () => search(await catalog.current(), query, options));
    return hits;
  };
}

/**
 * Makes the search of catalogues, with one index that follows them.
 *
 * @param threshold the share of the best score that a hit must reach
 */
export function createSkillSearch(threshold: number, engine: SearchEngineOptions = {}): SearchOneCatalog {
  const indexOf = createCatalogIndex(engine);
  return async (catalog, query, { limit, explain }) => {
    const { whole = catalog } = catalog;
    const { manager, warnings: unread } = await indexOf(whole);
    const most = Math.min(limit, MAX_LIMIT);
    const isTrusted = (name: string): boolean => catalog.entries.get(name)?.trusted !== false;
    if (whole === catalog && [...catalog.entries.keys()].every(isTrusted)) {
      const { found, warnings } = await searchIn(manager, query, { limit: most, threshold, explain });
      return { hits: found.map(toHit), warnings: [...unread, ...warnings] };
    }
    const best = <Found extends Hit>(hits: readonly Found[]): Found[] => {
      const seen = hits.filter(({ name }) => catalog.entries.has(name));
      return trustedFirst(seen, isTrusted, most, threshold);
    };
    const choose = (hits: readonly Hit[]) => new Set(best(hits).map(nameOf));
    const all = { limit: whole.entries.size, threshold: 0, explain, choose };
    const { found, warnings } = await searchIn(manager, query, all);
    return { hits: best(found.map(toHit)), warnings: [...unread, ...warnings] };
  };
}

type Hit = Pick<SkillSearchHit, "name" | "score">;

/**
 * Trusted skills as if there were no others, then others where there is room: whatever strangers write into their skills, it
 * takes no place from a trusted one, and does not lift the score that a trusted one has to reach.
 */
function trustedFirst<Found extends Hit>(
  hits: readonly Found[],
  isTrusted: (name: string) => boolean,
  limit: number,
  threshold: number,
): Found[] {
  const reach = (found: readonly Found[], best = 0) => found.filter(({ score }) => score >= best * threshold);
  const trusted = hits.filter(({ name }) => isTrusted(name));
  const others = hits.filter(({ name }) => !isTrusted(name));
  const most = Math.max(1, Math.floor(limit) || 1);
  return [...reach(trusted, trusted[0]?.score), ...reach(others, hits[0]?.score)].slice(0, most);
}

function nameOf({ name }: Hit): string {
  return name;
}

/** Falls back to words alone when `embed` fails: an agent without meanings is better off than one without a search. */
async function searchIn(manager: Manager, query: string, options: SkillSearchOptions) {
  try {
    return { found: await manager.search(query, options), warnings: [] };
  } catch (error) {
    if (codeOf(error) !== "embed_failed") throw error;
    const message = `${messageOf(error)} Skills were searched by their words alone.`;
    const warning: Diagnostic = { code: "embed-failed", severity: "warning", message };
    return { found: await manager.search(query, { ...options, wordsOnly: true }), warnings: [warning] };
  }
}

function toHit({ skill: { name, description }, score, explanation }: RankedSkill<SearchableSkill>): SkillSearchHit {
  const passage = explanation?.passage;
  const visible = passage && { passage: { ...passage, text: cleanText(passage.text).text } };
  return { name, description, score: Math.round(score * 1000) / 1000, ...explanation, ...visible };
}

/** How a search is observed. */
function searchCall(query: string): ObservedCall<CatalogSearchResult> {
  return {
    operation: "search",
    input: query,
    output: ({ hits }) => hits,
    warnings: ({ warnings }) => warnings,
    end: (ending, { hits } = { hits: [], warnings: [] }) => [
      { type: "search", ...ending, queryLength: query.length, hits: hits.length },
    ],
  };
}
