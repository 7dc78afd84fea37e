import { setTimeout } from "node:timers/promises";
import { directory } from "@skillplug/core";
import type { SourceListing } from "../../../src/sources/source.js";

export const names = (entries: readonly { readonly name: string }[] | undefined): string[] =>
  (entries ?? []).map(({ name }) => name);

export const codes = (entries: readonly { readonly code: string }[]): string[] =>
  entries.map(({ code }) => code).sort();

/** The first listing of a folder. */
export const list = (folder: string, maxDepth?: number): Promise<SourceListing> =>
  directory(folder, { maxDepth }).list({ signal: undefined });

/**
 * Waits until what was written so far is safely older than what is read next. What was written within a tick of the file
 * system's clock is read again by each listing, so that a test would not see what is kept.
 */
export async function untilClockTicked(): Promise<void> {
  const written = Date.now();
  while (Date.now() <= written + 21) await setTimeout(5);
}
