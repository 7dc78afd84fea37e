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

test("the same run asked about twice is one question, and what needs none is not asked about", async () => {
  let trusted = false;
  const source: SkillSource = {
    ...memory([skill]),
    get trusted() {
      return trusted;
    },
  };
  const toolset = toolsetWith(undefined, source);
  const { requestApproval, execute } = await toolOf(toolset);
  const first = await requestApproval(call(), { callId: "1" });
  expect(await requestApproval(call(), { callId: "1" })).toEqual(first);
  trusted = true;
  await toolset.reload();
  expect(await requestApproval(call(), { callId: "1" })).toBeUndefined();
  trusted = false;
  await toolset.reload();
  expect(await execute(call(), yes("1"))).toMatchObject({ ok: true });
});

test("where two runs are asked about under one id, the newest is shown, no answer counts for either, and the next call works", async () => {
  for (const answered of ["first", "second"]) {
    ran.mockClear();
    const toolset = toolsetWith();
    const { requestApproval, execute } = await toolOf(toolset);
    await requestApproval(call(["first"]), { callId: "0" });
    expect(await requestApproval(call(["second"]), { callId: "0" })).toMatchObject({ args: ["second"] });
    expect(await toolset.getApprovalRequest("0")).toMatchObject({ args: ["second"] });
    // Whoever was shown the second, and finds the first again.
    if (answered === "first") await requestApproval(call(["first"]), { callId: "0" });
    expect(await execute(call([answered]), yes("0"))).toMatchObject({
      error: { code: "denied" },
      text: expect.stringMatching(/did not run. Different runs were asked about under the id.*Call the tool again/),
    });
    expect(ran).not.toHaveBeenCalled();
    await requestApproval(call([answered]), { callId: "0" });
    expect(await execute(call([answered]), yes("0"))).toMatchObject({ ok: true, text: `ran ["${answered}"]` });
  }
});

test("of two processes that ask about two runs at once, neither has its run, and each shows its own", async () => {
  const approvals = textStore();
  const asking = await Promise.all(["first", "second"].map(async () => toolOf(toolsetWith(approvals))));
  const requests = await Promise.all(
    asking.map(({ requestApproval }, index) => requestApproval(call([`${index}`]), { callId: "0" })),
  );
  expect(requests.map((request) => request?.args)).toEqual([["0"], ["1"]]);
  ran.mockClear();
  await Promise.all(asking.map(({ execute }, index) => execute(call([`${index}`]), yes("0"))));
  expect(ran).not.toHaveBeenCalled();
});

test("a question that was taken away while another was put in its place counts for neither", async () => {
  ran.mockClear();
  const rows = textStore();
  const crossed: ApprovalStore = {
    ...rows,
    async put(id, text) {
      const kept = await rows.put(id, text);
      if (kept !== text) await rows.take(id);
      return kept;
    },
  };
  const [one, other] = [await toolOf(toolsetWith(rows)), await toolOf(toolsetWith(crossed))];
  await one.requestApproval(call(["first"]), { callId: "0" });
  await other.requestApproval(call(["second"]), { callId: "0" });
  expect(await other.execute(call(["second"]), yes("0"))).toMatchObject({
    error: { code: "denied" },
    text: expect.stringContaining("Different runs were asked about"),
  });
  expect(ran).not.toHaveBeenCalled();
});

test("a question has the context of the call that asks, also where it is asked again with its answer", async () => {
  const { requestApproval } = await toolOf(toolsetWith(textStore()));
  expect(await requestApproval(call(), { callId: "1", context: { user: 7 } })).toMatchObject({ context: { user: 7 } });
  const again = { callId: "1", context: { user: 8 }, answer: true };
  expect(await requestApproval(call(), again)).toMatchObject({ args: ["a"], context: { user: 8 } });
});

test("without the framework's word the answer counts that requestApproval was told of: once, and for that call alone", async () => {
  ran.mockClear();
  const toolset = toolsetWith();
  const { requestApproval, execute } = await toolOf(toolset);
  const told = { callId: "1" };
  await requestApproval(call(), told);
  expect(await execute(call(), told)).toMatchObject({ text: expect.stringMatching(/did not run.*has not answered/) });
  expect(await requestApproval(call(["b"]), { ...told, answer: true })).toMatchObject({ args: ["a"] });
  expect(await execute(call(["b"]), told)).toMatchObject({ error: { code: "denied" } });
  expect(ran).not.toHaveBeenCalled();
  await requestApproval(call(), { ...told, answer: true });
  await requestApproval(call(), { ...told, answer: true });
  expect(await execute(call(), told)).toMatchObject({ ok: true });
  expect(await execute(call(), told)).toMatchObject({ text: expect.stringContaining("its approval was used already") });
});

test("a question that was answered makes way for the next, which waits for an answer of its own", async () => {
  for (const args of [["a"], ["b"]]) {
    const { requestApproval, execute } = await toolOf(toolsetWith());
    await requestApproval(call(), { callId: "1" });
    await requestApproval(call(), { callId: "1", answer: true });
    await requestApproval(call(args), { callId: "1" });
    expect(await execute(call(args), { callId: "1" })).toMatchObject({ error: { code: "denied" } });
    await requestApproval(call(args), { callId: "1", answer: true });
    expect(await execute(call(args), { callId: "1" })).toMatchObject({ ok: true });
  }
});

test("a refusal that requestApproval is told of forgets the question, and the next of its id is another", async () => {
  const toolset = toolsetWith();
  const { requestApproval, execute } = await toolOf(toolset);
  await requestApproval(call(), { callId: "1" });
  expect(await requestApproval(call(), { callId: "1", answer: false })).toMatchObject({ args: ["a"] });
  expect(await toolset.getApprovalRequest("1")).toBeUndefined();
  await requestApproval(call(["b"]), { callId: "1" });
  expect(await execute(call(["b"]), yes("1"))).toMatchObject({ ok: true });
});

test("an answer that is told after the call was made brings nothing back", async () => {
  const rows = textStore();
  const { requestApproval, execute } = await toolOf(toolsetWith(rows));
  await requestApproval(call(), { callId: "1" });
  let isMade = false;
  const late: ApprovalStore = {
    ...rows,
    async get(id) {
      const row = await rows.get(id);
      if (!isMade) {
        isMade = true;
        await execute(call(), yes("1"));
      }
      return row;
    },
  };
  const other = await toolOf(toolsetWith(late));
  await other.requestApproval(call(), { callId: "1", answer: true });
  expect(await rows.get("1")).toBeUndefined();
});

test("what was answered and is used up between two looks is no answer to the question that waits then", async () => {
  ran.mockClear();
  const rows = textStore();
  const { requestApproval, execute } = await toolOf(toolsetWith(rows));
  await requestApproval(call(), { callId: "1" });
  await requestApproval(call(), { callId: "1", answer: true });
  const crossed: ApprovalStore = {
    ...rows,
    async get(id) {
      const row = await rows.get(id);
      await execute(call(), { callId: "1" });
      await requestApproval(call(), { callId: "1" });
      return row;
    },
  };
  const other = await toolOf(toolsetWith(crossed));
  expect(await other.execute(call(), { callId: "1" })).toMatchObject({
    error: { code: "denied" },
    text: expect.stringContaining("has not answered"),
  });
  expect(ran).toHaveBeenCalledOnce();
});

test("what is asked about without saying anything of the call is told, and not remembered", async () => {
  const { requestApproval, execute } = await toolOf(toolsetWith());
  expect(await requestApproval(call())).toMatchObject({ skillName: "papers" });
  expect(await execute(call(), { approved: true })).toMatchObject({ error: { code: "denied" } });
});

test("what can never run is not asked about, and the call is answered with why", async () => {
  const { requestApproval, execute } = await toolOf(toolsetWith());
  const when = { ...call(), args: { when: new Date(0) } };
  expect(await requestApproval(when, { callId: "1" })).toBeUndefined();
  expect(await execute(when, { callId: "1" })).toMatchObject({ error: { code: "invalid_input" } });
  expect(await execute(when, { callId: "1" })).toMatchObject({ text: expect.stringContaining("Nobody was asked") });
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
  const toolset = new SkillsToolset({
    logger: false,
    sources: one ? [one, source] : [],
    onDuplicate: "last",
    approvalBy: "framework",
  });
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

test("what is asked about without an id, under one of more than 1,000 characters, or with its answer, is not remembered", async () => {
  const toolset = toolsetWith();
  const { requestApproval } = await toolOf(toolset);
  const [longest, longer] = ["x".repeat(1_000), "x".repeat(1_001)];
  for (const options of [{}, { callId: longer }, { callId: "1", answer: true }, { callId: longest }])
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

test.each([
  "",
  "null",
  "{",
  "[]",
  '{"binding": 1, "call": "x", "request": {}}',
  '{"binding": "x", "request": {"skillName": 1}}',
])("what stands in the store and is no request, %j, approves nothing", async (text) => {
  const store: ApprovalStore = { put: async () => text, get: async () => text, take: async () => text };
  const { execute, requestApproval } = await toolOf(toolsetWith(store));
  expect(await requestApproval(call(), { callId: "1" })).toMatchObject({ skillName: "papers" });
  expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "denied" } });
});

test.each(["binding", "call", "request", "skillName", "scriptName", "source", "digest", "trusted"])(
  "a question that is kept without its field %s approves nothing",
  async (field) => {
    ran.mockClear();
    const rows = textStore();
    const { execute, requestApproval } = await toolOf(toolsetWith(rows));
    await requestApproval(call(), { callId: "1" });
    const kept = (await rows.take("1")) ?? "";
    await rows.put("1", JSON.stringify(JSON.parse(kept, (name, value) => (name === field ? undefined : value))));
    expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "denied" } });
    expect(ran).not.toHaveBeenCalled();
  },
);

test.each(["put", "get", "take"] as const)(
  "a store that fails at %s runs nothing, ends nothing, and the answer says so in a clean line",
  async (method) => {
    ran.mockClear();
    const fail = () => Promise.reject(new Error(`the database\n\u001B[31mis down ${"x".repeat(10_000)}`));
    const { execute, requestApproval } = await toolOf(toolsetWith({ ...textStore(), [method]: fail }));
    const asked = await requestApproval(call(), { callId: "1", ...(method === "get" && { answer: true }) });
    expect(asked === undefined).toBe(method !== "take");
    const result = await execute(call(), { callId: "1", ...(method === "take" && { approved: true }) });
    expect(result).toMatchObject({ error: { code: "function_failed" } });
    expect(result.text).toMatch(
      new RegExp(`^Error: The script did not run, since approvals.${method} failed: the database is down x+…$`),
    );
    expect(result.text.length).toBeLessThan(600);
    expect(ran).not.toHaveBeenCalled();
  },
);

test("a store whose client parses JSON is told so before anybody is asked", async () => {
  const parse = async (): Promise<string> => JSON.parse("{}");
  const { execute, requestApproval } = await toolOf(toolsetWith({ ...textStore(), put: parse, take: parse }));
  expect(await requestApproval(call(), { callId: "1" })).toBeUndefined();
  const why = "it resolved to an object, and not to the text that was put; does its client parse JSON?";
  expect((await execute(call(), { callId: "1" })).text).toContain(`approvals.put failed: ${why}`);
  expect((await execute(call(), yes("2"))).text).toContain(`approvals.take failed: ${why}`);
});

test("an abort of the store's own is no abort of the call", async () => {
  const fail = () => Promise.reject(new DOMException("the client gave up", "AbortError"));
  const { execute } = await toolOf(toolsetWith({ put: fail, get: fail, take: fail }));
  expect(await execute(call(), yes("1"))).toMatchObject({ error: { code: "function_failed" } });
});

test("of the calls that nobody could be asked about, the reasons of 1,000 are kept", async () => {
  const { execute, requestApproval } = await toolOf(toolsetWith());
  const nowhere = { ...call(), args: { big: Number.NaN } };
  for (let id = 0; id <= 1_000; id += 1) await requestApproval(nowhere, { callId: `${id}` });
  expect(await execute(call(), { callId: "0" })).toMatchObject({ error: { code: "denied" } });
  expect(await execute(call(), { callId: "1" })).toMatchObject({ error: { code: "invalid_input" } });
});

test("an abort ends a question that waits for the store", async () => {
  const store: ApprovalStore = { ...textStore(), put: () => new Promise(() => {}) };
  const { requestApproval } = await toolOf(toolsetWith(store));
  const abort = new AbortController();
  const asking = requestApproval(call(), { callId: "1", signal: abort.signal });
  abort.abort();
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
});

test("a question that was aborted is no reason why its call cannot run: nobody was asked", async () => {
  const inner = memory([skill]);
  let begun = () => {};
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const readFile: SkillSource["readFile"] = (_skill, _path, { signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      begun();
    });
  const { requestApproval, execute } = await toolOf(toolsetWith(undefined, { ...inner, readFile, trusted: false }));
  const abort = new AbortController();
  const asking = requestApproval(call(), { callId: "1", signal: abort.signal });
  await reading;
  abort.abort();
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
  expect(await execute(call(), { callId: "1" })).toMatchObject({
    error: { code: "denied" },
    text: expect.stringContaining("Nobody was asked about this call"),
  });
});

test.each<[unknown, string]>([
  [{}, "must be a store with the methods put, get and take, but has no put, get or take."],
  [new Map(), "but has no put or take."],
  [{ put: async () => "", get: async () => "" }, "but has no take."],
  [null, "but is null."],
])("%o is no store of approvals", (approvals, message) => {
  expect(() => toolsetWith(approvals as ApprovalStore)).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(message) }),
  );
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
