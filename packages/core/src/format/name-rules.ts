// The rules for a skill's name and for the lengths of its fields.

import { MAX_SKILL_NAME_LENGTH, RESERVED_WORDS, SKILL_NAME_PATTERN } from "../base/skill.js";
import { MAX_NAMED_PROBLEMS } from "../text/limits.js";
import { normalizeUnicode } from "../text/normalize-unicode.js";
import { shownName } from "../text/shown-name.js";

/** How much of a name is looked at but for its length: far more than any has, and little enough to take no time. */
const MAX_LOOKED_AT = 1_000;

/** A rule that is broken, by its code, and what to do about it; `false` where the rule is kept. */
export type Finding = readonly [code: string, message: string] | false;

/** Checks a name against the rules of most clients: ASCII, and no words that some of them keep for themselves. */
export function checkName(name: string, folder: string | undefined): Finding[] {
  return [
    !SKILL_NAME_PATTERN.test(name) && [
      "name-pattern",
      `Invalid skill name: ${shownName(name)}. Use lower-case letters, digits and single hyphens.`,
    ],
    ...checkLengthAndFolder(name, folder),
    ...[...RESERVED_WORDS].map(
      (word): Finding =>
        name.includes(word) && ["name-reserved", `The name "${shownName(name)}" contains the reserved word "${word}".`],
    ),
  ];
}

/** Checks a name against the standard, which allows the letters of every script and compares in Unicode's form NFKC. */
export function checkStandardName(written: string, folder: string | undefined): Finding[] {
  const name = normalizeUnicode(written.slice(0, MAX_LOOKED_AT), "NFKC").trim();
  const others = new Set(name.match(/[^\p{L}\p{N}-]/gu));
  return [
    others.size > 0 && [
      "name-characters",
      `The name "${shownName(name)}" holds "${[...others].slice(0, MAX_NAMED_PROBLEMS).join('", "')}". Use letters, digits and hyphens alone; a mark that stays apart from its letter is none of them.`,
    ],
    name !== name.toLowerCase() && [
      "name-case",
      `The name "${shownName(name)}" has upper-case letters. Name the skill and its folder "${shownName(name.toLowerCase())}".`,
    ],
    /^-|--|-$/.test(name) && [
      "name-hyphens",
      `The name "${shownName(name)}" begins or ends with a hyphen, or has two in a row. Put single hyphens between words.`,
    ],
    ...checkLengthAndFolder(
      written.length > MAX_LOOKED_AT ? written : name,
      folder === undefined ? undefined : normalizeUnicode(folder.slice(0, MAX_LOOKED_AT), "NFKC"),
    ),
  ];
}

function checkLengthAndFolder(name: string, folder: string | undefined): Finding[] {
  return [
    checkLength("name", name, MAX_SKILL_NAME_LENGTH),
    folder !== undefined &&
      folder !== name && [
        "name-folder",
        `The name "${shownName(name)}" differs from its folder "${shownName(folder)}".`,
      ],
  ];
}

/** Counts code points, as the standard does. */
export function checkLength(field: string, text: string, most: number): Finding {
  if (text.length <= most) return false;
  let length = 0;
  for (const _ of text) length += 1;
  return (
    length > most && [
      `${field}-too-long`,
      `The field "${field}" has ${length} characters; at most ${most} are allowed. Shorten it.`,
    ]
  );
}
