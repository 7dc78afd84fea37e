// What every test of the contract has in hand.
import { type LoadOptions, loadSkills, type SkillsToolset } from "@skillplug/core";
import { afterEach, beforeEach, expect } from "vitest";
import type { ScriptedCall, ScriptStep, ToolAnswer } from "../models/scripted-model.js";
import type { AdapterHarness, Transcript, UserTool } from "./harness.js";
import { type ContractFolder, contractFolder } from "./skills-on-disk.js";

/** What the tests of the contract have in hand. Each test has a folder of its own. */
export interface Contract {
  readonly harness: AdapterHarness;
  /** The folder of the test that runs. */
  folder(): ContractFolder;
  load(options?: LoadOptions): Promise<SkillsToolset>;
  run(toolset: SkillsToolset, ...script: ScriptStep[]): Promise<Transcript>;
  /** The answer to one call, in a run that must go on after it. */
  answerTo(call: ScriptedCall, options?: LoadOptions): Promise<ToolAnswer>;
  /** Expects an answer that is no failure and holds the words. */
  expectSuccess(answer: ToolAnswer | undefined, ...words: (string | RegExp)[]): void;
  /** Expects an answer that is a failure and holds the words. */
  expectFailure(answer: ToolAnswer | undefined, ...words: (string | RegExp)[]): void;
}

/** Prepares a folder for each test of the suite that is being described. */
export function contractFor(harness: AdapterHarness): Contract {
  let folder: ContractFolder;
  beforeEach(async () => {
    folder = await contractFolder();
  });
  afterEach(() => folder.remove());

  const { errorFlag } = harness.carries;
  const load = (options?: LoadOptions) => loadSkills(folder.skills, { workFolder: folder.work, ...options });
  const run = (toolset: SkillsToolset, ...script: ScriptStep[]) => harness.run({ toolset, script });
  return {
    harness,
    folder: () => folder,
    load,
    run,
    async answerTo(call, options) {
      const { answers, text } = await run(await load(options), { calls: [call] }, { text: "I went on." });
      expect(text).toBe("I went on.");
      expect(answers.map((answer) => answer.name)).toEqual([call.tool]);
      return answers[0]!;
    },
    expectSuccess: (answer, ...words) => expectAnswer(answer, errorFlag ? false : undefined, words),
    expectFailure: (answer, ...words) => expectAnswer(answer, errorFlag ? true : undefined, words),
  };
}

function expectAnswer(
  answer: ToolAnswer | undefined,
  isError: boolean | undefined,
  words: readonly (string | RegExp)[],
) {
  for (const word of words) expect(answer?.text).toMatch(word);
  expect(answer?.isError).toBe(isError);
}

/** The input of run_skill_script for a script of the ledger skill. */
export function ledgerScript(name: string, args?: readonly string[]) {
  return { skill_name: "ledger", script_name: name, ...(args && { args }) };
}

/** A tool of the user's own. */
export const forecast: UserTool = {
  name: "forecast",
  description: "Tells the weather of a place.",
  inputSchema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
  execute: (input) => `Sun over ${(input as { place: string }).place}`,
};
