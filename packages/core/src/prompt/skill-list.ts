// The list of skills as a model reads it, shortened to fit a budget.

import { oneLine } from "./one-line.js";

/** What a list shows of a skill. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** A second line. It may take half as much as the description, and is the first to be left out. */
  readonly detail?: string | undefined;
}

/** How a list is written. */
export interface ListOptions {
  /** Whether a list is short enough. Of two lists, the shorter fits where the longer does. */
  fits(list: string): boolean;
  /** How to find the skills that are left out, such as `call search_skills to find them`. */
  readonly elsewhere: string;
  /** Makes a text safe for the place where it will stand. @default as it is */
  readonly escapeText?: ((text: string) => string) | undefined;
}

/** A description or a detail is not cut below this many characters; instead it is left out. */
const SHORTEST_TEXT = 40;

/**
 * One line a skill, as long as fits: first descriptions are shortened, all to the same length, then left out; then names
 * are left out, and a last line says how many and where to find them.
 */
export function listSkills(
  skills: readonly ListedSkill[],
  { fits, elsewhere, escapeText = asItIs }: ListOptions,
): string {
  const listed = skills.map(({ name, description, detail = "" }) => ({
    name: oneLine(name),
    description: oneLine(description),
    detail: oneLine(detail),
  }));
  const withDescriptions = (length: number): string =>
    listed
      .flatMap(({ name, description, detail }) => {
        const line = `- ${escapeText(name)}: ${escapeText(shorten(description, length))}`;
        const half = Math.floor(length / 2);
        return detail === "" || half < SHORTEST_TEXT ? [line] : [line, `  ${escapeText(shorten(detail, half))}`];
      })
      .join("\n");
  const withNames = (count: number): string => {
    const lines = listed.slice(0, count).map(({ name }) => `- ${escapeText(name)}`);
    return [...lines, ...(count < listed.length ? [`and ${listed.length - count} more: ${elsewhere}.`] : [])].join(
      "\n",
    );
  };
  const longest = Math.max(
    0,
    ...listed.map(({ description, detail }) => Math.max(description.length, 2 * detail.length)),
  );
  const whole = withDescriptions(longest);
  if (fits(whole)) return whole;
  const length = largest(SHORTEST_TEXT, longest, (candidate) => fits(withDescriptions(candidate)));
  if (length !== undefined) return withDescriptions(length);
  if (fits(withNames(listed.length))) return withNames(listed.length);
  return withNames(largest(0, listed.length, (count) => fits(withNames(count))) ?? 0);
}

/** A line, cut at a word within `length` characters. */
function shorten(line: string, length: number): string {
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function asItIs(text: string): string {
  return text;
}

/** The largest whole number from `low` to `high` that fits, by binary search: above one that does not fit, none does. */
function largest(low: number, high: number, fits: (candidate: number) => boolean): number | undefined {
  if (!fits(low)) return undefined;
  let [known, above] = [low, high];
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (fits(middle)) known = middle;
    else above = middle;
  }
  return known;
}
