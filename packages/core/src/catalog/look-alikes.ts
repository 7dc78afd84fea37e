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
/** Neither letters nor digits: what words are made of in any script. */
const PUNCTUATION = /[^\p{L}\p{Mn}\p{Mc}\p{N}]+/gu;
/** What ends a name for a reader. White space, underscores, hyphens and slashes lead on to its next word. */
const END_OF_NAME = /[^\p{L}\p{Mn}\p{Mc}\p{N}\s_\-\u2010/]/u;

/** Puts one letter for all that look like it. */
type Unify = (text: string) => string;

/**
 * Marks each skill that is not trusted and whose name looks like that of a trusted one: in another case or width, with
 * invisible characters, with letters of another script, with other punctuation, or with more behind it that a reader takes for no
 * part of the name, such as `pdf (trusted)`. Look-alikes of equal trust are only reported, and not for their punctuation.
 */
export async function markLookAlikes(
  entries: readonly CatalogEntry[],
  diagnostics: Diagnostic[],
): Promise<CatalogEntry[]> {
  const hasStrangers = entries.some(({ trusted }) => !trusted);
  // Lazy: 100 kB of Unicode's data, which only strangers' names need.
  const unify = hasStrangers ? await loadConfusables() : (text: string) => text;
  const slices = createTimeSlices();
  const ofTrusted = new Map<string, CatalogEntry>();
  const byLooks = new Map<string, CatalogEntry>();
  const marked = new Map<CatalogEntry, CatalogEntry>();
  const trustedFirst = [...entries].sort((a, b) => Number(b.trusted) - Number(a.trusted));
  for (const entry of trustedFirst) {
    await slices.rest();
    const looks = looksOf(entry.skill.name, unify);
    const { whole, beginnings } = lettersOf(entry.skill.name, unify);
    const trusted = entry.trusted ? undefined : firstIn(ofTrusted, [...looks, ...whole, ...beginnings]);
    const model = trusted ?? firstIn(byLooks, looks);
    if (entry.trusted) addAll(ofTrusted, [...looks, ...whole], entry);
    if (!model) addAll(byLooks, looks, entry);
    else diagnostics.push(lookAlike(entry, model));
    if (trusted) marked.set(entry, { ...entry, looksLike: trusted.skill.name });
  }
  return entries.map((entry) => marked.get(entry) ?? entry);
}

function firstIn<T>(known: ReadonlyMap<string, T>, keys: readonly string[]): T | undefined {
  const key = keys.find((one) => known.has(one));
  return key === undefined ? undefined : known.get(key);
}

function addAll<T>(known: Map<string, T>, keys: readonly string[], value: T): void {
  for (const key of keys) if (!known.has(key)) known.set(key, value);
}

/**
 * Names of which one of these texts is the same look alike: as they stand, and in another case. They are two, since `I` looks
 * like `l` and is `i`.
 */
function looksOf(name: string, unify: Unify): string[] {
  const visible = visibleOf(name).trim().replace(SEPARATORS, "-");
  return [visible, visible.toLowerCase()].map((text) => unifyCase(text, unify));
}

function visibleOf(name: string): string {
  return normalizeUnicode(name.slice(0, MAX_COMPARED_LENGTH), "NFKC").replace(INVISIBLE, "");
}

/** What letters of other scripts become can be a capital. */
function unifyCase(text: string, unify: Unify): string {
  return unify(unify(text).toLowerCase());
}

/** The letters and digits of a name, and of each part of it that a reader can take for the whole; each in both looks. */
function lettersOf(name: string, unify: Unify): { readonly whole: string[]; readonly beginnings: string[] } {
  const visible = visibleOf(name);
  const looks = [visible, visible.toLowerCase()].map((text) => {
    let letters = "";
    return text.split(END_OF_NAME).map((part) => {
      // Afterwards, since what looks like punctuation can be a letter.
      letters += unifyCase(part, unify).replace(PUNCTUATION, "");
      return letters;
    });
  });
  const known = (texts: readonly (string | undefined)[]) => texts.flatMap((text) => (text ? [text] : []));
  return { whole: known(looks.map((texts) => texts.at(-1))), beginnings: known(looks.flat()) };
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
    ...(entry.trusted ? {} : { source: entry.source.id }),
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
