import type { ApprovalRequest, ToolCallOptions, ToolResult } from "@skillplug/core";
import { handWrittenTool, skillsOf } from "@skillplug/testing";
import { expect, test } from "vitest";
import type { ApprovedCallOptions } from "../src/index.js";
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

test("with ownTools, their calls alone are left to the caller, and a name that the model has made up is answered", async () => {
  const calls = [call("1", "weather"), call("2", "load_skill"), call("3", "made\nup"), call("4", "toString")];
  const toAnswer = ({ id }: { id: string }, result: ToolResult) => [id, result.ok, result.text];
  const answers = await runToolCalls(skillsOf(handWrittenTool()), calls, toAnswer, { ownTools: ["weather"] });
  expect(answers.map(([id, ok]) => [id, ok])).toEqual([
    ["2", true],
    ["3", false],
    ["4", false],
  ]);
  expect(answers[1]?.[2]).toBe("Error: There is no tool 'made up'. The tools are load_skill, weather.");
  expect(await runToolCalls(skillsOf(), [call("1", "x")], toAnswer, { ownTools: [] })).toEqual([
    ["1", false, "Error: There is no tool 'x'. There are no tools."],
  ]);
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

test("a person is asked about each call by itself, in the order of the calls, before any is answered", async () => {
  const wait: Readonly<Record<string, number>> = { first: 3, second: 2, third: 1 };
  const asked: string[] = [];
  const ran: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const tool = handWrittenTool({
    name: "run_skill_script",
    // The later the call, the sooner its request is ready.
    async requestApproval(input) {
      for (let turn = 0; turn < (wait[String(input)] ?? 0); turn++)
        await new Promise((resolve) => setImmediate(resolve));
      const about = { skillName: "a", scriptName: String(input), trusted: false, source: "s", digest: "0" };
      return input === "free" ? undefined : about;
    },
    async execute(input, { approved } = {}) {
      if (approved !== false) ran.push(String(input));
      return { ok: true, text: String(input) };
    },
  });
  const approve = async ({ scriptName }: ApprovalRequest) => {
    // What nobody has to be asked about has run before the first answer.
    expect(ran).toEqual(["free"]);
    asked.push(scriptName);
    if (asked.length === 3) answer();
    await answered;
    return scriptName !== "second";
  };
  const calls = ["first", "free", "second", "third"].map((input) => call(input, "run_skill_script", input));
  await runToolCalls(skillsOf(tool), calls, () => undefined, { approve });
  expect(asked).toEqual(["first", "second", "third"]);
  expect(ran).toEqual(["free", "first", "third"]);
});

test("a question that fails holds no other up, and none is asked once the calls are aborted", async () => {
  const about = (scriptName: string) => ({ skillName: "a", scriptName, trusted: false, source: "s", digest: "0" });
  const tool = handWrittenTool({
    name: "run_skill_script",
    requestApproval: async (input) => about(String(input)),
    execute: async () => ({ ok: true, text: "ran" }),
  });
  const calls = ["first", "second", "third"].map((input) => call(input, "run_skill_script", input));
  const run = (options: ApprovedCallOptions) => runToolCalls(skillsOf(tool), calls, (_, { text }) => text, options);
  const failing = ({ scriptName }: ApprovalRequest): boolean => {
    if (scriptName === "first") throw new Error("no answer");
    return true;
  };
  expect(await run({ approve: failing })).toEqual([expect.stringMatching(/no answer/), "ran", "ran"]);

  const controller = new AbortController();
  const asked: string[] = [];
  const leaving = ({ scriptName }: ApprovalRequest): boolean => {
    asked.push(scriptName);
    if (scriptName === "second") controller.abort();
    return true;
  };
  await run({ approve: leaving, signal: controller.signal });
  expect(asked).toEqual(["first", "second"]);
});
