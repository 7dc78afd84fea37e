// The words of a request with the terms that each is found by, translations included.

import type { Translate } from "../language/dictionary.js";
import { translateRequest } from "../language/translations.js";
import { splitWords } from "../language/words.js";
import type { SoughtWord } from "./explain-match.js";

/** How the words of a request are looked up. */
export interface WordLookUp {
  readonly tokenize: (text: string) => readonly string[];
  readonly translate: Translate;
  /** The weight of a word by its terms: the rarer they are, the more. */
  readonly weigh: (terms: ReadonlySet<string>) => number;
}

/** In UTF-16 units. A longer request is explained by its beginning. */
const MAX_REQUEST_LENGTH = 10_000;

/** The words of a request that say something, each once and in order, with all that they are found by. */
export function soughtWords(request: string, { tokenize, translate, weigh }: WordLookUp): SoughtWord[] {
  const text = request.slice(0, MAX_REQUEST_LENGTH);
  const sought = new Map<string, (readonly string[])[]>();
  const add = (word: string, terms: readonly string[]) => {
    if (terms.length > 0) sought.set(word, [...(sought.get(word) ?? []), terms]);
  };
  const words = splitWords(text);
  for (const word of new Set(words)) for (const term of tokenize(word)) add(word, [term]);
  for (const { word, words } of translateRequest(text, translate, (word) => tokenize(word).length > 0)) {
    for (const translated of words) add(word, tokenize(translated));
  }
  const places = new Map(words.map((word, place) => [word, place] as const).reverse());
  const placeOf = (word: string) =>
    Math.min(...[word, ...splitWords(word)].map((part) => places.get(part) ?? words.length));
  return [...sought]
    .map(([word, ways]) => ({ word, ways, weight: weigh(new Set(ways.flat())), place: placeOf(word) }))
    .sort((a, b) => a.place - b.place);
}
