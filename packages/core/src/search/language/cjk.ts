// Which characters are Chinese, Japanese or Korean (CJK).

/** For a character class: Chinese, Japanese and Korean characters. A word has one or a few, and stands beside the next without a space. */
export const CJK = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}`;

const HAN = /\p{sc=Han}/u;

/** Whether a text has a Chinese character. */
export function hasHan(text: string): boolean {
  return HAN.test(text);
}
