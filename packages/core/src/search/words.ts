/** The scripts that put no space between words. Hangul has spaces, but glues particles to words. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** A name that needs its punctuation, or a run of unspaced text, or one word, `.js` included. */
const RUNS = new RegExp(
  [
    String.raw`(?<!${LETTER})(?:c\+\+|[cf]#|\.net(?!${LETTER}))`,
    `[${UNSPACED}]+`,
    String.raw`(?:(?![${UNSPACED}])${LETTER})+(?:\.js(?!${LETTER}))?`,
  ].join("|"),
  "giu",
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

/** Between the parts of `nodeRunner`, `PDFForms` and `node.js`, but not inside `PDFs`. */
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll}{2})|(?<=.)\.(?=[jJ][sS]$)/u;

/** In UTF-16 units. What a text has beyond this is not searched; the longest of 9,771 real SKILL.md files has 191,000. */
const MAX_TEXT_LENGTH = 200_000;

/** In UTF-16 units. Intl.Segmenter takes quadratic time on one long run: 10 s for 100,000 characters, 50 ms in pieces. */
const MAX_SEGMENTED_LENGTH = 512;

/** In UTF-16 units. What is longer is a key, a hash or a picture in base64, and nobody searches for it. */
const MAX_WORD_LENGTH = 64;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * Cuts a text into lower-case words, in order and with repeats.
 * Splits at hyphens, underscores, slashes and, besides giving the whole, between the parts of `camelCase`.
 * Keeps `c++`, `c#`, `f#`, `.net` and `node.js`. Text without spaces is cut by `Intl.Segmenter`.
 */
export function splitWords(text: string): string[] {
  const normalized = text.slice(0, MAX_TEXT_LENGTH).normalize("NFKC").slice(0, MAX_TEXT_LENGTH);
  return (normalized.match(RUNS) ?? []).flatMap((run) => {
    if (STARTS_UNSPACED.test(run)) return segment(run);
    return run.length <= MAX_WORD_LENGTH ? splitCompound(run) : [];
  });
}

function segment(run: string): string[] {
  const words: string[] = [];
  for (let start = 0; start < run.length; start += MAX_SEGMENTED_LENGTH) {
    const piece = run.slice(start, start + MAX_SEGMENTED_LENGTH);
    for (const { segment } of segmenter.segment(piece)) words.push(segment);
  }
  return words;
}

function splitCompound(word: string): string[] {
  const lowered = word.toLowerCase();
  if (lowered === word && !word.includes(".")) return [word];
  const parts = word.split(SEAMS);
  return parts.length > 1 ? [lowered, ...parts.map((part) => part.toLowerCase())] : [lowered];
}
