import type { ToolCallOptions } from "@skillplug/core";
import { handWrittenTool, skillsOf } from "@skillplug/testing";
import { expect, test } from "vitest";
import { runToolCalls } from "../src/run-tool-calls.js";

const call = (id: string, name: string, input: unknown = {}) => ({ id, name, input });

test("calls run side by side, and their answers stand in the order of the calls", async () => {
  const open = new Map<string, () => void>();
  // Each call ends only when all have started, the last one first.
  const execute = (input: unknown) =>
    new Promise<{ ok: true; text: string }>((resolve) => {
      open.set(String(input), () => resolve({ ok: true, text: String(input) }));
      if (open.size === 3) for (const end of [...open.values()].reverse()) end();
    });
  const skills = skillsOf(handWrittenTool({ execute }), handWrittenTool({ name: "search_skills", execute }));
  const calls = [call("1", "load_skill", "a"), call("2", "search_skills", "b"), call("3", "load_skill", "c")];
  const answers = await runToolCalls(skills, calls, ({ id }, { text }) => [id, text]);
  expect(answers).toEqual([
    ["1", "a"],
    ["2", "b"],
    ["3", "c"],
  ]);
});

test("calls of other tools are left to the caller", async () => {
  const calls = [call("1", "weather"), call("2", "load_skill"), call("3", "toString"), call("4", "run_skill_script")];
  expect(await runToolCalls(skillsOf(handWrittenTool()), calls, ({ id }) => id)).toEqual(["2"]);
  expect(await runToolCalls(skillsOf(), calls, ({ id }) => id)).toEqual([]);
});

test("every call gets the options", async () => {
  const seen: (ToolCallOptions | undefined)[] = [];
  const execute = async (_input: unknown, options?: ToolCallOptions) => {
    seen.push(options);
    return { ok: true as const, text: "" };
  };
  const options = { signal: new AbortController().signal, context: { user: 7 }, onOutput: () => {} };
  const calls = [call("1", "load_skill"), call("2", "load_skill")];
  await runToolCalls(skillsOf(handWrittenTool({ execute })), calls, () => "", options);
  expect(seen).toEqual([options, options]);
});
