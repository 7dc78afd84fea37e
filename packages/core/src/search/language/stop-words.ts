// Stop words in English and Chinese.

import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as mandarin } from "@orama/stopwords/mandarin";
import { splitWords } from "./words.js";

/** The words of asking, which say nothing about what is asked for; and `a`, which the English list lacks. */
const ASKING_ENGLISH = `a able also get give hello help hey hi just know let like need needs please
  something someone thank thanks thing things try trying use used uses using want way`;
const ASKING_MANDARIN = [
  "帮",
  "帮我",
  "帮忙",
  "帮助",
  "想",
  "想要",
  "需要",
  "一下",
  "请问",
  "麻烦",
  "谢谢",
  "希望",
  "能够",
];

/** Words that are neither indexed nor looked up. English is cut as a text is, so that `don't` covers `don` and `t`. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...splitWords([...english, ASKING_ENGLISH].join(" ")),
  ...mandarin,
  ...ASKING_MANDARIN,
]);
