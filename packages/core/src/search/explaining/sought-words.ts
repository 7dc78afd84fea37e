// The words of a request with the terms that each is found by, translations included.

import type { Translation } from "../language/translations.js";
import { splitWords } from "../language/words.js";
import type { RequestWord } from "../ranking/request-words.js";
import type { SoughtWord } from "./explain-match.js";

/** How the words of a request are looked up. */
export interface WordLookUp {
  /** The words of the request, with the terms that they are found by. */
  readonly words: readonly RequestWord[];
  readonly tokenize: (text: string) => readonly string[];
  readonly translations: readonly Translation[];
  /** The weight of a word by its terms: the rarer they are, the more. */
  readonly weigh: (terms: ReadonlySet<string>) => number;
}

/** In UTF-16 units. A longer request is explained by its beginning. */
const MAX_REQUEST_LENGTH = 10_000;

/** The words of a request that say something, each once and in order, with all that they are found by. */
export function soughtWords(request: string, { words, translations, tokenize, weigh }: WordLookUp): SoughtWord[] {
  const text = request.slice(0, MAX_REQUEST_LENGTH);
  const sought = new Map<string, (readonly string[])[]>();
  const add = (word: string, terms: readonly string[]) => {
    if (terms.length > 0) sought.set(word, [...(sought.get(word) ?? []), terms]);
  };
  const written = splitWords(text);
  const places = new Map(written.map((word, place) => [word, place] as const).reverse());
  for (const [label, found] of grouped(words)) {
    places.set(label, Math.min(...found.map(({ word }) => places.get(word) ?? written.length)));
    for (const form of new Set(found.flatMap(({ forms }) => forms))) add(label, [form]);
  }
  for (const { word, words } of translations) {
    for (const translated of words) add(word, tokenize(translated));
  }
  const placeOf = (word: string) =>
    Math.min(...[word, ...splitWords(word)].map((part) => places.get(part) ?? written.length));
  return [...sought]
    .map(([word, ways]) => ({ word, ways, weight: weigh(new Set(ways.flat())), place: placeOf(word) }))
    .sort((a, b) => a.place - b.place);
}

/** The words by what they are called, each of which can come again. */
function grouped(words: readonly RequestWord[]): Map<string, RequestWord[]> {
  const groups = new Map<string, RequestWord[]>();
  for (const word of words) {
    const group = groups.get(labelOf(word));
    if (group) group.push(word);
    else groups.set(labelOf(word), [word]);
  }
  return groups;
}

/** A word, and those that it is taken for where no skill has it. */
function labelOf({ word, corrections }: RequestWord): string {
  return corrections.length > 0 ? `${word} → ${corrections.join(", ")}` : word;
}
