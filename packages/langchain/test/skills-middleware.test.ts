import { tool } from "@langchain/core/tools";
import { directory, loadSkills, memory, SkillsToolset } from "@skillplug/core";
import { type ContractFolder, contractFolder, type ScriptStep, scriptedModel } from "@skillplug/testing";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent, createMiddleware } from "langchain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skillsMiddleware, toLangChainTools } from "../src/index.js";
import { ownSkill } from "./own-skill.js";

const nothing = { type: "object", properties: {} } as const;
const scripted = (...script: ScriptStep[]) => new ScriptedChatModel(scriptedModel(script));
const go = () => ({ messages: [{ role: "user" as const, content: "Go." }] });
const say = (skill_name: string) => ({
  calls: [{ tool: "run_skill_script", input: { skill_name, script_name: "say", args: ["hello"] } }],
});

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

test("F03: one middleware gives an agent the tools and the instructions, after its own", async () => {
  const skills = await loadSkills(folder.skills);
  const model = scripted({ calls: [{ tool: "load_skill", input: { name: "ledger" } }] }, { text: "Loaded." });
  const agent = createAgent({ model, systemPrompt: "Be brief.", middleware: [skillsMiddleware(skills)] });
  const { messages } = await agent.invoke(go());
  expect(messages.at(-2)?.text).toContain("## Skill: ledger");
  expect(messages.at(-1)?.text).toBe("Loaded.");
  for (const [system] of model.prompts) {
    expect(system?.text).toBe(`Be brief.\n\n${await skills.getInstructions()}`);
  }
});

test("without a system prompt the instructions are the system message", async () => {
  const skills = await loadSkills(folder.skills);
  const model = scripted({ text: "Hello." });
  await createAgent({ model, middleware: [skillsMiddleware(skills)] }).invoke(go());
  expect(model.prompts[0]?.map(({ type }) => type)).toEqual(["system", "human"]);
  expect(model.prompts[0]?.[0]?.text).toBe(await skills.getInstructions());
});

test("its options are those of the tools: a context for functions, and no images where they are not wanted", async () => {
  const seen: unknown[] = [];
  const whoami = { name: "whoami", function: (_: unknown, { context }: { context?: unknown }) => seen.push(context) };
  const account = { name: "account", description: "Knows who.", content: "Run whoami.", scripts: [whoami] };
  const calls = [
    { tool: "run_skill_script", input: { skill_name: "account", script_name: "whoami" } },
    { tool: "read_skill_resource", input: { skill_name: "ledger", resource_name: "assets/stamp.png" } },
  ];
  const skills = await loadSkills([directory(folder.skills), memory([account])]);
  const middleware = [skillsMiddleware(skills, { context: "all", images: false })] as const;
  const agent = createAgent({ model: scripted({ calls }, { text: "Done." }), middleware });
  const { messages } = await agent.invoke(go());
  expect(seen).toEqual(["all"]);
  expect(messages.at(-2)?.content).toMatch(/^assets\/stamp\.png: image\/png/);
});

test("it is made before anything is loaded", async () => {
  const skills = new SkillsToolset({ directories: [folder.skills] });
  const model = scripted({ calls: [{ tool: "load_skill", input: { name: "weather" } }] }, { text: "Hello." });
  const { messages } = await createAgent({ model, middleware: [skillsMiddleware(skills)] }).invoke(go());
  expect(messages.at(-2)?.text).toContain("Name the place first.");
});

test("one agent sees a set that changes between its runs, and within one", async () => {
  const skills = await loadSkills(folder.skills);
  const script = scriptedModel([
    { text: "One." },
    { text: "Two." },
    async () => {
      await folder.write("moon/SKILL.md", "---\nname: moon\ndescription: Tells its phase.\n---\nIt wanes.\n");
      await skills.reload();
      return { calls: [{ tool: "load_skill", input: { name: "moon" } }] };
    },
    { text: "Three." },
  ]);
  const model = new ScriptedChatModel(script);
  const agent = createAgent({ model, middleware: [skillsMiddleware(skills)] });
  await agent.invoke(go());
  await folder.write("tides/SKILL.md", "---\nname: tides\ndescription: Reads tide tables.\n---\nHigh water.\n");
  await skills.reload();
  await agent.invoke(go());
  const { messages } = await agent.invoke(go());
  expect(messages.at(-2)?.text).toContain("It wanes.");
  const described = script.requests.map(({ tools }) => tools.find(({ name }) => name === "load_skill")?.description);
  expect(described.map((text = "") => [text.includes("tides"), text.includes("moon")])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(model.prompts.map(([system]) => system?.text.includes("tides"))).toEqual([false, true, true, true]);
});

test("agents with different sets, and many threads of each, run at the same time without mixing", async () => {
  const names = ["tides", "moon", "stars"];
  const runs = names.map(async (name) => {
    const step = (answers: readonly unknown[]) => (answers.length > 0 ? { text: `${name} is done.` } : say(name));
    const script = scriptedModel(Array(10).fill(step));
    const middleware = [skillsMiddleware(await loadSkills(memory([ownSkill(name)])))] as const;
    const agent = createAgent({ model: new ScriptedChatModel(script), middleware });
    const ended = await Promise.all(Array.from({ length: 5 }, () => agent.invoke(go())));
    for (const { tools } of script.requests) {
      const description = tools.find((offered) => offered.name === "load_skill")?.description ?? "";
      expect(names.filter((other) => description.includes(`All about ${other}.`))).toEqual([name]);
    }
    return ended.map(({ messages }) => messages.slice(-2).map(({ text }) => text));
  });
  const texts = await Promise.all(runs);
  for (const [index, name] of names.entries()) {
    expect(texts[index]).toEqual(Array(5).fill([`${name} says ["hello"]`, `${name} is done.`]));
  }
});

test("a tool of the user's that fails stays an answer, as it is without the middleware", async () => {
  const failing = tool(() => Promise.reject(new Error("the station is closed")), {
    name: "forecast",
    description: "Fails.",
    schema: nothing,
  });
  const model = scripted({ calls: [{ tool: "forecast", input: {} }] }, { text: "I went on." });
  const middleware = [skillsMiddleware(await loadSkills(folder.skills))] as const;
  const { messages } = await createAgent({ model, tools: [failing], middleware }).invoke(go());
  expect(messages.at(-2)).toMatchObject({ status: "error", text: expect.stringContaining("the station is closed") });
  expect(messages.at(-1)?.text).toBe("I went on.");
});

test("a tool of one's own that has the name of a skill tool ends the run with an error that says so", async () => {
  const mine = tool(() => "mine", { name: "load_skill", description: "Mine.", schema: nothing });
  const skills = await loadSkills(folder.skills);
  const agent = createAgent({ model: scripted({ text: "?" }), tools: [mine], middleware: [skillsMiddleware(skills)] });
  await expect(agent.invoke(go())).rejects.toThrow(/load_skill.*Rename.*excludeTools.*toLangChainTools/);
  const both = await toLangChainTools(skills);
  const twice = createAgent({ model: scripted({ text: "?" }), tools: both, middleware: [skillsMiddleware(skills)] });
  await expect(twice.invoke(go())).rejects.toThrow(/the skill tool list_skills/);
});

test("what the error advises works: the tool left out, the others handed to the agent", async () => {
  const mine = tool(() => "mine", { name: "load_skill", description: "Mine.", schema: nothing });
  const skills = await loadSkills(folder.skills, { excludeTools: ["load_skill"] });
  const model = scripted({ calls: [{ tool: "load_skill", input: {} }] }, { text: "Done." });
  const agent = createAgent({ model, tools: [mine, ...(await toLangChainTools(skills))] });
  expect((await agent.invoke(go())).messages.at(-2)?.text).toBe("mine");
});

test("two skillsMiddleware in one agent are refused when it is made", async () => {
  const middleware = [skillsMiddleware(await loadSkills()), skillsMiddleware(await loadSkills())] as const;
  expect(() => createAgent({ model: scripted(), middleware })).toThrow("SkillsMiddleware is defined multiple times");
});

test("a tool that is not offered is not run when a model calls it all the same", async () => {
  const skills = await loadSkills(memory([ownSkill("tides")]), { excludeTools: ["run_skill_script"] });
  const model = scripted(say("tides"), { text: "I went on." });
  const { messages } = await createAgent({ model, middleware: [skillsMiddleware(skills)] }).invoke(go());
  expect(messages.at(-2)).toMatchObject({
    status: "error",
    text: "Error: There is no tool run_skill_script at the moment.",
  });
  expect(messages.at(-1)?.text).toBe("I went on.");
});

test("a middleware before it may take skill tools away from a turn", async () => {
  const script = scriptedModel([{ text: "Hello." }]);
  const choosy = createMiddleware({
    name: "Choosy",
    wrapModelCall: (request, handler) =>
      handler({ ...request, tools: request.tools.filter(({ name }) => name !== "search_skills") }),
  });
  const middleware = [choosy, skillsMiddleware(await loadSkills(memory([ownSkill("tides")])))] as const;
  await createAgent({ model: new ScriptedChatModel(script), middleware }).invoke(go());
  expect(script.requests[0]?.tools.map(({ name }) => name)).toEqual([
    "list_skills",
    "load_skill",
    "read_skill_resource",
    "run_skill_script",
  ]);
});
