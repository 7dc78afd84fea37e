// Removes characters that YAML refuses or that a reader cannot see.

/** A whole ANSI escape sequence: colours and cursor moves, titles and links. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
const ANSI_ESCAPE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_])/g;

/**
 * For a character class with the flag `u`: characters that a reader cannot see, and that reorder or hide what stands beside
 * them. Bidirectional controls, zero-width characters but the joiners, and tag characters.
 *
 * @see https://www.unicode.org/reports/tr36/
 */
const HIDDEN_CHARACTERS: string = String.raw`\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}`;

/**
 * {@link HIDDEN_CHARACTERS}, and control characters but tab and line ends. The joiners U+200C and U+200D stay between letters
 * and emoji that are not ASCII, where scripts need them.
 */
const HIDDEN = new RegExp(
  String.raw`(?![\t\n\r])\p{Cc}|[${HIDDEN_CHARACTERS}]|(?<![^\0-\x7F])[\u200C\u200D]|[\u200C\u200D](?![^\0-\x7F])`,
  "gu",
);

/** What YAML does not allow unescaped. @see https://yaml.org/spec/1.2.2/#51-character-set */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g;

/** A text without some of its characters. */
export interface CleanedText {
  readonly text: string;
  /** How many characters were left out. */
  readonly removed: number;
}

/** Removes what YAML would refuse, so that a stray escape sequence does not lose a skill. All else is kept as written. */
export function removeUnprintable(text: string): CleanedText {
  return cleaned(text, text.replace(ANSI_ESCAPE, "").replace(UNPRINTABLE, ""));
}

/** Removes what a reader cannot see, and the white space around. */
export function cleanText(text: string): CleanedText {
  const { text: visible, removed } = cleaned(text, text.replace(ANSI_ESCAPE, "").replace(HIDDEN, ""));
  return { text: visible.trim(), removed };
}

function cleaned(before: string, text: string): CleanedText {
  return { text, removed: before.length - text.length };
}
