// The list of skills as a model reads it, shortened to fit a budget.

import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_SHOWN_DESCRIPTION, MAX_SHOWN_NAME } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";

/** What a list shows of a skill. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** A second line. It may take half as much as the description, and is the first to be left out. */
  readonly detail?: string | undefined;
  /** `false` for a skill that only gets the room that trusted ones leave. @default true */
  readonly trusted?: boolean | undefined;
  /** The trusted skill for whose name a reader could take this one's. It stands behind the name, also where no description does. */
  readonly looksLike?: string | undefined;
}

/** How a list is written. */
export interface ListOptions {
  /** Whether a list is short enough. Of two lists, the shorter fits where the longer does. */
  fits(list: string): boolean;
  /** How to find the skills that are left out, such as `call search_skills to find them`. */
  readonly elsewhere: string;
  /** Makes a text safe for the place where it will stand. @default our own tags are escaped, all else stays as it is */
  readonly escapeText?: ((text: string) => string) | undefined;
}

/** A description or a detail is not cut below this many characters; instead it is left out. */
const SHORTEST_TEXT = 40;

/** A skill's texts, on one line each. */
type Line = Readonly<Record<"name" | "description" | "detail", string>>;

/** A list, and how many skills it leaves out. */
interface ShortenedList {
  readonly text: string;
  readonly leftOut: number;
}

/**
 * One line a skill, as long as fits: first descriptions are shortened, all to the same length, then left out; then names
 * are left out, and a last line says how many and where to find them. Trusted skills come first, and are shown as if there
 * were no others; those get the room that is left. The time grows with what fits, and not with what there is.
 */
export function listSkills(skills: readonly ListedSkill[], options: ListOptions): string {
  const { fits } = options;
  const others = skills.filter(({ trusted }) => trusted === false);
  const first = shortened(
    skills.filter(({ trusted }) => trusted !== false),
    options,
  );
  if (others.length === 0) return first.text;
  if (first.text === "") return shortened(others, options).text;
  const below = (list: string): string => `${first.text}\n${list}`;
  if (first.leftOut === 0) {
    const rest = below(shortened(others, { ...options, fits: (list) => fits(below(list)) }).text);
    return fits(rest) ? rest : first.text;
  }
  // No name of theirs is shown where a trusted one is left out; the last line counts them, where that has room.
  const names = first.text.slice(0, first.text.lastIndexOf("\n") + 1);
  const all = `${names}${leftOutLine(first.leftOut + others.length, options)}`;
  return fits(all) ? all : first.text;
}

function shortened(
  skills: readonly ListedSkill[],
  { fits, elsewhere, escapeText = escapeOwnTags }: ListOptions,
): ShortenedList {
  const lines = skills.map(
    ({ name, description, detail = "", looksLike }): Line => ({
      name: escapeText(shownLine(name, MAX_SHOWN_NAME)) + warningOf(looksLike, escapeText),
      description: shownLine(description, MAX_SHOWN_DESCRIPTION),
      detail: shownLine(detail, MAX_SHOWN_DESCRIPTION),
    }),
  );
  const withDescriptions = (length: number) => (line: Line) => {
    const first = `- ${line.name}: ${escapeText(shorten(line.description, length))}`;
    const half = Math.floor(length / 2);
    return line.detail === "" || half < SHORTEST_TEXT ? first : `${first}\n  ${escapeText(shorten(line.detail, half))}`;
  };
  const longest = lines.reduce(
    (most, { description, detail }) => Math.max(most, description.length, 2 * detail.length),
    0,
  );
  const fitsWith = (length: number) => fitsWhole(lines, withDescriptions(length), fits);
  const length = largest(Math.min(SHORTEST_TEXT, longest), longest, fitsWith);
  if (length !== undefined) return { text: lines.map(withDescriptions(length)).join("\n"), leftOut: 0 };
  if (fitsWhole(lines, nameLine, fits)) return { text: lines.map(nameLine).join("\n"), leftOut: 0 };
  const withNames = (count: number): string =>
    [...lines.slice(0, count).map(nameLine), leftOutLine(lines.length - count, { elsewhere })].join("\n");
  const count = largest(0, lines.length - 1, (candidate) => fits(withNames(candidate))) ?? 0;
  return { text: withNames(count), leftOut: lines.length - count };
}

function warningOf(looksLike: string | undefined, escapeText: (text: string) => string): string {
  return looksLike === undefined ? "" : ` (not trusted; not ${escapeText(shownLine(looksLike, MAX_SHOWN_NAME))})`;
}

function nameLine({ name }: Line): string {
  return `- ${name}`;
}

function leftOutLine(count: number, { elsewhere }: Pick<ListOptions, "elsewhere">): string {
  return `and ${count} more: ${elsewhere}.`;
}

/** How many lines are written before it is asked for the first time whether they fit. */
const FIRST_LINES = 16;

/** Whether all lines fit together. Asks for the first few, then for twice as many, so that a long list that does not fit costs little. */
function fitsWhole(lines: readonly Line[], write: (line: Line) => string, fits: (list: string) => boolean): boolean {
  for (let count = FIRST_LINES; count < lines.length; count *= 2) {
    if (!fits(lines.slice(0, count).map(write).join("\n"))) return false;
  }
  return fits(lines.map(write).join("\n"));
}

/** A line, cut at a word within `length` characters. */
function shorten(line: string, length: number): string {
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * The largest whole number from `low` to `high` that fits: above one that does not fit, none does. Goes up from `low` in
 * doubled steps, and searches by halves only where they cross the border, so that nothing much larger than what fits is tried.
 */
function largest(low: number, high: number, fits: (candidate: number) => boolean): number | undefined {
  if (!fits(low)) return undefined;
  let known = low;
  let above = high + 1;
  for (let step = Math.max(1, low); known + step <= high && above > high; step *= 2) {
    if (fits(known + step)) known += step;
    else above = known + step;
  }
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (fits(middle)) known = middle;
    else above = middle;
  }
  return known;
}
