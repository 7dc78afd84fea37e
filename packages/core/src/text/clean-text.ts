/**
 * The one cleaner: takes out of a text what a reader cannot see and what a terminal would act on.
 *
 * @module core/text
 */

export { escapeLogCommands, startOfCutCommand, withoutLogCommands } from "./log-commands.js";

/**
 * Whole escape sequences of terminals, in their forms of two characters and of one: control strings with a text and its end
 * (titles, links, what a device is told), those with a final character (colours, cursor moves), and short ones. A control
 * string without its end goes as far as its line where an escape begins it; the single characters that begin one also come of
 * text that was decoded wrongly, and then take nothing visible with them. No part can begin another one inside it, so that the
 * time grows with the length alone; `stripVTControlCharacters` of Node 20 and 22 takes minutes for some texts of 200 kB.
 *
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const ESCAPE_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
  /(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0000-\u0007\u000E-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[\]PX^_][^\u0000-\u001F\u007F-\u009F\u2028\u2029]*|(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B[ -/]*[0-~]?/g;

/** Scripts whose letters change their form by a joiner beside them. */
const JOINING_SCRIPTS = [
  ..."Arab Syrc Mong Nkoo Mand Mani Adlm Rohg Phag Phlp Sogd Deva Beng Guru Gujr Orya Taml Telu Knda".split(" "),
  ..."Mlym Sinh Khmr Mymr Tibt Bali Java Cakm Newa Gran Tirh".split(" "),
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const JOINING = String.raw`(?!\p{DI})(?=[\p{L}\p{M}])[${JOINING_SCRIPTS}]`;

/** Characters of Egyptian texts that are seen; between their blocks lie controls that arrange them. */
const HIEROGLYPHS = String.raw`\u{13000}-\u{1342F}\u{13440}-\u{143FA}`;

/** Behind these a variation selector chooses a form: math, East Asian punctuation, and scripts with a standard for it. */
const HAS_STANDARD_FORMS = String.raw`[\p{UIdeo}\p{sc=Mymr}\p{sc=Phag}\p{sc=Mani}${HIEROGLYPHS}\u2100-\u214F\u2200-\u22FF\u2A00-\u2AFF\u3001\u3002\uFF01-\uFF1F\u{1D49C}-\u{1D4B5}]`;

/** No other selector or invisible character may follow: a run of them can hold a sentence. */
const ALONE = String.raw`(?!\p{DI})`;

/** Where a character that cannot be seen is needed, a lookahead for each case: one of them, directly behind what it changes. */
const NEEDED = [
  String.raw`(?<=\p{ExtPict})[\uFE0E\uFE0F](?:${ALONE}|(?=\u200D))`,
  String.raw`(?<=[#*0-9])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{ExtPict}[\uFE0F\p{EMod}]?)\u200D(?=\p{ExtPict})`,
  String.raw`(?<=${HAS_STANDARD_FORMS})[\uFE00-\uFE06]${ALONE}`,
  String.raw`(?<=\p{UIdeo})[\u{E0100}-\u{E011F}]${ALONE}`,
  String.raw`(?<=(?!\p{DI})\p{sc=Mong})[\u180B-\u180F]${ALONE}`,
  String.raw`(?<=${JOINING})[\u200C\u200D]${ALONE}`,
].join("|");

/** The flags of England, Scotland and Wales, which are written with tag characters, and the only ones in use. */
const TAG_FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;

/**
 * What is taken out: control characters but tab and line end, halves of characters, what Unicode calls ignorable (bidirectional
 * controls, zero-width characters, tags, variation selectors, soft hyphens, fillers, invisible operators) but where it is
 * {@link NEEDED}, the annotation characters, controls of hieroglyphs beside none, and what is no character at all.
 *
 * @see https://www.unicode.org/reports/tr36/
 */
const HIDDEN_SOURCE = String.raw`(?![\t\n])\p{Cc}|\p{Cs}|[\u061C\uFFF9-\uFFFB]|\p{NChar}|(?<![${HIEROGLYPHS}])[\u{13430}-\u{1343F}](?![${HIEROGLYPHS}])|(?!${NEEDED})\p{DI}`;

/** Whether there may be something to take out. */
const SUSPICIOUS = /(?![\t\n])\p{Cc}|\p{Cs}|[\uFFF9-\uFFFB\u{13430}-\u{1343F}]|\p{NChar}|\p{DI}/u;

/** Compiled with the first text that needs it, which most programs never see. */
let hidden: RegExp | undefined;
function hiddenPattern(): RegExp {
  hidden ??= new RegExp(`(${TAG_FLAG})|${HIDDEN_SOURCE}`, "gu");
  return hidden;
}

/** A text without what cannot be seen. */
export interface CleanedText {
  readonly text: string;
  /** How many characters were taken out, in UTF-16 units. */
  readonly removed: number;
}

/**
 * Takes terminal escapes, control characters and all that a reader cannot see out of a text. What is visible stays, with tabs
 * and line ends, which all become `\n`; joiners and selectors stay where a script or an emoji needs them. Its time grows with
 * the length alone, and cleaning twice changes nothing.
 */
export function cleanText(text: string): CleanedText {
  if (!SUSPICIOUS.test(text)) return { text, removed: 0 };
  return withoutHidden(text, (part) => part.replace(/\r\n?/g, "\n"));
}

/**
 * {@link cleanText} for what has to stay on one line, such as a name: every run of white space, line ends of all kinds among it,
 * is one space, and none is at the ends.
 */
export function cleanLine(text: string): CleanedText {
  const { text: visible, removed } = SUSPICIOUS.test(text)
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: line ends that are control characters
      withoutHidden(text, (part) => part.replace(/[\r\u000B\u000C\u0085]/g, " "))
    : { text, removed: 0 };
  return { text: visible.replace(/\s+/g, " ").trim(), removed };
}

/**
 * A JSON text in which nothing is hidden: what {@link cleanText} would take out, and would have taken for part of a command of
 * a terminal, stands there as an escape of JSON.
 */
export function escapeHidden(json: string): string {
  if (!SUSPICIOUS.test(json)) return json;
  return json.replace(hiddenPattern(), (character: string, flag: string | undefined) => {
    if (flag !== undefined) return flag;
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/** Takes whole escape sequences of terminals out of a text, and nothing else: single control characters stay. */
export function removeEscapes(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, "");
}

/** Cleans a text that comes in parts. */
export interface TextStream {
  /** The next part, as far as it can be cleaned by now: what may go on in the next one is held back. */
  add(part: string): string;
  /** What was held back. */
  end(): string;
}

/** A control string longer than this is not waited for; its text is then shown, and its end taken out. In UTF-16 units. */
const MAX_HELD_BACK = 4_096;
/** How much of a cluster of emoji, selectors and joiners is held back, in UTF-16 units. */
const MAX_CLUSTER = 64;

/** An escape sequence that the end of the text may have cut, or half of a line end. */
const CUT_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
  /(?:(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0000-\u0007\u000E-\u001F\u007F-\u009F]*\u001B?|(?:\u001B\[|\u009B)[0-?]*[ -/]*|\u001B[ -/]*|\r)$/;

/** {@link cleanText} for a text that comes in parts, such as the output of a program: an escape sequence may be cut anywhere. */
export function createTextStream(): TextStream {
  let held = "";
  return {
    add(part) {
      const text = held + part;
      const end = endOfWhole(text);
      held = text.slice(end);
      return cleanText(text.slice(0, end)).text;
    },
    end() {
      const { text } = cleanText(held);
      held = "";
      return text;
    },
  };
}

/** Up to where a text can be cleaned without knowing what follows. */
function endOfWhole(text: string): number {
  const sequence = CUT_SEQUENCE.exec(text)?.index;
  if (sequence !== undefined) return text.length - sequence > MAX_HELD_BACK ? text.length : sequence;
  // Whole characters: the last 64 units can begin with the second half of one.
  const last = text.slice(-MAX_CLUSTER).replace(/^[\uDC00-\uDFFF]/, "");
  const [cluster = ""] = /[^\0-\u007F]*$/.exec(last) ?? [];
  if (SUSPICIOUS.test(cluster)) {
    const end = text.length - cluster.length;
    // The cluster may hold the end of a control string, which is not to be torn from its beginning.
    const begun = CUT_SEQUENCE.exec(text.slice(0, end))?.index ?? end;
    return end - begun > MAX_HELD_BACK ? end : begun;
  }
  const [character = ""] = /.$/su.exec(cluster) ?? [];
  return text.length - character.length;
}

function withoutHidden(text: string, endLines: (text: string) => string): CleanedText {
  const whole = removeEscapes(text);
  const lines = endLines(whole);
  const visible = replaceHidden(lines);
  return { text: visible, removed: text.length - whole.length + lines.length - visible.length };
}

/** How much is looked through at once where something may be hidden, up to the end of a line, in UTF-16 units. */
const REGION = 512;

/**
 * Only lines with something suspicious are looked through, which in long texts are few: whether a character is needed depends on
 * its neighbours, none of which is the end of a line.
 */
function replaceHidden(text: string): string {
  const suspicious = new RegExp(SUSPICIOUS, "gu");
  let visible = "";
  let done = 0;
  for (let found = suspicious.exec(text); found; found = suspicious.exec(text)) {
    const start = Math.max(done, text.lastIndexOf("\n", found.index) + 1);
    const lineEnd = text.indexOf("\n", Math.max(found.index, start + REGION));
    const end = lineEnd < 0 ? text.length : lineEnd;
    visible += text.slice(done, start) + text.slice(start, end).replace(hiddenPattern(), "$1");
    done = end;
    suspicious.lastIndex = end;
  }
  return visible + text.slice(done);
}
