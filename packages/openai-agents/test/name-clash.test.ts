import { type Agent, type MCPServer, tool, toolNamespace } from "@openai/agents";
import { dir, SandboxAgent, skills as sandboxSkills } from "@openai/agents/sandbox";
import { scriptedSandboxSession } from "@openai/agents/testing";
import { loadSkills, memory, SkillError } from "@skillplug/core";
import { scriptedModel } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { expect, test } from "vitest";
import { toOpenAIAgentsTools } from "../src/index.js";
import { runner, scriptedAgent } from "./play.js";

const note = { name: "note", description: "Takes notes.", content: "Write." };
const named = (name: string) =>
  tool({
    name,
    description: "Mine.",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
    execute: () => "mine",
  });
const skillTools = async (excludeTools: "load_skill"[] = []) =>
  toOpenAIAgentsTools(await loadSkills(memory([note]), { excludeTools }));

/** Expects the run to be refused before the model is asked. */
async function expectClash(agent: Agent, words: string, run: () => Promise<unknown> = () => runner.run(agent, "Go.")) {
  const error: unknown = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(SkillError.isInstance(error) && error.code).toBe("invalid_option");
  const { message } = error as SkillError;
  for (const part of ["'Helper'", words, "Rename"]) expect(message).toContain(part);
  expect(message).toMatch(/excludeTools: \["(load_skill|list_skills)"\]/);
}

test.each(["before", "after"])("a tool of the same name %s ours is an error that names it", async (place) => {
  const ours = await skillTools();
  const tools = place === "before" ? [named("load_skill"), ...ours] : [...ours, named("load_skill")];
  const { agent, requests } = scriptedAgent([{ text: "Hello." }], { tools });
  await expectClash(agent, "in the list of tools");
  expect(requests).toEqual([]);
});

test("a streamed run tells it too", async () => {
  const { agent } = scriptedAgent([{ text: "Hello." }], { tools: [...(await skillTools()), named("load_skill")] });
  await expectClash(agent, "in the list of tools", async () => {
    const result = await runner.run(agent, "Go.", { stream: true });
    await result.completed;
    return result;
  });
});

test("two sets of skills in one agent clash, and one excluded tool settles it", async () => {
  const mine = named("load_skill");
  const { agent } = scriptedAgent([{ text: "Hello." }], { tools: [...(await skillTools()), ...(await skillTools())] });
  await expectClash(agent, "in the list of tools");
  const settled = scriptedAgent([{ text: "Hello." }], { tools: [...(await skillTools(["load_skill"])), mine] });
  expect((await runner.run(settled.agent, "Go.")).finalOutput).toBe("Hello.");
});

/** An MCP server with one tool. It fails at the listings that are told, counted from 1. */
function serverWith(name: string, failing: readonly number[] = []) {
  let listed = 0;
  const server: MCPServer = {
    cacheToolsList: false,
    name: "files",
    connect: async () => {},
    close: async () => {},
    callTool: async () => [],
    invalidateToolsCache: async () => {},
    async listTools() {
      listed += 1;
      if (failing.includes(listed)) throw new Error("The server is busy.");
      return [{ name, inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false } }];
    },
  };
  return { server, listed: () => listed };
}

test("a tool of an MCP server clashes too", async () => {
  const { server } = serverWith("load_skill");
  const { agent } = scriptedAgent([{ text: "Hello." }], { tools: await skillTools(), mcpServers: [server] });
  await expectClash(agent, "on an MCP server");
});

test("MCP servers are asked once more an agent, and no run ends when that fails", async () => {
  const script = [{ calls: [{ tool: "list_skills", input: {} }] }, { text: "Hello." }];
  for (const failing of [[], [2]]) {
    const { server, listed } = serverWith("read_file", failing);
    const { agent } = scriptedAgent(script, { tools: await skillTools(), mcpServers: [server] });
    expect((await runner.run(agent, "Go.")).finalOutput).toBe("Hello.");
    // Once in each of two turns, and once for us.
    expect(listed()).toBe(3);
  }
});

test("the load_skill of a sandbox is an error, its skills without one are none", async () => {
  const source = dir({});
  const agentWith = async (capability: ReturnType<typeof sandboxSkills>) =>
    new SandboxAgent({
      name: "Helper",
      model: scriptedAgentsModel(scriptedModel([{ text: "Hello." }])),
      tools: await skillTools(),
      capabilities: [capability],
    });
  const session = { ...scriptedSandboxSession(), pathExists: async () => true, materializeEntry: async () => {} };
  const lazy = await agentWith(sandboxSkills({ lazyFrom: { source, index: [{ name: "a", description: "A." }] } }));
  await expectClash(lazy, "lazyFrom", () => runner.run(lazy, "Go.", { sandbox: { session } }));
  const plain = await agentWith(sandboxSkills({ skills: [{ name: "a", description: "A.", content: "Do." }] }));
  const result = await runner.run(plain, "Go.", { sandbox: { session } });
  expect(result.finalOutput).toBe("Hello.");
});

const kit = { name: "kit", description: "Tools." };

test("a namespace around our tools settles a clash", async () => {
  const ours = toolNamespace({ ...kit, tools: await skillTools() });
  const { agent } = scriptedAgent([{ text: "Hello." }], { tools: [...ours, named("load_skill")] });
  expect((await runner.run(agent, "Go.")).finalOutput).toBe("Hello.");
});

test("a namespace around the other tool settles it too", async () => {
  const other = toolNamespace({ ...kit, tools: [named("load_skill")] });
  const { agent } = scriptedAgent([{ text: "Hello." }], { tools: [...(await skillTools()), ...other] });
  expect((await runner.run(agent, "Go.")).finalOutput).toBe("Hello.");
});
