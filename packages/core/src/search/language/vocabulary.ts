// The words that an index knows, to find the one that was meant where none has a word of the request.

import { distance } from "fastest-levenshtein";

/** Words by their first letter and length, so that few are compared with a misspelt one. */
export interface Vocabulary {
  /** Words may be added again. */
  add(word: string): void;
  /**
   * The words that are the fewest edits away, all of them alike far, in no order; none for a word that is too short to tell.
   * At least its first letter must be right.
   *
   * @param isKnown whether a word still is one
   */
  near(word: string, isKnown: (word: string) => boolean): readonly string[];
}

/** In UTF-16 units. Of shorter words too many others are one edit away. */
const MIN_LENGTH = 5;
/** From here on two edits are allowed: few words are so alike. */
const MIN_LENGTH_FOR_TWO = 8;
const MAX_LENGTH = 32;

/** How many words one is compared with. Of 6,635 public skills the most are some 5,000. */
const MAX_COMPARED = 20_000;

const LETTERS = /^\p{L}+$/u;

/** Makes an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const groups = new Map<string, Set<string>>();
  const groupOf = (first: string, length: number) => groups.get(`${first}${length}`);
  return {
    add(word) {
      if (word.length < MIN_LENGTH - 1 || word.length > MAX_LENGTH || !LETTERS.test(word)) return;
      const key = `${word[0]}${word.length}`;
      const group = groups.get(key);
      if (group) group.add(word);
      else groups.set(key, new Set([word]));
    },
    near(word, isKnown) {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !LETTERS.test(word)) return [];
      let most = word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
      let nearest: string[] = [];
      let compared = 0;
      for (const length of lengthsAround(word.length, most)) {
        for (const candidate of groupOf(word[0] ?? "", length) ?? []) {
          if (++compared > MAX_COMPARED) return nearest;
          const edits = editsBetween(word, candidate);
          if (edits > most || !isKnown(candidate)) continue;
          if (edits < most) nearest = [];
          most = edits;
          nearest.push(candidate);
        }
      }
      return nearest;
    },
  };
}

/** The likeliest first. */
function lengthsAround(length: number, most: number): number[] {
  const steps = Array.from({ length: most }, (_, step) => step + 1);
  return [length, ...steps.flatMap((step) => [length + step, length - step])];
}

/** Levenshtein's distance, in which two letters in the wrong order are one edit. */
function editsBetween(word: string, candidate: string): number {
  const edits = distance(word, candidate);
  return edits === 2 && isSwapped(word, candidate) ? 1 : edits;
}

function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false;
  const place = [...word].findIndex((letter, index) => letter !== candidate[index]);
  return (
    word[place] === candidate[place + 1] &&
    word[place + 1] === candidate[place] &&
    word.slice(place + 2) === candidate.slice(place + 2)
  );
}
