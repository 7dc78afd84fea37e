import { Agent, RunState, toolNamespace } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { directory, type LoadOptions, loadSkills, memory } from "@skillplug/core";
import { type ContractFolder, contractFolder, type ScriptStep, textStore } from "@skillplug/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toOpenAIAgentsTools } from "../src/index.js";
import { runner, scriptedAgent } from "./play.js";

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

const add = (...args: string[]) => ({
  tool: "run_skill_script",
  input: { skill_name: "ledger", script_name: "add", args },
});

/** An agent whose scripts a person approves. */
async function agentThatAsks(script: readonly ScriptStep[], options: LoadOptions = { approval: "always" }) {
  const skills = await loadSkills(folder.skills, { ...options, approvalBy: "framework" });
  return scriptedAgent(script, { tools: await toOpenAIAgentsTools(skills) });
}

test("only scripts are asked about, and an approved one runs", async () => {
  const load = { tool: "load_skill", input: { name: "ledger" } };
  const { agent, answers } = await agentThatAsks([{ calls: [load, add("1", "2")] }, { text: "Done." }]);
  const asked = await runner.run(agent, "Go.");
  expect(asked.interruptions.map(({ name }) => name)).toEqual(["run_skill_script"]);
  for (const interruption of asked.interruptions) asked.state.approve(interruption);
  expect((await runner.run(agent, asked.state)).finalOutput).toBe("Done.");
  expect(answers().map(({ text }) => text.trim())).toEqual([expect.stringContaining("## Skill: ledger"), "3"]);
});

test("a refusal reaches the model in the person's words, or in the SDK's", async () => {
  const { agent, answers } = await agentThatAsks([{ calls: [add("1"), add("2")] }, { text: "I went on." }]);
  const { state, interruptions } = await runner.run(agent, "Go.");
  const [first, second] = interruptions;
  state.reject(first!, { message: "Not on a Sunday. Ask me tomorrow." });
  state.reject(second!);
  expect((await runner.run(agent, state)).finalOutput).toBe("I went on.");
  expect(answers()[0]?.text).toBe("Not on a Sunday. Ask me tomorrow.");
  expect(answers()[1]?.text).toMatch(/not approved/i);
});

test("of several calls in one turn each has its own decision, one after the other", async () => {
  const calls = [add("1"), add("20", "22"), add("5")];
  const { agent, answers, requests } = await agentThatAsks([{ calls }, { text: "Done." }]);
  const { state, interruptions } = await runner.run(agent, "Go.");
  expect(interruptions).toHaveLength(3);
  state.approve(interruptions[1]!);
  const halfway = await runner.run(agent, state);
  expect(halfway.interruptions).toHaveLength(2);
  expect(requests).toHaveLength(1);
  for (const interruption of halfway.interruptions) halfway.state.reject(interruption);
  expect((await runner.run(agent, halfway.state)).finalOutput).toBe("Done.");
  const texts = answers().map(({ text }) => text.trim());
  expect(texts.filter((text) => text === "42")).toHaveLength(1);
  expect(texts.filter((text) => /not approved/i.test(text))).toHaveLength(2);
});

test("a state that was written down is resumed by a new agent in a new process, where both share the store of approvals", async () => {
  const shared: LoadOptions = { approval: "always", approvals: textStore() };
  const before = await agentThatAsks([{ calls: [add("20", "22")] }], shared);
  const written = (await runner.run(before.agent, "Go.")).state.toString();
  const after = await agentThatAsks([{ text: "Done." }], shared);
  const state = await RunState.fromString(after.agent, written);
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  expect((await runner.run(after.agent, state)).finalOutput).toBe("Done.");
  expect(after.answers()[0]?.text.trim()).toBe("42");
});

test("alwaysApprove lets no later call through: nobody was asked about it", async () => {
  const script = [{ calls: [add("1")] }, { calls: [add("2")] }, { text: "Done." }];
  const { agent, answers } = await agentThatAsks(script);
  const { state, interruptions } = await runner.run(agent, "Go.");
  state.approve(interruptions[0]!, { alwaysApprove: true });
  expect((await runner.run(agent, state)).finalOutput).toBe("Done.");
  expect(answers().map(({ text }) => text.trim())).toEqual([
    "1",
    expect.stringMatching(/was not approved and did not run\. Nobody was asked about this call/),
  ]);
});

/** One source that is trusted and one that is not: whether to ask is decided call by call. */
async function agentOfMixedSources(script: readonly ScriptStep[], approvals = textStore()) {
  const own = {
    name: "own",
    description: "Ours.",
    content: "Run.",
    scripts: [{ name: "ours", function: () => "ran" }],
  };
  const sources = [directory(folder.skills, { trusted: false }), memory([own])];
  const skills = await loadSkills(sources, { approvalBy: "framework", approvals });
  return scriptedAgent(script, { tools: await toOpenAIAgentsTools(skills) });
}

test("a call of a script that is not trusted is asked about, also after its state was written down", async () => {
  const ours = { tool: "run_skill_script", input: { skill_name: "own", script_name: "ours" } };
  const approvals = textStore();
  const before = await agentOfMixedSources([{ calls: [ours, add("20", "22")] }], approvals);
  const asked = await runner.run(before.agent, "Go.");
  expect(asked.interruptions.map((item) => item.arguments)).toEqual([expect.stringContaining("ledger")]);
  const after = await agentOfMixedSources([{ text: "Done." }], approvals);
  const state = await RunState.fromString(after.agent, asked.state.toString());
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  expect((await runner.run(after.agent, state)).finalOutput).toBe("Done.");
  expect(after.answers().map(({ text }) => text.trim())).toEqual(["ran", "42"]);
});

test("broken JSON is answered with what is wrong, also where a call is asked about", async () => {
  const broken = { tool: "run_skill_script", rawInput: '{"skill_name": "own' };
  const always = await agentThatAsks([{ calls: [broken] }, { text: "I went on." }]);
  const mixed = await agentOfMixedSources([{ calls: [broken] }, { text: "I went on." }]);
  for (const { agent, answers } of [always, mixed]) {
    const { state, interruptions } = await runner.run(agent, "Go.");
    for (const interruption of interruptions) state.approve(interruption);
    if (interruptions.length > 0) await runner.run(agent, state);
    expect(answers()[0]?.text).toContain("valid JSON");
  }
});

test("a question that waits, and one that was answered with no, lets nothing through that calls the tool itself", async () => {
  const { agent, answers } = await agentThatAsks([{ calls: [add("20", "22")] }, { text: "Done." }]);
  const { state, interruptions } = await runner.run(agent, "Go.");
  const [tool] = (await agent.getAllTools(state._context)).filter(({ name }) => name === "run_skill_script");
  const toolCall = interruptions[0]?.rawItem;
  if (tool?.type !== "function" || toolCall?.type !== "function_call") throw new Error("There is no such call.");
  const invoke = async () => String(await tool.invoke(state._context, toolCall.arguments, { toolCall }));
  expect(await invoke()).toContain("was not approved and did not run");
  state.reject(interruptions[0]!);
  expect(await invoke()).toContain("was not approved and did not run");
  expect((await runner.run(agent, state)).finalOutput).toBe("Done.");
  expect(answers()[0]?.text).toMatch(/not approved/i);
});

test("an approved script runs within a namespace of the user's own, too", async () => {
  const skills = await loadSkills(folder.skills, { approval: "always", approvalBy: "framework" });
  const tools = toolNamespace({ name: "kit", description: "Tools.", tools: await toOpenAIAgentsTools(skills) });
  const call = functionCall("run_skill_script", JSON.stringify(add("20", "22").input), { callId: "1" });
  const model = new ScriptedModel([[{ ...call, namespace: "kit" }], [assistantMessage("Done.")]]);
  const agent = new Agent({ name: "Helper", model, tools });
  const { state, interruptions } = await runner.run(agent, "Go.");
  for (const interruption of interruptions) state.approve(interruption);
  const { history } = await runner.run(agent, state);
  expect(interruptions).toHaveLength(1);
  expect(JSON.stringify(history.filter(({ type }) => type === "function_call_result"))).toContain("42");
});

/** An agent whose tools are in a namespace of the user's own, that was asked about one call. */
async function stoppedInNamespace() {
  const skills = await loadSkills(folder.skills, { approval: "always", approvalBy: "framework" });
  const tools = toolNamespace({ name: "kit", description: "Tools.", tools: await toOpenAIAgentsTools(skills) });
  const call = functionCall("run_skill_script", JSON.stringify(add("20", "22").input), { callId: "call_1" });
  const turns = [[{ ...call, namespace: "kit" }], [assistantMessage("Done.")]];
  const agent = new Agent({ name: "Helper", model: new ScriptedModel(turns), tools });
  const { state, interruptions } = await runner.run(agent, "Go.");
  return { agent, tools, state, interruptions };
}

test("within a namespace, too, a question lets nothing through that waits or was answered with no", async () => {
  const { tools, state, interruptions } = await stoppedInNamespace();
  const tool = tools.find(({ name }) => name === "run_skill_script");
  const toolCall = interruptions[0]?.rawItem;
  if (tool?.type !== "function" || toolCall?.type !== "function_call") throw new Error("There is no such call.");
  const invoke = async () => String(await tool.invoke(state._context, toolCall.arguments, { toolCall }));
  expect(await invoke()).toContain("has not answered");
  state.reject(interruptions[0]!);
  expect(await invoke()).toContain("turned down");
});

test("within a namespace, too, a state that says yes to a call that nobody was asked about runs nothing", async () => {
  const { agent, state, interruptions } = await stoppedInNamespace();
  state.approve(interruptions[0]!);
  const altered = await RunState.fromString(agent, state.toString().replaceAll("call_1", "call_invented"));
  const { history } = await runner.run(agent, altered);
  const results = JSON.stringify(history.filter(({ type }) => type === "function_call_result"));
  expect(results).toContain("Nobody was asked about this call");
});
