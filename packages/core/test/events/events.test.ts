import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  localExecutor,
  memory,
  type ScriptExecutor,
  type SkillEvent,
  type SkillInput,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";

const papers: SkillInput = {
  name: "papers",
  description: "Finds research papers",
  content: "# Papers\n",
  resources: [
    { name: "references/guide.md", content: "Read me" },
    { name: "bytes.bin", content: new Uint8Array([0xff, 0xfe, 0]) },
    { name: "broken", function: () => Promise.reject(new Error("by itself")) },
  ],
  scripts: [
    { name: "scripts/echo", function: (args) => args },
    { name: "scripts/fail", function: () => Promise.reject(new Error("by itself")) },
    { name: "scripts/wait", function: () => new Promise(() => {}) },
  ],
};

/** A toolset, and what it tells. */
function told(options: SkillsToolsetOptions = { skills: [papers] }) {
  const events: SkillEvent[] = [];
  const contexts: unknown[] = [];
  const onEvent = (event: SkillEvent, context: unknown): void => {
    events.push(event);
    contexts.push(context);
  };
  const toolset = new SkillsToolset({ logger: false, ...options, onEvent });
  const execute = async (name: string, input: unknown, call = {}) =>
    (await toolset.getTools()).find((tool) => tool.name === name)?.execute(input, call);
  return { toolset, events, contexts, execute, types: () => events.map(({ type }) => type) };
}

const untrusted: SkillSource = { ...memory([papers]), trusted: false };

test("a skill's life is told in its order, once each, with what is no secret", async () => {
  const { toolset, events, contexts, execute } = told();
  await toolset.reload();
  await toolset.searchSkills("papers");
  await toolset.loadSkill("papers");
  await toolset.readSkillResource("papers", "guide.md", undefined, { context: "mine" });
  await toolset.readSkillResource("papers", "bytes.bin");
  await execute("run_skill_script", { skill_name: "papers", script_name: "echo", args: ["four"] }, { context: "mine" });
  const ok = { outcome: "ok", durationMs: expect.any(Number), callId: expect.any(Number) };
  const discover = { type: "discover", ...ok, sources: 1, skills: 1, added: 1, changed: 0, removed: 0, problems: 0 };
  expect(events).toEqual([
    discover,
    { type: "search", ...ok, queryLength: 6, hits: 1 },
    { type: "load", ...ok, skill: "papers", length: 9 },
    { type: "read", ...ok, skill: "papers", resource: "references/guide.md", length: 7 },
    { type: "read", ...ok, skill: "papers", resource: "bytes.bin", length: 3 },
    { type: "run-start", callId: expect.any(Number), skill: "papers", script: "echo" },
    {
      type: "run-end",
      ...ok,
      skill: "papers",
      script: "scripts/echo",
      exitCode: 0,
      scriptMs: expect.any(Number),
      length: 8,
    },
  ]);
  expect(contexts).toEqual([undefined, undefined, undefined, "mine", undefined, "mine", "mine"]);
  const ids = events.map(({ callId }) => callId);
  expect(ids[6]).toBe(ids[5]);
  expect(ids.slice(0, 6)).toEqual([...new Set(ids.slice(0, 6))].sort((a, b) => a - b));
});

test("tools, the toolset's methods and a skill's own methods tell the same, once each", async () => {
  const { toolset, events, execute, types } = told();
  const skill = await toolset.getSkill("papers");
  const ways = [
    async () => {
      await execute("load_skill", { name: "papers" });
      await execute("search_skills", { query: "papers" });
      await execute("read_skill_resource", { skill_name: "papers", resource_name: "references/guide.md" });
      await execute("run_skill_script", { skill_name: "papers", script_name: "scripts/echo", args: ["a"] });
    },
    async () => {
      await toolset.loadSkill("papers");
      await toolset.searchSkills("papers");
      await toolset.readSkillResource("papers", "references/guide.md");
      await toolset.runSkillScript("papers", "scripts/echo", ["a"]);
    },
    async () => {
      await toolset.getSkill("papers");
      await toolset.searchSkills("papers");
      await skill?.resources[0]?.load();
      await skill?.scripts[0]?.run(undefined, ["a"]);
    },
  ];
  for (const way of ways) {
    events.length = 0;
    await way();
    expect(types()).toEqual(["load", "search", "read", "run-start", "run-end"]);
    expect(events[4]).toMatchObject({ skill: "papers", script: "scripts/echo", outcome: "ok" });
  }
});

const SECRET = "hunter2-7f3a";

/** Everything that can go in and come out holds the secret, in success and in failure. */
async function liveWithSecret(options: SkillsToolsetOptions) {
  const fails = () => Promise.reject(new Error(SECRET));
  const secret: SkillInput = {
    name: "secret",
    description: "Keeps",
    content: SECRET,
    resources: [
      { name: "text.md", content: SECRET },
      { name: "echo.md", function: (args) => args },
      { name: "fail.md", function: fails },
    ],
    scripts: [
      { name: "echo", function: (args) => args },
      { name: "fail", function: fails },
    ],
  };
  const life = told({ skills: [secret], ...options });
  const { toolset, execute } = life;
  const call = { context: { key: SECRET } };
  await toolset.searchSkills(SECRET);
  await toolset.loadSkill("secret");
  for (const resource_name of ["text.md", "echo.md", "fail.md"])
    await execute("read_skill_resource", { skill_name: "secret", resource_name, args: { key: SECRET } }, call);
  for (const script_name of ["echo", "fail"])
    await execute("run_skill_script", { skill_name: "secret", script_name, args: [SECRET] }, call);
  return life;
}

test.each([
  ["approved", {}],
  ["denied", { approval: "always" }],
] as const)(
  "by default no event holds a query, an argument, a text, a message or the context: %s",
  async (_, options) => {
    const { events, contexts } = await liveWithSecret(options);
    expect(events.length).toBeGreaterThan(9);
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(JSON.stringify(contexts)).toContain(SECRET);
  },
);

test("eventDetails tells what went in, what came out, and what was wrong", async () => {
  const { events } = await liveWithSecret({ eventDetails: true });
  const args = { key: SECRET };
  expect(events.map((event) => ("details" in event ? event.details : undefined))).toEqual([
    { input: undefined, output: { added: ["secret"], changed: [], removed: [] } },
    { input: SECRET, output: [expect.objectContaining({ name: "secret" })] },
    { output: SECRET },
    { input: args, output: SECRET },
    { input: args, output: JSON.stringify(args) },
    { input: args, error: expect.stringContaining(SECRET) },
    { input: [SECRET] },
    { input: [SECRET], output: JSON.stringify([SECRET]) },
    { input: [SECRET] },
    { input: [SECRET], output: "", error: expect.stringContaining(SECRET) },
  ]);
});

test("a run that is not approved is told as denied, and ends so", async () => {
  const { events, execute } = told({ sources: [untrusted] });
  await execute("run_skill_script", { skill_name: "papers", script_name: "echo" });
  expect(events.slice(1)).toMatchObject([
    { type: "run-start", script: "echo" },
    { type: "denied", skill: "papers", script: "scripts/echo" },
    { type: "run-end", script: "scripts/echo", outcome: "denied" },
  ]);
  expect(new Set(events.slice(1).map(({ callId }) => callId)).size).toBe(1);
  expect(events[3]).not.toHaveProperty("exitCode");
});

test("a script that fails, one that is aborted and one that runs out of time end with their codes", async () => {
  const folder = await folderWith({
    "slow/SKILL.md": skillText("slow"),
    "slow/scripts/wait.mjs": "setInterval(() => {}, 1000)",
  });
  const { toolset, events } = told({
    skills: [papers],
    directories: [folder],
    executor: localExecutor({ timeoutMs: 20 }),
  });
  await toolset.runSkillScript("papers", "fail").catch(() => {});
  await toolset.runSkillScript("papers", "wait", [], { signal: AbortSignal.timeout(1) }).catch(() => {});
  await toolset.runSkillScript("slow", "wait").catch(() => {});
  expect(events.filter(({ type }) => type === "run-end")).toMatchObject([
    { script: "scripts/fail", outcome: "function_failed", exitCode: 1 },
    { script: "scripts/wait", outcome: "aborted", exitCode: null },
    { script: "scripts/wait.mjs", outcome: "script_timeout", exitCode: null },
  ]);
});

test("a run takes from the call to its end; what the script took is without the wait for an approval", async () => {
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  const takes = (milliseconds: number) => () => {
    clock += milliseconds;
    return true;
  };
  const { toolset, events } = told({
    skills: [{ ...papers, scripts: [{ name: "slow", function: takes(30) }] }],
    approval: takes(1_000),
  });
  await toolset.runSkillScript("papers", "slow");
  expect(events.at(-1)).toMatchObject({ type: "run-end", durationMs: 1_030, scriptMs: 30 });
});

test("the length of a run is that of what it printed to stdout, and not to stderr", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/both.sh": "printf '12345\\n'; printf 'a warning' >&2; exit 2",
  });
  const { toolset, events } = told({ directories: [folder], eventDetails: true });
  await toolset.runSkillScript("a", "both").catch(() => {});
  expect(events.at(-1)).toMatchObject({
    type: "run-end",
    outcome: "script_failed",
    exitCode: 2,
    length: 6,
    details: { output: "12345\n", error: "Script exited with code 2\na warning\n\nstdout:\n12345" },
  });
});

test("what is not found, and a resource that fails, are told under the names that were asked for", async () => {
  const { toolset, events } = told();
  const calls = [
    toolset.loadSkill("nothing"),
    toolset.readSkillResource("nothing", "a"),
    toolset.readSkillResource("papers", "nothing"),
    toolset.readSkillResource("papers", "broken"),
    toolset.runSkillScript("nothing", "a"),
    toolset.runSkillScript("papers", "nothing"),
  ];
  expect((await Promise.allSettled(calls)).every(({ status }) => status === "rejected")).toBe(true);
  const ended = events.filter((event) => "outcome" in event && event.type !== "discover");
  expect(ended).toHaveLength(6);
  expect(ended).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: "load", skill: "nothing", outcome: "skill_not_found" }),
      expect.objectContaining({ type: "read", skill: "nothing", resource: "a", outcome: "skill_not_found" }),
      expect.objectContaining({ type: "read", resource: "nothing", outcome: "resource_not_found" }),
      expect.objectContaining({ type: "read", resource: "broken", outcome: "function_failed" }),
      expect.objectContaining({ type: "run-end", skill: "nothing", script: "a", outcome: "skill_not_found" }),
      expect.objectContaining({ type: "run-end", script: "nothing", outcome: "script_not_found" }),
    ]),
  );
});

test("a reload tells what came, changed and went, and a warning for each problem", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const { toolset, events, types } = told({ directories: [folder] });
  await toolset.listSkills();
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "Does another thing"));
  await rm(join(folder, "b"), { recursive: true });
  for (const [name, text] of [
    ["c", skillText("c")],
    ["d", "broken"],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "SKILL.md"), text);
  }
  await toolset.reload();
  expect(types()).toEqual(["discover", "warning", "discover"]);
  expect(events[0]).toMatchObject({ skills: 2, added: 2, changed: 0, removed: 0, problems: 0 });
  expect(events[1]).toMatchObject({ diagnostic: { severity: "error" }, callId: events[2]?.callId });
  expect(events[2]).toMatchObject({ skills: 2, added: 1, changed: 1, removed: 1, problems: 1 });
});

test("a source that fails is a warning; a load that is rejected is a discover event that says so", async () => {
  const away: SkillSource = { ...untrusted, list: () => Promise.reject(new Error("is away")) };
  const first = told({ skills: [papers], sources: [away] });
  await first.toolset.listSkills();
  expect(first.events).toMatchObject([
    { type: "warning", diagnostic: { code: "source-failed", message: "is away" } },
    { type: "discover", outcome: "ok", sources: 2, skills: 1, problems: 1 },
  ]);
  const second = told({ skills: [papers], sources: [memory([papers])], onDuplicate: "error" });
  await expect(second.toolset.listSkills()).rejects.toThrow('named "papers"');
  expect(second.events).toMatchObject([{ type: "discover", outcome: "invalid_skill", skills: 0, added: 0 }]);
});

test("a reload that is rejected tells the skills that stay, and no change", async () => {
  let broken = false;
  const filter = (): boolean => {
    if (broken) throw new Error("by itself");
    return true;
  };
  const { toolset, events } = told({ skills: [papers, { ...papers, name: "books" }], filter });
  await toolset.listSkills();
  broken = true;
  await expect(toolset.reload()).rejects.toMatchObject({ code: "function_failed" });
  const none = { added: 0, changed: 0, removed: 0, problems: 0 };
  expect(events[1]).toMatchObject({ type: "discover", outcome: "function_failed", skills: 2, ...none });
  expect(Object.keys(await toolset.listSkills())).toEqual(["books", "papers"]);
});

test("the events of two toolsets do not mix, not even when a script of one runs a script of the other", async () => {
  const inner = told();
  const skill = await inner.toolset.getSkill("papers");
  const outer = told({ skills: [{ ...papers, scripts: [{ name: "both", run: skill?.scripts[0]?.run }] }] });
  inner.events.length = 0;
  expect(await outer.toolset.runSkillScript("papers", "both", ["a"])).toBe('["a"]');
  expect(outer.types()).toEqual(["run-start", "discover", "run-end"]);
  expect(inner.types()).toEqual(["run-start", "run-end"]);
  const ids = [outer.events[0], outer.events[1], inner.events[0]].map((event) => event?.callId);
  expect(new Set(ids).size).toBe(3);
});

test("the end of a run tells the files that changed, what was kept and what was left, and a skill's own folder is warned of", async () => {
  const workFolder = await folderWith();
  const text = 'echo x > made.txt; echo y > "$SKILL_DIR/own.txt"; sleep 600 > /dev/null 2>&1 &';
  const skills = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.sh": text });
  const inCode = { ...papers, scripts: [{ name: "x.sh", content: text }] };
  const { toolset, events } = told({ directories: [skills], skills: [inCode], workFolder });
  await toolset.runSkillScript("a", "x");
  await toolset.runSkillScript("papers", "x");
  const files = [{ path: "made.txt", size: 2, change: expect.stringMatching(/created|changed/) }];
  const figures = { files, moreFiles: 0, filesComplete: true, leftRunning: 1 };
  const [inPlace, copied] = events.filter(({ type }) => type === "run-end");
  expect(inPlace).toMatchObject({ skill: "a", ...figures });
  expect(inPlace).not.toHaveProperty("keptIn");
  expect(copied).toMatchObject({ skill: "papers", ...figures, keptIn: join(workFolder, "skillplug-output/papers-1") });
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.diagnostic] : []));
  expect(warnings).toEqual([
    {
      code: "skill-folder-changed",
      severity: "warning",
      skill: "a",
      message:
        "x.sh changed a file in the folder of its own skill, where other runs find them and an update may remove them. Have it write into its working folder.",
    },
  ]);
});

test("what an executor tells in part is counted whole", async () => {
  const executor: ScriptExecutor = {
    execute: async () => ({
      ...{ exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, durationMs: 1 },
      changes: { files: [], more: 5, complete: true },
      skillChanges: { files: [{ path: "x", size: 1, change: "created" }], more: 2, complete: true },
      left: { processes: [{ pid: 1, command: "server" }], more: 3, goOn: false },
    }),
  };
  const skills = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.sh": "" });
  const { toolset, events } = told({ directories: [skills], executor });
  await toolset.runSkillScript("a", "x");
  expect(events.find(({ type }) => type === "run-end")).toMatchObject({ moreFiles: 5, leftRunning: 4 });
  expect(events.find(({ type }) => type === "warning")).toMatchObject({
    diagnostic: { message: expect.stringContaining("x.sh changed 3 files in the folder of its own skill") },
  });
});
