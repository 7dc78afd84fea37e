import { type ApprovalStore, memory, type SkillInput, type SkillSource, SkillsToolset } from "@skillplug/core";
import { textStore } from "@skillplug/testing";
import { expect, test, vi } from "vitest";

const ran = vi.fn((args: unknown) => `ran ${JSON.stringify(args)}`);
const skill: SkillInput = {
  name: "papers",
  description: "Finds papers.",
  content: "# P",
  scripts: [{ name: "scripts/search", function: ran }],
};
const call = (args: readonly string[] = ["a"]) => ({ skill_name: "papers", script_name: "search", args });

function toolsetWith(approvals?: ApprovalStore, source: SkillSource = { ...memory([skill]), trusted: false }) {
  return new SkillsToolset({ logger: false, sources: [source], approvalBy: "framework", approvals });
}

async function toolOf(toolset: SkillsToolset) {
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  if (!tool?.requestApproval) throw new Error("no tool that asks");
  return { execute: tool.execute, requestApproval: tool.requestApproval };
}

const yes = (callId: string) => ({ approved: true, callId });

test("what was asked about runs once under its call's id", async () => {
  const toolset = toolsetWith();
  const { requestApproval, execute } = await toolOf(toolset);
  const request = await requestApproval(call(), { callId: "1", context: { user: 7 } });
  expect(request).toMatchObject({
    skillName: "papers",
    scriptName: "scripts/search",
    args: ["a"],
    trusted: false,
    source: "memory",
    context: { user: 7 },
  });
  expect(await toolset.getApprovalRequest("1")).toMatchObject({ scriptName: "scripts/search", args: ["a"] });
  expect(await toolset.getApprovalRequest("2")).toBeUndefined();
  expect(await execute(call(), yes("1"))).toMatchObject({ ok: true, text: 'ran ["a"]' });
  expect(await toolset.getApprovalRequest("1")).toBeUndefined();
  expect(await execute(call(), yes("1"))).toMatchObject({
    ok: false,
    error: { code: "denied" },
    text: expect.stringContaining("its approval was used already"),
  });
});

test("of two answers at the same time one runs", async () => {
  const { requestApproval, execute } = await toolOf(toolsetWith());
  await requestApproval(call(), { callId: "1" });
  const results = await Promise.all([execute(call(), yes("1")), execute(call(), yes("1"))]);
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test("the first request under an id stays: asked again it is the same, also when the call would be another or needs none", async () => {
  let trusted = false;
  const source: SkillSource = {
    ...memory([skill]),
    get trusted() {
      return trusted;
    },
  };
  const toolset = toolsetWith(undefined, source);
  const { requestApproval } = await toolOf(toolset);
  const first = await requestApproval(call(["first"]), { callId: "1" });
  expect(await requestApproval(call(["second"]), { callId: "1" })).toEqual(first);
  trusted = true;
  await toolset.reload();
  expect(await requestApproval(call(["third"]), { callId: "1" })).toEqual(first);
  expect(await requestApproval(call(["third"]), { callId: "2" })).toBeUndefined();
});

test("a changed call is refused, and its record is used up by it", async () => {
  const { requestApproval, execute } = await toolOf(toolsetWith());
  await requestApproval(call(["a"]), { callId: "1" });
  expect(await execute(call(["b"]), yes("1"))).toMatchObject({
    error: { code: "denied" },
    text: expect.stringMatching(/did not run.*the arguments changed in between\. Call the tool again/),
  });
  expect(await execute(call(["a"]), yes("1"))).toMatchObject({ error: { code: "denied" } });
});

test("the same skill of another source is another skill", async () => {
  const [one, other] = ["one", "other"].map((id) => ({ ...memory([skill], { id }), trusted: false }));
  let there = false;
  const source: SkillSource = {
    ...memory([], { id: "later" }),
    ...other,
    list: async (options) => (there && other ? other.list(options) : { skills: [], diagnostics: [] }),
  };
  const toolset = new SkillsToolset({ logger: false, sources: one ? [one, source] : [], approvalBy: "framework" });
  const { requestApproval, execute } = await toolOf(toolset);
  await requestApproval(call(), { callId: "1" });
  there = true;
  await toolset.reload();
  expect(await execute(call(), yes("1"))).toMatchObject({
    error: { code: "denied" },
    text: expect.stringContaining("the skill's source changed in between"),
  });
});

test("a refusal runs nothing, and uses the record up", async () => {
  const { requestApproval, execute } = await toolOf(toolsetWith());
  await requestApproval(call(), { callId: "1" });
  expect(await execute(call(), { approved: false, callId: "1" })).toMatchObject({
    text: expect.stringContaining("The request was turned down"),
  });
  expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "denied" } });
});

test.each<[string, object]>([
  ["without a word", {}],
  ["approved, without an id", { approved: true }],
  ["approved, with an empty id", { approved: true, callId: "" }],
  ["approved, with another call's id", { approved: true, callId: "2" }],
  ["with the id alone", { callId: "1" }],
])("a call %s runs nothing", async (_, options) => {
  ran.mockClear();
  const { requestApproval, execute } = await toolOf(toolsetWith());
  await requestApproval(call(), { callId: "1" });
  expect(await execute(call(), options)).toMatchObject({ ok: false, error: { code: "denied" } });
  expect(ran).not.toHaveBeenCalled();
});

test("what is asked about without an id, under one of more than 1,000 characters, or after the answer, is not remembered", async () => {
  const toolset = toolsetWith();
  const { requestApproval } = await toolOf(toolset);
  const [longest, longer] = ["x".repeat(1_000), "x".repeat(1_001)];
  for (const options of [{}, { callId: longer }, { callId: "1", answered: true }, { callId: longest }])
    expect(await requestApproval(call(), options)).toMatchObject({ skillName: "papers" });
  const kept = await Promise.all([longer, "1", longest].map((id) => toolset.getApprovalRequest(id)));
  expect(kept.map((request) => request !== undefined)).toEqual([false, false, true]);
});

test("another toolset runs it with the same store alone, whatever a database does to the order of fields", async () => {
  const rows = textStore();
  const sorted: ApprovalStore = {
    ...rows,
    put: (id, text) =>
      rows.put(
        id,
        JSON.stringify(
          JSON.parse(text, (_, value) =>
            value && typeof value === "object" && !Array.isArray(value)
              ? Object.fromEntries(Object.entries(value).toReversed())
              : value,
          ),
        ),
      ),
  };
  const args = { b: "1", a: "2" };
  const asking = await toolOf(toolsetWith(sorted));
  await asking.requestApproval({ ...call(), args }, { callId: "1" });
  const stranger = await toolOf(toolsetWith());
  expect(await stranger.execute({ ...call(), args }, yes("1"))).toMatchObject({ error: { code: "denied" } });
  const partner = await toolOf(toolsetWith(sorted));
  expect(await partner.execute({ ...call(), args }, yes("1"))).toMatchObject({ ok: true });
  expect(await asking.execute({ ...call(), args }, yes("1"))).toMatchObject({ error: { code: "denied" } });
});

test.each(["", "null", "{", "[]", '{"binding": 1, "request": {}}', '{"binding": "x", "request": {"skillName": 1}}'])(
  "what stands in the store and is no request, %j, approves nothing",
  async (text) => {
    const store: ApprovalStore = { put: async () => text, get: async () => text, take: async () => text };
    const { execute, requestApproval } = await toolOf(toolsetWith(store));
    expect(await requestApproval(call(), { callId: "1" })).toMatchObject({ skillName: "papers" });
    expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "denied" } });
  },
);

test("a store that fails runs nothing, and says whose fault it is", async () => {
  const fail = () => Promise.reject(new Error("the database is down"));
  const { execute, requestApproval } = await toolOf(toolsetWith({ put: fail, get: fail, take: fail }));
  await expect(requestApproval(call(), { callId: "1" })).rejects.toMatchObject({
    code: "function_failed",
    message: expect.stringContaining("approvals.get failed: the database is down"),
  });
  expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "function_failed" } });
});

test("an abort ends a call that waits for the store", async () => {
  const store: ApprovalStore = { ...textStore(), take: () => new Promise(() => {}) };
  const { execute } = await toolOf(toolsetWith(store));
  const abort = new AbortController();
  const running = execute(call(), { ...yes("1"), signal: abort.signal });
  abort.abort();
  expect(await running).toMatchObject({ error: { code: "aborted" } });
});

test("nothing of a skill is read for a call that nobody was asked about", async () => {
  const inner = memory([skill]);
  const readFile = vi.fn(inner.readFile);
  const { execute } = await toolOf(toolsetWith(undefined, { ...inner, readFile, trusted: false }));
  await execute(call(), yes("1"));
  await execute(call());
  expect(readFile).not.toHaveBeenCalled();
});
