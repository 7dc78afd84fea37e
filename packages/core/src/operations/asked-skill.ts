// Looks a skill up by its name in the current catalogue, at the moment an operation needs it.

import { SkillNotFoundError } from "../base/errors.js";
import { MAX_SKILL_NAME_LENGTH, ownNameOf } from "../base/skill.js";
import type { Catalog, CatalogEntry } from "../catalog/catalog.js";
import type { LiveCatalog } from "../catalog/live-catalog.js";
import { askedNames, meansName, nameKey } from "../text/shown-name.js";
import { nearestFirst } from "./nearest-first.js";
import { whyNotLoaded } from "./why-not-loaded.js";

const ONLY_BY_PEOPLE =
  "only a person may call for it, so that its instructions are not yours to read. Go on without it, or ask the user to call for it.";

/** A skill that is asked for by its name, whether or not there is one. */
export interface AskedSkill {
  readonly name: string;
  /** @throws SkillNotFoundError with the names that exist, the nearest first, or why the one of that name cannot be used */
  find(): Promise<CatalogEntry>;
  /** All skills of the moment. */
  others(): Promise<readonly CatalogEntry[]>;
}

/** A skill of the catalogue as it is when the skill is looked for. */
export function askFor(catalog: LiveCatalog, name: string): AskedSkill {
  return {
    name,
    others: async () => [...(await catalog.current()).entries.values()],
    async find() {
      const current = await catalog.current();
      const { entries } = current;
      const fitting = skillsNamed(entries, name);
      const [entry] = fitting;
      if (entry && fitting.length === 1) return entry;
      if (entry) throw new SkillNotFoundError(name, { available: fitting.map(nameOf), ambiguous: true });
      // Before what is only written like it, or a stranger's skill would stand in for one that cannot be used now.
      const unusable = whyUnusable(current, name);
      if (unusable !== undefined) throw new SkillNotFoundError(name, { unusable });
      const [other] = writtenOtherwise(entries, name);
      if (other) return other;
      if (current.whole && writtenOtherwise(current.whole.entries, name).length > 0) {
        throw new SkillNotFoundError(name, { unusable: ONLY_BY_PEOPLE });
      }
      throw new SkillNotFoundError(name, await suggestions(name, [...entries.values()]));
    },
  };
}

/**
 * The skills that a name means: the one of exactly that name, else all that are shown as it. A stranger's exact name gives way
 * to a trusted skill that lists show by it, cut, composed or as XML: a model sends back what it was shown. Whatever asks for a skill by its
 * name has to ask here, or a decision is made about another skill than the one that is used.
 */
function skillsNamed(entries: Catalog["entries"], name: string): readonly CatalogEntry[] {
  const exact = entries.get(name);
  if (exact?.trusted) return [exact];
  const asked = askedNames(name);
  const shown = [...entries.values()].filter(({ skill, trusted }) => {
    if (exact && !trusted) return false;
    const key = nameKey(skill.name);
    return asked.some((one) => meansName(one, key));
  });
  if (shown.length > 0) return shown;
  return exact ? [exact] : ofPlugin([...entries.values()], name);
}

/** In another case, or with other marks between the words, where that leaves one. */
function writtenOtherwise(entries: Catalog["entries"], name: string): readonly CatalogEntry[] {
  if (name.length > MAX_SKILL_NAME_LENGTH) return [];
  const plain = (text: string) => text.toLowerCase().replace(/[ _]/g, "-");
  const fitting = [...entries.values()].filter(({ skill }) => plain(skill.name) === plain(name));
  return fitting.length === 1 ? fitting : [];
}

/** Hosts call any skill of a plugin `plugin:skill`; and what instructions call by its own name may bear its plugin's here. */
function ofPlugin(entries: readonly CatalogEntry[], name: string): readonly CatalogEntry[] {
  const fitting = entries.filter(({ skill, byNameAlone }) => {
    const own = ownNameOf(skill);
    return !byNameAlone && skill.plugin && (name === `${skill.plugin.name}:${own}` || name === own);
  });
  const trusted = fitting.filter((entry) => entry.trusted);
  return trusted.length > 0 ? trusted : fitting;
}

/** The nearest trusted names first: strangers' skills take no room from them, and none is proposed that only looks like one. */
async function suggestions(name: string, entries: readonly CatalogEntry[]) {
  const trusted = entries.filter((entry) => entry.trusted);
  const strangers = entries.filter((entry) => !entry.trusted && entry.looksLike === undefined);
  const first = await nearestFirst(name, trusted.map(nameOf));
  const others = await nearestFirst(name, strangers.map(nameOf));
  return { available: [...first.names, ...others.names], nearest: first.nearest ?? others.nearest };
}

/** Why a skill that is there is none that can be asked for: what a model is told who knows its name. */
function whyUnusable(catalog: Catalog, name: string): string | undefined {
  const withheld = catalog.whole && skillsNamed(catalog.whole.entries, name);
  return withheld?.length === 1 ? ONLY_BY_PEOPLE : whyNotLoaded(catalog, name);
}

function nameOf({ skill }: CatalogEntry): string {
  return skill.name;
}
