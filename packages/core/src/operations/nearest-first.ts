// Sorts names by edit distance (Levenshtein), for errors that suggest what a model meant.

import { createTimeSlices } from "../base/time-slices.js";

/** The same names, those that need the fewest edits to become `name` first. */
export async function nearestFirst(name: string, names: readonly string[]): Promise<string[]> {
  // A CommonJS module, of which bundlers that split their output keep the default export alone; its ES module has none.
  const library = await import("fastest-levenshtein");
  const { distance } = library.default ?? library;
  // The distance is quadratic in the lengths, and what a model sends can be long.
  const wanted = name.slice(0, 100).toLowerCase();
  const slices = createTimeSlices();
  const ranked: { readonly candidate: string; readonly edits: number }[] = [];
  for (const candidate of names) {
    ranked.push({ candidate, edits: distance(wanted, candidate.slice(0, 100).toLowerCase()) });
    await slices.rest();
  }
  ranked.sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  return ranked.map(({ candidate }) => candidate);
}
