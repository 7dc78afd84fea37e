// Keeps the current catalogue: loads it at the first use, and replaces it at a reload.

import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import type { SkillSource } from "../sources/source.js";
import { type Catalog, emptyCatalog, type SkillsChange } from "./catalog.js";
import { compareEntries } from "./compare-catalogs.js";
import { type CatalogOptions, loadCatalog } from "./load-catalog.js";

/** The skills of several sources, as they are at each moment. */
export interface LiveCatalog {
  /** The catalogue of this moment. It is loaded once; a first load that was rejected is tried again by the next call. */
  current(): Promise<Catalog>;
  /**
   * Lists all sources again. A source that fails keeps the skills that it had. Calls under way finish with the old set.
   * Of several at once the one that began last stays, also when it ends first.
   *
   * @returns what differs from the catalogue that was there
   */
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
  let installed = options.autoDiscover ? undefined : emptyCatalog;
  /** The load that `installed` comes from, by the order in which loads began. */
  let installedLoad = 0;
  let loads = 0;
  let first: Promise<Catalog> | undefined;
  const present = () => installed ?? emptyCatalog;

  /** Puts a catalogue in the place of the present one, unless a load that began later was faster. */
  const install = async (loaded: Catalog, load: number, before: Catalog): Promise<Catalog> => {
    for (;;) {
      const replaced = present();
      if (load < installedLoad) {
        const change = await compareEntries(before.entries, replaced.entries);
        return { ...replaced, change, since: before.revision };
      }
      const change = replaced === before ? loaded.change : await compareEntries(replaced.entries, loaded.entries);
      if (replaced !== present()) continue;
      installed = { ...loaded, change, since: replaced.revision };
      installedLoad = load;
      return installed;
    }
  };
  const load = async (): Promise<Catalog> => {
    const order = ++loads;
    const before = present();
    const catalog = await events.observe(discoverCall(sources.length, before), async () =>
      install(await loadCatalog(sources, options, before, present), order, before),
    );
    const lost = describeErrors(catalog);
    if (lost !== undefined) options.warn?.(lost);
    return catalog;
  };
  return {
    async current() {
      if (installed) return installed;
      first ??= load().finally(() => {
        first = undefined;
      });
      try {
        await first;
      } catch (error) {
        // A reload that began later can have ended well.
        if (!installed) throw error;
      }
      return present();
    },
    async reload() {
      const { change } = await load();
      return change;
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
