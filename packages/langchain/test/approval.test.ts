import { AIMessage, ToolMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  interrupt,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { type LoadOptions, loadSkills, memory, type SkillTool, type SkillTools } from "@skillplug/core";
import {
  type ContractFolder,
  contractFolder,
  type ScriptStep,
  scriptedModel,
  skillsWith,
  textStore,
} from "@skillplug/testing";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent } from "langchain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type InterruptRule, skillsMiddleware, toInterruptOn, toLangChainTools } from "../src/index.js";
import { humanInTheLoop } from "./ask-a-person.js";
import { ownSkill } from "./own-skill.js";

const thread = { configurable: { thread_id: "1" } };
const go = { messages: [{ role: "user" as const, content: "Go." }] };
const say = (word: string) => ({
  tool: "run_skill_script",
  input: { skill_name: "tides", script_name: "say", args: [word] },
});
const ask: LoadOptions = { approval: "always", approvalBy: "framework" };
const tides = (options: LoadOptions = ask) => loadSkills(memory([ownSkill("tides")]), options);

type Skills = Parameters<typeof skillsMiddleware>[0];

function agentWith(skills: Skills, script: ScriptStep[], checkpointer = new MemorySaver()) {
  const model = new ScriptedChatModel(scriptedModel(script));
  const interruptOn = toInterruptOn(skills);
  const middleware = [skillsMiddleware(skills), humanInTheLoop({ interruptOn })] as const;
  return createAgent({ model, middleware, checkpointer });
}

type ApprovalCall = NonNullable<Parameters<NonNullable<SkillTool["requestApproval"]>>[1]>;

const decide = (...decisions: Record<string, unknown>[]) => new Command({ resume: { decisions } });

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

test("an approval given after a restart runs the script in a new agent, where both share the store of approvals", async () => {
  const checkpointer = new MemorySaver();
  const shared = { ...ask, approvals: textStore() };
  const stopped = await agentWith(await tides(shared), [{ calls: [say("high")] }], checkpointer).invoke(go, thread);
  expect(isInterrupted(stopped) && stopped.__interrupt__[0]?.value).toMatchObject({
    actionRequests: [{ name: "run_skill_script", args: say("high").input }],
    reviewConfigs: [{ actionName: "run_skill_script", allowedDecisions: ["approve", "reject"] }],
  });
  const later = agentWith(await tides(shared), [{ text: "Done." }], checkpointer);
  const { messages } = await later.invoke(decide({ type: "approve" }), thread);
  expect(messages.slice(-2).map(({ text }) => text)).toEqual(['tides says ["high"]', "Done."]);
});

test("a person's refusal reaches the model in the person's words, and nothing has run", async () => {
  const agent = agentWith(await tides(), [{ calls: [say("high")] }, { text: "Then not." }]);
  await agent.invoke(go, thread);
  const { messages } = await agent.invoke(decide({ type: "reject", message: "Not today." }), thread);
  expect(messages.slice(-2)).toMatchObject([{ status: "error", text: "Not today." }, { text: "Then not." }]);
});

test("an edited call is another call than the one that was asked about: it does not run, and the model is told to call again", async () => {
  const skills = await tides();
  const model = new ScriptedChatModel(scriptedModel([{ calls: [say("high")] }, { text: "Done." }]));
  const { run_skill_script } = toInterruptOn(skills);
  const interruptOn = {
    run_skill_script: { ...run_skill_script, allowedDecisions: [...run_skill_script.allowedDecisions, "edit"] },
  };
  const middleware = [skillsMiddleware(skills), humanInTheLoop({ interruptOn })] as const;
  const agent = createAgent({ model, middleware, checkpointer: new MemorySaver() });
  await agent.invoke(go, thread);
  const editedAction = { name: "run_skill_script", args: say("low").input };
  const { messages } = await agent.invoke(decide({ type: "edit", editedAction }), thread);
  expect(messages.at(-2)?.text).toMatch(/did not run.*the arguments changed in between\. Call the tool again/);
});

test("of several calls in one turn only those are asked about that need it, and all are answered", async () => {
  const calls = [{ tool: "load_skill", input: { name: "tides" } }, say("one"), say("two")];
  const agent = agentWith(await tides(), [{ calls }, { text: "Done." }]);
  const stopped = await agent.invoke(go, thread);
  expect(
    isInterrupted<{ actionRequests: unknown[] }>(stopped) && stopped.__interrupt__[0]?.value?.actionRequests,
  ).toEqual([expect.objectContaining({ args: say("one").input }), expect.objectContaining({ args: say("two").input })]);
  const { messages } = await agent.invoke(decide({ type: "approve" }, { type: "approve" }), thread);
  const answers = messages.slice(2, -1).map(({ text }) => text);
  expect(answers).toHaveLength(3);
  expect(answers.join()).toContain("## Skill: tides");
  expect(answers).toContain('tides says ["one"]');
  expect(answers).toContain('tides says ["two"]');
});

// A fault of langchain 1.5.14: https://github.com/langchain-ai/langchainjs/issues/11125. When this fails, it is mended: take the
// note out of the README.
test("when a call is rejected, LangChain leaves the other calls of the turn without an answer", async () => {
  const calls = [{ tool: "load_skill", input: { name: "tides" } }, say("one")];
  const agent = agentWith(await tides(), [{ calls }, { text: "Done." }]);
  await agent.invoke(go, thread);
  await expect(agent.invoke(decide({ type: "reject" }), thread)).rejects.toThrow("These calls have no tool message");
});

test("only scripts of untrusted sources are asked about by default, also of skills that come later", async () => {
  const { when } = toInterruptOn(
    await loadSkills([memory([ownSkill("tides")])], { approvalBy: "framework" }),
  ).run_skill_script;
  expect(await when({ toolCall: { args: say("x").input } })).toBe(false);

  let skills = [] as Awaited<ReturnType<SkillTools["getTools"]>>;
  const rule = toInterruptOn({ getTools: async () => skills }).run_skill_script;
  expect(await rule.when({ toolCall: { args: {} } })).toBe(false);
  const request = { skillName: "s", scriptName: "x", trusted: false, source: "memory", digest: "0" };
  skills = await skillsWith(async () => ({ ok: true, text: "" }), { requestApproval: async () => request }).getTools();
  expect(await rule.when({ toolCall: { args: {} } })).toBe(true);
});

test.each<[string, LoadOptions]>([
  ["core asks", { approval: () => true }],
  ["nobody has to ask", { approval: "never", approvalBy: "framework" }],
])("LangChain does not stop where %s", async (_, options) => {
  const agent = agentWith(await tides(options), [{ calls: [say("high")] }, { text: "Done." }]);
  const { messages } = await agent.invoke(go, thread);
  expect(messages.at(-2)?.text).toBe('tides says ["high"]');
});

test("core's own approval works without a checkpointer, and sees LangChain's context", async () => {
  const asked: unknown[] = [];
  const skills = await tides({
    approval: (request) => {
      asked.push(request);
      return JSON.stringify(request.args) === '["low"]';
    },
  });
  const script = [{ calls: [say("high")] }, { calls: [say("low")] }, { text: "Done." }];
  const agent = createAgent({
    model: new ScriptedChatModel(scriptedModel(script)),
    middleware: [skillsMiddleware(skills)],
  });
  const { messages } = await agent.invoke(go, { context: { user: "u1" } });
  expect(messages[2]).toMatchObject({ status: "error", text: expect.stringContaining("was not approved") });
  expect(messages[4]).toMatchObject({ status: "success", text: 'tides says ["low"]' });
  expect(asked).toMatchObject([{ context: { user: "u1" } }, { context: { user: "u1" } }]);
});

test("there is a rule for each tool, so that none that comes to need an approval is missed", () => {
  const rules: Record<string, InterruptRule> = toInterruptOn({ getTools: async () => [] });
  expect(Object.keys(rules).sort()).toEqual([
    "list_skills",
    "load_skill",
    "read_skill_resource",
    "run_skill_script",
    "search_skills",
  ]);
});

test("the person is shown the source, the digest, the script and what it is given", async () => {
  const stopped = await agentWith(await tides(), [{ calls: [say("high\u202E")] }]).invoke(go, thread);
  const [question] =
    (isInterrupted<{ actionRequests: { description: string }[] }>(stopped) &&
      stopped.__interrupt__[0]?.value?.actionRequests) ||
    [];
  expect(question?.description.split("\n")).toEqual([
    "Run a script of a skill?",
    "skill: tides",
    "source: memory (trusted)",
    expect.stringMatching(/^digest: sha256 [0-9a-f]{16}$/),
    "script: say",
    String.raw`function, with the arguments: ["high\u202e"]`,
  ]);
});

test("an agent without the middleware that asks runs nothing, and says which one to add", async () => {
  const model = new ScriptedChatModel(scriptedModel([{ calls: [say("high")] }, { text: "Then not." }]));
  const agent = createAgent({ model, middleware: [skillsMiddleware(await tides())] });
  const { messages } = await agent.invoke(go);
  expect(messages.at(-2)).toMatchObject({
    status: "error",
    text: expect.stringContaining("humanInTheLoopMiddleware({ interruptOn: toInterruptOn(skills) })"),
  });
});

test("a call that nobody was asked about does not run when its skill is not trusted any more, and the others of its turn do", async () => {
  let trusted = true;
  const near = memory([ownSkill("near")], { id: "near" });
  const source = {
    ...near,
    get trusted() {
      return trusted;
    },
  };
  const far = { ...memory([ownSkill("far")], { id: "far" }), trusted: false };
  const skills = await loadSkills([source, far], { approvalBy: "framework" });
  const of = (name: string) => ({ ...say("x"), input: { ...say("x").input, skill_name: name } });
  const agent = agentWith(skills, [{ calls: [of("near"), of("far")] }, { text: "Done." }]);
  const stopped = await agent.invoke(go, thread);
  expect(
    isInterrupted<{ actionRequests: unknown[] }>(stopped) && stopped.__interrupt__[0]?.value?.actionRequests,
  ).toHaveLength(1);
  trusted = false;
  await skills.reload();
  const { messages } = await agent.invoke(decide({ type: "approve" }), thread);
  const answers = messages.slice(2, -1).map(({ text }) => text);
  expect(answers).toContain('far says ["x"]');
  expect(answers.find((text) => text.includes("near"))).toMatch(/was not approved and did not run/);
});

test("in a node that asks several questions one after the other, each call runs once it is answered", async () => {
  const skills = await tides();
  const { run_skill_script: rule } = toInterruptOn(skills);
  const model = new ScriptedChatModel(scriptedModel([{ calls: [say("one"), say("two"), say("three")] }]));
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("approve", async ({ messages }) => {
      for (const toolCall of (messages.at(-1) as AIMessage).tool_calls ?? [])
        if (await rule.when({ toolCall })) interrupt(await rule.description(toolCall));
      return {};
    })
    .addNode("tools", new ToolNode(await toLangChainTools(skills)))
    .addEdge(START, "model")
    .addEdge("model", "approve")
    .addEdge("approve", "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: new MemorySaver() });
  let state: unknown = await graph.invoke(go, thread);
  for (let answers = 0; isInterrupted(state); answers += 1) {
    expect(answers).toBeLessThan(3);
    state = await graph.invoke(new Command({ resume: "yes" }), thread);
  }
  const { messages } = state as typeof MessagesAnnotation.State;
  expect(messages.slice(-3).map(({ text }) => text)).toEqual(
    ["one", "two", "three"].map((word) => `tides says ["${word}"]`),
  );
});

test("an answer to the interrupt's own id is an answer too: another process without the store runs nothing", async () => {
  const checkpointer = new MemorySaver();
  const stopped = await agentWith(await tides(), [{ calls: [say("high")] }], checkpointer).invoke(go, thread);
  const id = (isInterrupted(stopped) && stopped.__interrupt__[0]?.id) || "";
  const later = agentWith(await tides(), [{ text: "Done." }], checkpointer);
  const resume = { [id]: { decisions: [{ type: "approve" }] } };
  const { messages } = await later.invoke(new Command({ resume }), thread);
  expect(messages.at(-2)?.text).toMatch(/was not approved and did not run\. Nobody was asked about this call/);
});

/** An agent that nobody has told to ask, with the same skills, on the same thread. */
async function withoutAsking(skills: Skills, word: string) {
  const model = new ScriptedChatModel(scriptedModel([{ calls: [say(word)] }, { text: "Done." }]));
  const agent = createAgent({ model, middleware: [skillsMiddleware(skills)], checkpointer: new MemorySaver() });
  return (await agent.invoke(go, thread)).messages.at(-2)?.text;
}

test("another agent on the same thread runs nothing by a question that waits, or that was answered with no", async () => {
  const skills = await tides();
  const agent = agentWith(skills, [{ calls: [say("high")] }, { text: "Then not." }]);
  await agent.invoke(go, thread);
  expect(await withoutAsking(skills, "high")).toMatch(/did not run\. Somebody is being asked about this call/);
  await agent.invoke(decide({ type: "reject" }), thread);
  expect(await withoutAsking(skills, "high")).toMatch(/did not run\. Nobody was asked about this call/);
});

test("where some of several calls are rejected, the others are no yes for whoever calls a tool by itself afterwards", async () => {
  const skills = await tides();
  const graph = await graphWithDirectCalls(skills, [say("one"), say("two")]);
  await graph.invoke(go, thread);
  const { messages } = await graph.invoke(new Command({ resume: { two: "yes" } }), thread);
  const answers = messages.filter(ToolMessage.isInstance).map(({ text }) => text);
  expect(answers.filter((text) => text === 'tides says ["two"]')).toHaveLength(1);
  expect(answers.join()).not.toContain('tides says ["one"]');
  expect(answers.at(-1)).toMatch(/was not approved and did not run\. The request was turned down/);
});

/** A graph of one's own that asks once for all, answers what was refused, and then calls the tool for each call, answered or not. */
async function graphWithDirectCalls(skills: Skills & SkillTools, calls: ReturnType<typeof say>[]) {
  const { run_skill_script: rule } = toInterruptOn(skills);
  const tool = (await toLangChainTools(skills)).find(({ name }) => name === "run_skill_script");
  const model = new ScriptedChatModel(scriptedModel([{ calls }]));
  const callsIn = ({ messages }: typeof MessagesAnnotation.State) =>
    messages.findLast(AIMessage.isInstance)?.tool_calls ?? [];
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("approve", async (state) => {
      for (const toolCall of callsIn(state)) await rule.when({ toolCall });
      const answer = interrupt<unknown, Record<string, string>>("Run them?");
      const refused = callsIn(state).filter(({ args }) => answer[args["args"][0]] !== "yes");
      return {
        messages: refused.map(({ id = "" }) => new ToolMessage({ tool_call_id: id, content: "The user said no." })),
      };
    })
    .addNode("tools", async (state) => ({
      messages: await Promise.all(
        callsIn(state)
          .toReversed()
          .map((call) => tool?.invoke({ ...call, type: "tool_call" as const })),
      ),
    }))
    .addEdge(START, "model")
    .addEdge("model", "approve")
    .addEdge("approve", "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: new MemorySaver() });
}

test("a call of another thread with the same id is another call, and one outside of a graph is nobody's", async () => {
  const skills = await tides();
  const agent = agentWith(skills, [{ calls: [say("high")] }, { text: "Done." }]);
  await agent.invoke(go, thread);
  expect(await skills.getApprovalRequest(JSON.stringify(["1", "call_1_1"]))).toMatchObject({ args: ["high"] });
  expect(await skills.getApprovalRequest(JSON.stringify(["2", "call_1_1"]))).toBeUndefined();
  const tool = (await toLangChainTools(skills)).find(({ name }) => name === "run_skill_script");
  const call = { type: "tool_call" as const, id: "call_1_1", name: "run_skill_script", args: say("high").input };
  const answer: unknown = await tool?.invoke(call, thread);
  expect((answer as ToolMessage).text).toMatch(/did not run\. Nobody was asked/);
});

test("a question receives the signal of its run", async () => {
  const skills = await tides();
  const abort = new AbortController();
  const aborted: unknown[] = [];
  const tools = (await skills.getTools()).map((tool) => ({
    ...tool,
    requestApproval: async (input: unknown, call: ApprovalCall = {}) => {
      aborted.push(call.signal?.aborted);
      abort.abort();
      aborted.push(call.signal?.aborted);
      return tool.requestApproval?.(input, call);
    },
  }));
  const interruptOn = toInterruptOn({ getTools: async () => tools });
  const model = new ScriptedChatModel(scriptedModel([{ calls: [say("high")] }]));
  const middleware = [skillsMiddleware(skills), humanInTheLoop({ interruptOn })] as const;
  const agent = createAgent({ model, middleware, checkpointer: new MemorySaver() });
  await expect(agent.invoke(go, { ...thread, signal: abort.signal })).rejects.toThrow();
  expect(aborted).toEqual([false, true]);
});

test("a later call of the same id on the same thread is asked about by itself, and runs", async () => {
  const [skills, checkpointer] = [await tides(), new MemorySaver()];
  for (const word of ["low", "high"]) {
    const agent = agentWith(skills, [{ calls: [say(word)] }, { text: "Done." }], checkpointer);
    await agent.invoke(go, thread);
    const { messages } = await agent.invoke(decide({ type: "approve" }), thread);
    expect(messages.at(-2)?.text).toBe(`tides says ["${word}"]`);
  }
});

test("a call whose question and skill are gone is counted all the same, and the others of its turn run", async () => {
  let isThere = true;
  const inner = memory([ownSkill("near")], { id: "near" });
  const near = {
    ...inner,
    list: async (options: Parameters<typeof inner.list>[0]) =>
      isThere ? inner.list(options) : { skills: [], diagnostics: [] },
  };
  const approvals = textStore();
  const skills = await loadSkills([near, memory([ownSkill("far")])], { ...ask, approvals });
  const of = (name: string) => ({ ...say("x"), input: { ...say("x").input, skill_name: name } });
  const agent = agentWith(skills, [{ calls: [of("near"), of("far")] }, { text: "Done." }]);
  await agent.invoke(go, thread);
  await approvals.take(JSON.stringify(["1", "call_1_1"]));
  isThere = false;
  await skills.reload();
  const { messages } = await agent.invoke(decide({ type: "approve" }, { type: "approve" }), thread);
  expect(messages.slice(2, -1).map(({ text }) => text)).toContain('far says ["x"]');
});
