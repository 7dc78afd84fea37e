// Marks skills whose names look like that of another skill.

import type { Diagnostic } from "../base/diagnostics.js";
import { createTimeSlices } from "../base/time-slices.js";
import { normalizeUnicode } from "../text/normalize-unicode.js";
import type { CatalogEntry } from "./catalog.js";

/** In UTF-16 units. Nobody compares the ends of longer names, which are cut where they are shown. */
const MAX_COMPARED_LENGTH = 100;

/** What a reader does not see, or takes for white space or a hyphen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;
const SEPARATORS = /[\s_\p{Dash}]+/gu;

/** Puts one letter for all that look like it. */
type Unify = (text: string) => string;

/**
 * Marks each skill that is not trusted and whose name looks like that of a trusted one: in another case or width, with
 * invisible characters, or with letters of another script. Other look-alikes, of equal trust, are only reported.
 */
export async function markLookAlikes(
  entries: readonly CatalogEntry[],
  diagnostics: Diagnostic[],
): Promise<CatalogEntry[]> {
  const hasStrangers = entries.some(({ trusted }) => !trusted);
  // Lazy: 100 kB of Unicode's data, which only strangers' names need.
  const unify = hasStrangers ? await loadConfusables() : (text: string) => text;
  const slices = createTimeSlices();
  const byLooks = new Map<string, CatalogEntry>();
  const marked = new Map<CatalogEntry, CatalogEntry>();
  const trustedFirst = [...entries].sort((a, b) => Number(b.trusted) - Number(a.trusted));
  for (const entry of trustedFirst) {
    await slices.rest();
    const looks = looksOf(entry.skill.name, unify);
    const model = looks.map((one) => byLooks.get(one)).find(Boolean);
    if (!model) {
      for (const one of looks) byLooks.set(one, entry);
      continue;
    }
    diagnostics.push(lookAlike(entry, model));
    if (model.trusted && !entry.trusted) marked.set(entry, { ...entry, looksLike: model.skill.name });
  }
  return entries.map((entry) => marked.get(entry) ?? entry);
}

/**
 * Names of which one of these texts is the same look alike: as they stand, and in another case. They are two, since `I` looks
 * like `l` and is `i`.
 */
function looksOf(name: string, unify: Unify): string[] {
  const compatible = normalizeUnicode(name.slice(0, MAX_COMPARED_LENGTH), "NFKC");
  const visible = compatible.replace(INVISIBLE, "").trim().replace(SEPARATORS, "-");
  // What letters of other scripts become can be a capital.
  return [visible, visible.toLowerCase()].map((text) => unify(unify(text).toLowerCase()));
}

function lookAlike(entry: CatalogEntry, model: CatalogEntry): Diagnostic {
  const { name, uri } = entry.skill;
  const path = uri ?? entry.source.id;
  const other = `"${model.skill.name}" (${model.skill.uri ?? model.source.id})`;
  const isStranger = model.trusted && !entry.trusted;
  return {
    code: "look-alike",
    severity: "warning",
    message: isStranger
      ? `The skill "${name}" (${path}) is not trusted and looks like the trusted skill ${other}. It is marked in lists; remove it unless you know why it is there.`
      : `The names of the skills "${name}" (${path}) and ${other} look alike. Rename one, so that nobody takes one for the other.`,
    skill: name,
    location: path,
  };
}

/** A CommonJS module, whose function bundlers and Node put in different places. */
async function loadConfusables(): Promise<Unify> {
  const library: unknown = await import("unhomoglyph");
  const unify = functionIn(library);
  if (unify) return (text) => String(unify(text));
  throw new TypeError("The library unhomoglyph has no function.");
}

function functionIn(module: unknown): ((text: string) => unknown) | undefined {
  if (isFunction(module)) return module;
  return typeof module === "object" && module !== null && "default" in module ? functionIn(module.default) : undefined;
}

function isFunction(value: unknown): value is (text: string) => unknown {
  return typeof value === "function";
}
