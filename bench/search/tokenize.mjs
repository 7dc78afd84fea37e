import { stemmer } from "@orama/stemmers/english";
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as mandarin } from "@orama/stopwords/mandarin";

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const ignored = new Set([...english, ...mandarin]);
const RUNS = /\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{N}])+/gu;

/** What a careful person writes in an hour for English and Chinese; the plain rankings use it. It shares nothing with core's. */
export function tokenize(text) {
  const spaced = text.normalize("NFKC").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return (spaced.toLowerCase().match(RUNS) ?? []).flatMap((run) => {
    const words = /^\p{sc=Han}/u.test(run) ? Array.from(segmenter.segment(run), ({ segment }) => segment) : [run];
    return words.filter((word) => !ignored.has(word)).map((word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word));
  });
}
