import { expect, test } from "vitest";
import { splitWords } from "../../src/scripts/split-words.js";

test.each<[string, string[]]>([
  ["a.json --verbose", ["a.json", "--verbose"]],
  ["  a\n b ", ["a", "b"]],
  ["--title 'two words' x", ["--title", "two words", "x"]],
  [`--say "he said \\"no\\"" y`, ["--say", 'he said "no"', "y"]],
  [`--name="a b"c`, ["--name=a bc"]],
  ["my\\ file.txt", ["my file.txt"]],
  [`"C:\\new"`, ["C:\\new"]],
  ["''", [""]],
  ["it's open", ["it's", "open"]],
  ["", []],
])("%j has the words %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
