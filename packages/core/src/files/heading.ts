// Finds a heading of a Markdown text by the fragment of a link, such as `#step-5`.

import { createTimeSlices } from "../base/time-slices.js";

/** A heading, outside of an indented block. @see https://spec.commonmark.org/0.31.2/#atx-headings */
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Longer lines are no headings that anybody links to, in characters. */
const MAX_HEADING_LENGTH = 500;

/**
 * Where the heading begins that a fragment means, in characters, as GitHub makes fragments of headings; `undefined` where there
 * is none.
 */
export async function findHeading(text: string, fragment: string): Promise<number | undefined> {
  const wanted = decoded(fragment).toLowerCase();
  const { default: Slugger } = await import("github-slugger");
  const slugger = new Slugger();
  const slices = createTimeSlices();
  let fence: string | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const [, mark] = FENCE.exec(line.slice(0, MAX_HEADING_LENGTH)) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) fence = fence ? undefined : mark;
    const title = fence === undefined && line.length <= MAX_HEADING_LENGTH ? HEADING.exec(line)?.[1] : undefined;
    if (title !== undefined && slugger.slug(title) === wanted) return start;
    start += line.length + 1;
    await slices.rest();
  }
  return undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
