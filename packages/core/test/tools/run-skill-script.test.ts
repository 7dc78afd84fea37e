import { loadSkills, memory, type SkillInput, type SkillSource, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { callTool, research, toolOf, weather } from "./call-tool.js";

const run = (fields: object) => callTool("run_skill_script", { skill_name: "weather", ...fields });

/** Runs the program `x.mjs` of a skill. */
async function runProgram(program: string) {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.mjs": program });
  const tool = await toolOf(await loadSkills(folder), "run_skill_script");
  return tool.execute({ skill_name: "a", script_name: "x" });
}

test.each([
  [["a", "b"], '["a","b"]'],
  [{ city: "Paris" }, '{"city":"Paris"}'],
  ['["a"]', '["a"]'],
  ['{"city": "Rome"}', '{"city":"Rome"}'],
  [null, "{}"],
  [undefined, "{}"],
])("B15: run_skill_script takes the args %j", async (args, text) => {
  expect(await run({ script_name: "echo", args })).toMatchObject({ ok: true, text });
});

test("a function gets the framework's context", async () => {
  const scripts = [{ name: "whoami", function: (_: unknown, { context }: { context?: unknown }) => context }];
  const tool = await toolOf(new SkillsToolset({ skills: [{ ...research, scripts }] }), "run_skill_script");
  const input = { skill_name: "web-research", script_name: "whoami" };
  expect((await tool.execute(input, { context: { user: 7 } })).text).toBe('{"user":7}');
});

test("a failing script is an answer with what it said", async () => {
  expect(await run({ script_name: "breaks" })).toMatchObject({
    ok: false,
    text: "Error: Script exited with code 1\nthe service is down",
    error: { code: "function_failed" },
  });
  expect(await runProgram("console.error('no luck'); process.exit(3)")).toMatchObject({
    ok: false,
    text: "Error: Script exited with code 3\nno luck",
    error: { code: "script_failed" },
  });
});

test("a script that prints nothing says so, with what it wrote to stderr", async () => {
  expect((await run({ script_name: "silent" })).text).toBe("The script succeeded and printed nothing.");
  const result = await runProgram("console.error('\\n 3 files were skipped \\n')");
  expect(result).toMatchObject({
    ok: true,
    text: "The script succeeded and printed nothing.\nstderr:\n3 files were skipped",
    data: { stdout: "", stderr: "\n 3 files were skipped \n\n" },
  });
});

test("B17: what a script prints is not interpreted, and its stderr is for the program alone", async () => {
  const result = await runProgram("console.log('{\"a\": 1}'); console.error('a note')");
  expect(result).toEqual({
    ok: true,
    text: '{"a": 1}',
    data: {
      stdout: '{"a": 1}\n',
      stderr: "a note\n",
      exitCode: 0,
      truncated: false,
      durationMs: expect.any(Number),
    },
  });
});

test("the data says that output was cut off", async () => {
  const executed = { stdout: "the beginning", stderr: "", exitCode: 0, truncated: true, durationMs: 5 };
  const toolset = new SkillsToolset({
    skills: [{ ...research, scripts: [{ name: "x.py", content: "" }] }],
    executor: { execute: async () => ({ ...executed, signal: null }) },
  });
  const tool = await toolOf(toolset, "run_skill_script");
  expect(await tool.execute({ skill_name: "web-research", script_name: "x" })).toEqual({
    ok: true,
    text: "the beginning",
    data: executed,
  });
});

test("an abort ends a function at once", async () => {
  const skill: SkillInput = { ...research, scripts: [{ name: "hang", function: () => new Promise(() => {}) }] };
  const tool = await toolOf(new SkillsToolset({ skills: [skill] }), "run_skill_script");
  const aborter = new AbortController();
  const result = tool.execute({ skill_name: "web-research", script_name: "hang" }, { signal: aborter.signal });
  aborter.abort();
  expect(await result).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("of trusted and untrusted sources the framework has to ask for the latter's scripts, and for no wrong input", async () => {
  const foreign: SkillSource = { ...memory([{ ...weather, name: "foreign" }]), trusted: false };
  const tool = await toolOf(
    new SkillsToolset({ skills: [weather], sources: [foreign], approvalBy: "framework" }),
    "run_skill_script",
  );
  const asks = async (input: unknown) => (await tool.requestApproval?.(input, {})) !== undefined;
  expect(await asks({ skill_name: "foreign", script_name: "now" })).toBe(true);
  expect(await asks('{"skill_name": "foreign", "script_name": "now"}')).toBe(true);
  expect(await asks({ skill_name: "weather", script_name: "now" })).toBe(false);
  expect(await asks({ skill_name: "unknown", script_name: "now" })).toBe(false);
  expect(await asks({ skill_name: "foreign" })).toBe(false);
  expect(await asks("foreign")).toBe(false);
});
