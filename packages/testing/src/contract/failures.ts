// The part of the contract about wrong calls and failing scripts.
import { expect, test } from "vitest";
import type { ScriptedCall } from "../models/scripted-model.js";
import { type Contract, ledgerScript } from "./contract.js";

/** What a model gets that is wrong, or whose script fails: an answer to act on, and the run goes on. */
export function testFailures({ harness, load, run, answerTo, expectFailure }: Contract): void {
  test.each<[string, ScriptedCall, string]>([
    ["skill", { tool: "load_skill", input: { name: "ledgr" } }, "ledger"],
    ["resource", { tool: "read_skill_resource", input: { skill_name: "ledger", resource_name: "NO.md" } }, "RULES.md"],
    ["script", { tool: "run_skill_script", input: ledgerScript("subtract") }, "add"],
  ])("an unknown %s is answered with the names that exist", async (_, call, existing) => {
    expectFailure(await answerTo(call), "not found", existing);
  });

  test.each<[string, ScriptedCall]>([
    ["with a part missing", { tool: "load_skill", input: {} }],
    ["with a part too many", { tool: "load_skill", input: { name: "ledger", ship: "Beagle" } }],
    ["of a wrong type", { tool: "load_skill", input: { name: 42 } }],
    ["that is null", { tool: "load_skill", input: null }],
    ["that is a list", { tool: "load_skill", input: ["ledger"] }],
  ])("input %s is answered with what was expected, without a stack trace", async (_, call) => {
    const answer = await answerTo(call);
    expectFailure(answer, /name|json/i);
    expect(answer.text).not.toContain("## Skill:");
    expect(answer.text).not.toMatch(/^\s+at .+:\d+:\d+/m);
  });

  test("input that is broken JSON is answered with what was expected, where the framework hands it over", async () => {
    const script = [{ calls: [{ tool: "load_skill", rawInput: '{"name": "ledg' }] }, { text: "I went on." }];
    const { answers } = await run(await load(), ...script);
    expect(answers).toHaveLength(harness.carries.brokenJson ? 1 : 0);
    for (const answer of answers) {
      expectFailure(answer, /json/i);
      expect(answer.text).not.toMatch(/^\s+at .+:\d+:\d+/m);
    }
  });

  test("a failing script is answered with its exit code and what it printed", async () => {
    const answer = await answerTo({ tool: "run_skill_script", input: ledgerScript("fail") });
    expectFailure(answer, "the ledger is closed", /\b3\b/);
  });
}
