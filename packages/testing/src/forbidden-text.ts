// What no text may hold that reaches a model, a terminal or a log: written down apart from the cleaner, to hold it to.

const ALONE = String.raw`[\u180B-\u180F\u200C\u200D\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/**
 * Control characters but tab and line end, halves of characters, and what cannot be seen. Of joiners and variation selectors
 * two in a row, but for the one pair that emoji have; of tag characters those that stand behind no flag; controls of hieroglyphs beside none.
 */
export const FORBIDDEN: RegExp = new RegExp(
  [
    String.raw`(?![\t\n])\p{Cc}|\p{Cs}|\u00AD|\u034F|\u061C|[\u115F\u1160]|[\u17B4\u17B5]|[\u200B\u200E\u200F]|[\u202A-\u202E]`,
    String.raw`[\u2060-\u206F]|\u3164|\uFEFF|\uFFA0|[\uFFF9-\uFFFB\uFFFE\uFFFF]|[\u{E0080}-\u{E00FF}\u{E0120}-\u{E0FFF}]`,
    String.raw`(?<![\u{13000}-\u{1342F}\u{13440}-\u{143FA}])[\u{13430}-\u{1343F}](?![\u{13000}-\u{1342F}\u{13440}-\u{143FA}])`,
    String.raw`(?!\uFE0F\u200D)${ALONE}{2}|(?<!\u{1F3F4}[\u{E0062}-\u{E007F}]{0,5})[\u{E0000}-\u{E007F}]`,
  ].join("|"),
  "u",
);
