import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { CallableSkillResource } from "../../src/code-skills/skill-resources.js";
import { CallableSkillScript, FileBasedSkillScript } from "../../src/code-skills/skill-scripts.js";
import { localExecutor } from "../../src/node/processes/local-executor.js";
import { SkillsToolset } from "../../src/toolset.js";
import type { SkillsToolsetOptions } from "../../src/toolset-options.js";

const stuck = () => new Promise<never>(() => {});
const skill = { name: "papers", description: "Does papers", content: "" };
const entries = {
  resources: [{ name: "now", function: stuck }],
  scripts: [{ name: "run", function: stuck }],
};

test("a function in place of a resource or a script ends after functionTimeoutMs, and the tools answer with it", async () => {
  const toolset = new SkillsToolset({ skills: [{ ...skill, ...entries }], functionTimeoutMs: 5 });
  await expect(toolset.readSkillResource("papers", "now")).rejects.toMatchObject({
    code: "function_failed",
    message: expect.stringContaining("The function took longer than 5 ms."),
  });
  await expect(toolset.runSkillScript("papers", "run")).rejects.toMatchObject({
    code: "script_timeout",
    message: "Script execution timeout after 5ms",
  });
  const tools = new Map((await toolset.getTools()).map((tool) => [tool.name, tool]));
  const read = await tools.get("read_skill_resource")?.execute({ skill_name: "papers", resource_name: "now" });
  const run = await tools.get("run_skill_script")?.execute({ skill_name: "papers", script_name: "run" });
  expect([read, run]).toMatchObject([
    { ok: false, error: { code: "function_failed" } },
    { ok: false, error: { code: "script_timeout" } },
  ]);
});

test("after a minute, unless the program says otherwise", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const quick = { resources: [{ name: "now", function: () => "" }], scripts: [{ name: "run", function: () => "" }] };
  const toolset = new SkillsToolset({ skills: [{ ...skill, ...quick }] });
  await toolset.readSkillResource("papers", "now");
  await toolset.runSkillScript("papers", "run");
  await new CallableSkillResource({ name: "now", read: () => "" }).load();
  await new CallableSkillScript({ name: "now", run: () => "" }).run();
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([60_000, 60_000, 60_000, 60_000]);
});

test("functionTimeoutMs is a whole number that a timer can wait for", () => {
  const make = (functionTimeoutMs: number) => () => new SkillsToolset({ functionTimeoutMs });
  for (const right of [1, 2 ** 31 - 1]) expect(make(right)).not.toThrow();
  for (const wrong of [0, -1, 2 ** 31, 1.5, Number.NaN])
    expect(make(wrong)).toThrow(expect.objectContaining({ code: "invalid_option" }));
});

test("what has limits of its own is not bound by it: a script of another toolset, and one that is a file", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/x.sh": "sleep 0.1; echo ran" });
  const options: SkillsToolsetOptions = { functionTimeoutMs: 1 };
  const other = await new SkillsToolset({ directories: [folder] }).getSkill("a");
  const handedOn = new SkillsToolset({ skills: other ? [other] : [], ...options });
  expect(await handedOn.runSkillScript("a", "x")).toBe("ran");
  const executor = localExecutor();
  const scripts = [new FileBasedSkillScript({ name: "x.sh", directory: `${folder}/a/scripts`, executor })];
  const ofFiles = new SkillsToolset({ skills: [{ ...skill, scripts }], ...options });
  expect(await ofFiles.runSkillScript("papers", "x.sh")).toBe("ran");
});
