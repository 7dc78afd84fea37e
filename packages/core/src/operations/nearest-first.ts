// Sorts names by how like they are to another, for errors that suggest what was meant.

import { distance } from "fastest-levenshtein";
import { createTimeSlices } from "../base/time-slices.js";

/** The names that exist, and that which was most likely meant. */
interface NearestNames {
  /** All of them, the most like first. */
  readonly names: readonly string[];
  /** Absent where none is like it. */
  readonly nearest: string | undefined;
}

/** In characters. The distance is quadratic in the lengths, and what a model sends can be long. */
const MAX_COMPARED = 100;

/** More edits than such names can need. */
const NOT_NEAR = MAX_COMPARED + 1;

/** In characters. A shorter text is a part of too many names to mean one. */
const MIN_PART = 3;

/** Of a name, the share that may be wrong: one letter of three, two of six. */
const WRONG_SHARE = 1 / 3;

/**
 * Sorts names by the edits (Levenshtein) that make them the one that was given. That one may be a part of a name, or like one of
 * its words.
 */
export async function nearestFirst(name: string, names: readonly string[]): Promise<NearestNames> {
  const wanted = comparable(name);
  const most = Math.floor(wanted.length * WRONG_SHARE);
  const slices = createTimeSlices();
  const ranked: { readonly candidate: string; readonly near: number; readonly edits: number }[] = [];
  for (const candidate of names) {
    const key = comparable(candidate);
    const edits = Math.min(distance(wanted, key), distance(wanted, key.slice(key.lastIndexOf("/") + 1)));
    const inPart = isPart(wanted, key) ? 0 : Math.min(...wordsOf(key).map((word) => distance(wanted, word)));
    const near = Math.min(edits, inPart);
    ranked.push({ candidate, near: near <= most ? near : NOT_NEAR, edits });
    await slices.rest();
  }
  ranked.sort((a, b) => a.near - b.near || a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  const [first] = ranked;
  return {
    names: ranked.map(({ candidate }) => candidate),
    nearest: first && first.near < NOT_NEAR ? first.candidate : undefined,
  };
}

function comparable(name: string): string {
  return name.slice(0, MAX_COMPARED).toLowerCase();
}

function isPart(wanted: string, key: string): boolean {
  const [part, whole] = wanted.length < key.length ? [wanted, key] : [key, wanted];
  return part.length >= MIN_PART && whole.includes(part);
}

function wordsOf(key: string): string[] {
  return key.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= MIN_PART);
}
