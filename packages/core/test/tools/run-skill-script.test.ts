import { loadSkills, memory, type SkillInput, type SkillSource, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { callTool, research, toolOf, weather } from "./call-tool.js";

const run = (fields: object) => callTool("run_skill_script", { skill_name: "weather", ...fields });

/** Runs the program `x.mjs` of a skill. */
async function runProgram(program: string) {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.mjs": program });
  const tool = await toolOf(await loadSkills(folder, { workFolder: await folderWith() }), "run_skill_script");
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

test("B17: what a script prints is not interpreted, and its stderr stands beside it", async () => {
  const result = await runProgram("console.log('{\"a\": 1}'); console.error('a note')");
  expect(result).toEqual({
    ok: true,
    text: '{"a": 1}\n\nstderr:\na note',
    data: {
      stdout: '{"a": 1}\n',
      stderr: "a note\n",
      exitCode: 0,
      truncated: false,
      durationMs: expect.any(Number),
      files: [],
      moreFiles: 0,
      filesComplete: true,
    },
  });
});

test("a report with an exit code is told with it, and the data has all that happened", async () => {
  const workFolder = await folderWith();
  const skills = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/check.sh": 'echo "3 problems"; echo slow >&2; echo x > made.txt; echo y > "$SKILL_DIR/own.txt"; exit 4',
  });
  const tool = await toolOf(await loadSkills(skills, { workFolder }), "run_skill_script");
  expect(await tool.execute({ skill_name: "a", script_name: "check" })).toEqual({
    ok: true,
    text: [
      "Script exited with code 4, and printed:",
      "3 problems",
      "\nstderr:\nslow",
      "\n[Changed in the work folder while it ran: created made.txt (2 bytes).]",
      "\n[Warning: changed in the skill's own folder while it ran: created own.txt (2 bytes). What users should keep belongs into the work folder.]",
    ].join("\n"),
    data: {
      ...{ stdout: "3 problems\n", stderr: "slow\n", exitCode: 4, truncated: false, durationMs: expect.any(Number) },
      ...{ files: [{ path: "made.txt", size: 2, change: "created" }], moreFiles: 0, filesComplete: true },
      skillChanges: { files: [{ path: "own.txt", size: 2, change: "created" }], more: 0, complete: true },
    },
  });
});

test("a failure tells what changed too", async () => {
  const workFolder = await folderWith();
  const skills = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.sh": "echo x > made.txt; exit 4" });
  const tool = await toolOf(await loadSkills(skills, { workFolder }), "run_skill_script");
  expect(await tool.execute({ skill_name: "a", script_name: "x" })).toMatchObject({
    ok: false,
    text: "Error: Script exited with code 4\n\n[Changed in the work folder while it ran: created made.txt (2 bytes).]",
    error: { code: "script_failed" },
  });
});

test("a skill that is worked on, in its own folder or above it, has no warning", async () => {
  const skills = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/x.sh": 'echo x > "$SKILL_DIR/scripts-of-mine.txt"',
  });
  const inside = await toolOf(await loadSkills(skills, { workFolder: `${skills}/a` }), "run_skill_script");
  const { text } = await inside.execute({ skill_name: "a", script_name: "x" });
  expect(text).toMatch(/\[Changed in the work folder while it ran: created scripts-of-mine\.txt/);
  expect(text).not.toContain("Warning");
  const above = await toolOf(await loadSkills(skills, { workFolder: skills }), "run_skill_script");
  const again = (await above.execute({ skill_name: "a", script_name: "x" })).text;
  expect(again).toContain("Warning: changed in the skill's own folder while it ran: changed scripts-of-mine.txt");
  expect(again).not.toContain("[Changed in the work folder");
});

test("of a long output and a long stderr both are told in part, and both can be read on", async () => {
  const scripts = [{ name: "x.py", content: "" }];
  const executed = { signal: null, exitCode: 0, truncated: false, durationMs: 5 };
  const answer = async (stdout: string, stderr: string) => {
    const executor = { execute: async () => ({ ...executed, stdout, stderr }) };
    const toolset = new SkillsToolset({ skills: [{ ...research, scripts }], executor });
    const tool = await toolOf(toolset, "run_skill_script");
    return (await tool.execute({ skill_name: "web-research", script_name: "x" })).text;
  };
  const both = await answer("o".repeat(60_000), "e".repeat(60_000));
  expect(both.length).toBeLessThanOrEqual(50_000);
  expect(both).toMatch(
    /^o+\n\[… \d+ of 60000 characters left out; .*\]\no+\n\nstderr:\ne+\n\[… \d+ of 60000 .*\]\ne+$/,
  );
  expect(both.match(/e{9}/g)?.length).toBeGreaterThan(1_000);
  expect(both.match(/"answer:\d+"/g)).toHaveLength(2);
  // What the one leaves, the other may take.
  const short = await answer("fine", "e".repeat(49_000));
  expect(short).toBe(`fine\n\nstderr:\n${"e".repeat(49_000)}`);
  const large = await answer("o".repeat(49_000), "careful");
  expect(large).toBe(`${"o".repeat(49_000)}\n\nstderr:\ncareful`);
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

test("long answers have names that nobody guesses: one toolset may serve many users", async () => {
  const scripts = [{ name: "says", function: () => "x".repeat(50_000) }];
  const tool = await toolOf(new SkillsToolset({ skills: [{ ...weather, scripts }] }), "run_skill_script");
  const run = async () => (await tool.execute({ skill_name: "weather", script_name: "says" })).text;
  const names = (await Promise.all(Array.from({ length: 8 }, run))).map((text) => /answer:(\d+)/.exec(text)?.[1] ?? "");
  expect(new Set(names).size).toBe(8);
  // Of eight random numbers below a million million, the largest is almost never below a thousand million.
  expect(Math.max(...names.map(Number))).toBeGreaterThan(1e9);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(12);
});

describe("a long answer", () => {
  // Numbered here, to tell them apart.
  beforeEach(() => {
    let last = 0n;
    const numbered = (numbers: BigUint64Array) => numbers.fill(++last);
    vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation(numbered as never);
    return () => void vi.restoreAllMocks();
  });

  const says = (text: string) => ({ name: "says", function: () => text });
  const skills = (...texts: string[]) => [
    { ...weather, scripts: texts.map((text, index) => ({ ...says(text), name: `says${index}` })) },
  ];
  const tools = async (toolset: SkillsToolset) => {
    const [run, read] = [await toolOf(toolset, "run_skill_script"), await toolOf(toolset, "read_skill_resource")];
    return {
      run: (index = 0) => run.execute({ skill_name: "weather", script_name: `says${index}` }),
      read: (resource_name: string, offset = 0) => read.execute({ skill_name: "weather", resource_name, offset }),
    };
  };

  test("of 49,993 characters comes whole, one more is cut in its middle, and the rest can be read", async () => {
    const [fits, long] = ["x".repeat(49_993), `begin${"y".repeat(70_000)}end`];
    const { run, read } = await tools(new SkillsToolset({ skills: skills(fits, `${fits}z`, long) }));
    expect((await run(0)).text).toBe(fits);
    expect((await run(1)).text).toMatch(
      /^x+\n\[… \d+ of 49994 characters left out; to read on, call read_skill_resource with the same skill_name, resource_name "answer:1" and offset \d+ …\]\nx+z$/,
    );
    const cut = await run(2);
    expect(cut.text).toMatch(/^beginy+\n\[… \d+ of 70008 characters left out; .*"answer:2".*\]\ny+end$/);
    expect(cut.text.length).toBeLessThanOrEqual(50_000);
    const [, head = "", offset] = /^(beginy+)\n.* and offset (\d+) …\]\n/.exec(cut.text) ?? [];
    expect(Number(offset)).toBe(head.length);
    const first = await read("answer:2");
    expect(first.text.slice(50_000)).toBe("\n\n[characters 0 to 50000 of 70008; read on with offset 50000]");
    const second = await read("answer:2", 50_000);
    expect(first.text.slice(0, 50_000) + second.text.replace(/\n\n\[.*$/, "")).toBe(long);
  });

  test("of a script that failed is cut and kept like one that succeeded", async () => {
    const fails = () => {
      throw new Error(`why ${"x".repeat(60_000)} end`);
    };
    const toolset = new SkillsToolset({ skills: [{ ...weather, scripts: [{ name: "says0", function: fails }] }] });
    const { run, read } = await tools(toolset);
    const failed = await run();
    expect(failed).toMatchObject({ ok: false, error: { code: "function_failed" } });
    expect(failed.text).toMatch(/^Error: Script exited with code 1\nwhy x+\n\[… .*"answer:1".*\]\nx+ end$/);
    expect(failed.text.length).toBeLessThanOrEqual(50_000);
    expect((await read("answer:1")).text).toContain("why xxx");
  });

  test("is kept for the last sixteen and by their toolset alone; one that is gone says so", async () => {
    const toolset = new SkillsToolset({ skills: skills("x".repeat(50_000)) });
    const { run, read } = await tools(toolset);
    for (let time = 0; time < 17; time++) await run();
    expect(await read("answer:1")).toMatchObject({
      ok: false,
      error: {
        code: "resource_not_found",
        message:
          "The answer 'answer:1' is not kept: only the last 16 long answers are. Call the tool again that gave it.",
      },
    });
    expect((await read("answer:2")).ok).toBe(true);
    await toolset.reload();
    expect((await (await tools(toolset)).read("answer:17")).ok).toBe(true);
    const other = await tools(new SkillsToolset({ skills: skills("x") }));
    expect((await other.read("answer:17")).ok).toBe(false);
  });

  test("of a million characters is kept whole, of a longer one the beginning and the end, and of all 4 million", async () => {
    const million = `a${"b".repeat(999_998)}c`;
    const { run, read } = await tools(new SkillsToolset({ skills: skills(million, `${million}d`) }));
    await run(0);
    expect((await read("answer:1", 999_999)).text).toBe("c\n\n[characters 999999 to 1000000 of 1000000]");
    await run(1);
    expect((await read("answer:2", 499_900)).text).toMatch(/^b+\n\[… \d+ characters left out …\]\nb+/);
    expect((await read("answer:2", 999_900)).text).toMatch(/^b+cd\n/);
    for (let time = 0; time < 3; time++) await run(0);
    expect([(await read("answer:1")).ok, (await read("answer:2")).ok]).toEqual([false, true]);
  });

  test("says that it was cut where nothing could read it", async () => {
    const toolset = new SkillsToolset({ skills: skills("x".repeat(60_000)), excludeTools: ["read_skill_resource"] });
    const run = await toolOf(toolset, "run_skill_script");
    const { text } = await run.execute({ skill_name: "weather", script_name: "says0" });
    expect(text).toMatch(/\n\[… \d+ of 60000 characters left out …\]\n/);
  });
});

test("what a script prints is clean in the answer and in parts while it runs, wherever it is cut", async () => {
  const parts = ["a\u001B]0;ti", "tle\u0007b\u001B[", "31mc\u{E0041}\r", "\nd</skill_content>\uD83D", "\uDE00\n"];
  const script = {
    name: "says",
    async *function() {
      yield* parts;
    },
  };
  const run = await toolOf(new SkillsToolset({ skills: [{ ...weather, scripts: [script] }] }), "run_skill_script");
  let heard = "";
  const onOutput = (chunk: string) => {
    heard += chunk;
  };
  const answer = await run.execute({ skill_name: "weather", script_name: "says" }, { onOutput });
  expect(heard).toBe("abc\nd</skill_content>😀\n");
  expect(answer).toMatchObject({ ok: true, text: "abc\nd&lt;/skill_content>😀" });
});
