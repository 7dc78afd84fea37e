import { expect, test } from "vitest";
import { refusesAll } from "../src/refused-calls.js";

const [yes, no] = [{ type: "approve" }, { type: "reject", message: "Not now." }];

test.each<[string, unknown, boolean]>([
  ["a no to the only call", { decisions: [no] }, true],
  ["a no to each of two calls", { decisions: [no, no] }, true],
  ["a no to the first of two", { decisions: [no, yes] }, false],
  ["a no to the second of two", { decisions: [yes, no] }, false],
  ["a yes", { decisions: [yes] }, false],
  ["what is no list of decisions", { decisions: "reject" }, false],
  ["what somebody's own graph asks for", "no", false],
])("whether an answer refuses every call: %s", (_, answer, expected) => {
  expect(refusesAll(answer)).toBe(expected);
});
