// Keeps the current catalogue: loads it at the first use, and replaces it at a reload.

import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import type { SkillSource } from "../sources/source.js";
import { type Catalog, emptyCatalog, type SkillsChange } from "./catalog.js";
import { type CatalogOptions, loadCatalog } from "./load-catalog.js";

/** The skills of several sources, as they are at each moment. */
export interface LiveCatalog {
  /** The catalogue of this moment. It is loaded once; a first load that was rejected is tried again by the next call. */
  current(): Promise<Catalog>;
  /** Lists all sources again. A source that fails keeps the skills that it had. Calls under way finish with the old set. */
  reload(): Promise<SkillsChange>;
}

/** How a live catalogue begins and what it reports. */
export interface LiveCatalogOptions extends CatalogOptions {
  /** `false`: there are no skills until the first reload. */
  readonly autoDiscover: boolean;
  /** Receives one text for each load with errors: how many there are, and the first. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Makes a live catalogue. No source is listed before the catalogue is asked for.
 *
 * @param sources from the lowest to the highest precedence
 */
export function createLiveCatalog(
  sources: readonly SkillSource[],
  options: LiveCatalogOptions,
  events: SkillEvents,
): LiveCatalog {
  const load = async (previous: Catalog): Promise<Catalog> => {
    const call = discoverCall(sources.length, previous);
    const catalog = await events.observe(call, () => loadCatalog(sources, options, previous));
    const lost = describeErrors(catalog);
    if (lost !== undefined) options.warn?.(lost);
    return catalog;
  };
  let catalog = options.autoDiscover ? undefined : Promise.resolve(emptyCatalog);
  return {
    current() {
      catalog ??= load(emptyCatalog).catch((error: unknown) => {
        catalog = undefined;
        throw error;
      });
      return catalog;
    },
    async reload() {
      const loaded = await load(await (catalog ?? emptyCatalog));
      catalog = Promise.resolve(loaded);
      return loaded.change;
    },
  };
}

function describeErrors({ diagnostics }: Catalog): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  const count = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  return `${count} while loading skills; getDiagnostics() has them all. The first: ${errors[0]?.message}`;
}

/** How a load or a reload is observed. */
function discoverCall(sources: number, before: Catalog): ObservedCall<Catalog> {
  return {
    operation: "discover",
    output: ({ change }) => change,
    warnings: ({ diagnostics }) => diagnostics,
    end: (ending, { entries, diagnostics, change } = { ...before, ...emptyEnding }) => [
      {
        type: "discover",
        ...ending,
        sources,
        skills: entries.size,
        added: change.added.length,
        changed: change.changed.length,
        removed: change.removed.length,
        problems: diagnostics.length,
      },
    ],
  };
}

/** A load that failed changes nothing. */
const emptyEnding = { diagnostics: emptyCatalog.diagnostics, change: emptyCatalog.change };
