import type { Embed } from "../../../src/search/search-engine.js";

/** What each word is about: a dimension of a vector. A text without any of them has a vector of zeros. */
const CONCEPTS: Readonly<Record<string, number>> = {
  invoice: 0,
  bill: 0,
  payment: 0,
  picture: 1,
  photo: 1,
  image: 1,
  weather: 2,
  rain: 2,
  umbrella: 2,
};

/** How often a text has a word of each concept. */
export function vectorOf(text: string): number[] {
  const vector = [0, 0, 0];
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const concept = Object.hasOwn(CONCEPTS, word) ? CONCEPTS[word] : undefined;
    if (concept !== undefined) vector[concept] = (vector[concept] ?? 0) + 1;
  }
  return vector;
}

/** Counts concepts, and keeps the texts of each call. */
export function embedder() {
  const calls: string[][] = [];
  const embed: Embed = async (texts) => {
    calls.push(texts);
    return texts.map(vectorOf);
  };
  /** How often a text with this word was embedded. */
  const times = (word: string) => calls.flat().filter((text) => text.includes(word)).length;
  return { embed, calls, times };
}
