// What to do about front matter that is not valid YAML, by its cause.

/** What js-yaml says of a cause, and what mends it. The first that fits counts. */
const ADVICE: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /within a (?:double|single) quoted scalar/,
    "Close the quotes with which a value begins, or put the whole value in quotes.",
  ],
  [
    /flow collection|expected the node content/,
    "Close the bracket with which a value begins; a value that is no list belongs in quotes.",
  ],
  [/tab characters/, "Indent with spaces, not with tabs."],
  [/duplicated mapping key/, "Remove one of the two fields of this name."],
  [/alias|anchor/, "A value that begins with * or & belongs in quotes."],
  [/tag/, "A value that begins with ! belongs in quotes."],
  [
    /document separator|colon is missed|bad indentation/,
    'Write each field as "name: value" on a line of its own, all indented alike, and put values that contain ": " or "#" in quotes.',
  ],
];

/** @param reason what the parser says is wrong */
export function adviceFor(reason: string): string {
  return ADVICE.find(([said]) => said.test(reason))?.[1] ?? 'Put values that contain ": " or "#" in quotes.';
}

/**
 * Why a value had to be read as if it stood in quotes.
 *
 * @param value as it is written
 */
export function whyUnquoted(value: string): string {
  const [opening = ""] = value;
  if (opening === "[" || opening === "{")
    return `since it begins with ${opening}, as a list or a map does, and is none`;
  if (/[*&!%@`|>]/.test(opening)) return `since ${opening} at its beginning has a meaning of its own in YAML`;
  if (opening === '"' || opening === "'") return "mostly because of text behind its quotes, or of quotes within them";
  return 'mostly because of an unquoted ": "';
}
