import { type RunContext, Usage } from "@openai/agents";
import { expect, test } from "vitest";
import { decisionAbout } from "../src/decision-about.js";

type Approvals = ReturnType<RunContext<unknown>["toJSON"]>["approvals"];
const runWith = (approvals: Approvals) => ({ toJSON: () => ({ context: {}, usage: new Usage(), approvals }) });

test.each<[string, Approvals, boolean | undefined]>([
  ["nothing", {}, undefined],
  ["a yes to this call", { run: { approved: ["1"], rejected: [] } }, true],
  ["a no to this call", { run: { approved: [], rejected: ["1"] } }, false],
  ["a yes to another call", { run: { approved: ["2"], rejected: [] } }, undefined],
  ["a yes to another tool", { rerun: { approved: ["1"], rejected: [] } }, undefined],
  ["a yes within a namespace", { "kit.run": { approved: ["1"], rejected: [] } }, true],
  ["a yes to all calls", { run: { approved: true, rejected: [] } }, true],
  ["a no to all calls", { run: { approved: [], rejected: true } }, false],
  ["a no to this call, a yes to all", { run: { approved: true, rejected: ["1"] } }, false],
  ["a yes to this call, a no to all", { run: { approved: ["1"], rejected: true } }, true],
  [
    "a yes in one namespace, a no in another",
    { run: { approved: ["1"], rejected: [] }, "kit.run": { approved: [], rejected: ["1"] } },
    false,
  ],
])("%s", (_, approvals, expected) => {
  expect(decisionAbout(runWith(approvals), "run", "1")).toBe(expected);
});

test("without a run, nobody has decided", () => {
  expect(decisionAbout(undefined, "run", "1")).toBeUndefined();
});
