import { Agent, type AgentInputItem, handoff } from "@openai/agents";
import { loadSkills } from "@skillplug/core";
import { type ContractFolder, contractFolder, scriptedModel } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toOpenAIAgentsTools } from "../src/index.js";
import { runner } from "./play.js";

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

/** Two sets of skills over one folder, each for one agent. */
async function setFor(name: "ledger" | "weather") {
  const skills = await loadSkills(folder.skills, { filter: (skill) => skill.name === name });
  return { instructions: () => skills.getInstructions(), tools: await toOpenAIAgentsTools(skills) };
}

const load = (name: string) => ({ calls: [{ tool: "load_skill", input: { name } }] });

test("after a hand-off the next agent has its own skills, and not those of the one before", async () => {
  const model = scriptedModel([
    load("ledger"),
    load("weather"),
    { calls: [{ tool: "transfer_to_forecaster", input: {} }] },
    load("weather"),
    load("ledger"),
    { text: "Done." },
  ]);
  const forecaster = new Agent({
    name: "forecaster",
    model: scriptedAgentsModel(model),
    ...(await setFor("weather")),
  });
  const triage = new Agent({
    name: "triage",
    model: scriptedAgentsModel(model),
    handoffs: [handoff(forecaster)],
    ...(await setFor("ledger")),
  });
  const { finalOutput, lastAgent } = await runner.run(triage, "Go.");
  expect(finalOutput).toBe("Done.");
  expect(lastAgent).toBe(forecaster);
  const answers = model.requests.at(-1)!.answers.map(({ text }) => text);
  expect(answers[0]).toContain("## Skill: ledger");
  expect(answers[1]).toMatch(/'weather' not found.*ledger/);
  expect(answers[3]).toContain("## Skill: weather");
  expect(answers[4]).toMatch(/'ledger' not found.*weather/);
  const offered = model.requests.map(({ tools }) => tools.map(({ name }) => name));
  expect(offered[0]).toContain("run_skill_script");
  expect(offered[0]).toContain("transfer_to_forecaster");
  // The weather skill has no script.
  expect(offered[3]).not.toContain("run_skill_script");
});

test("an agent with skills is a tool of another one, under one run context", async () => {
  const inner = scriptedModel([load("weather"), { text: "Name the place first." }]);
  const forecaster = new Agent({ name: "forecaster", model: scriptedAgentsModel(inner), ...(await setFor("weather")) });
  const outer = scriptedModel([
    { calls: [{ tool: "forecast", input: { input: "How is a report worded?" } }] },
    (answers) => ({ text: answers[0]!.text }),
  ]);
  const triage = new Agent({
    name: "triage",
    model: scriptedAgentsModel(outer),
    instructions: "Ask.",
    tools: [
      ...(await setFor("ledger")).tools,
      forecaster.asTool({
        toolName: "forecast",
        toolDescription: "Words reports.",
        runConfig: { tracingDisabled: true },
      }),
    ],
  });
  expect((await runner.run(triage, "Go.")).finalOutput).toBe("Name the place first.");
  expect(inner.requests[1]!.answers[0]?.text).toContain("## Skill: weather");
});

test("a streamed run shows each call, its answer and the text", async () => {
  const model = scriptedModel([load("ledger"), { text: "It adds up invoices." }]);
  const agent = new Agent({ name: "Helper", model: scriptedAgentsModel(model), ...(await setFor("ledger")) });
  const result = await runner.run(agent, "Go.", { stream: true });
  const seen: string[] = [];
  let text = "";
  for await (const event of result) {
    if (event.type === "run_item_stream_event") seen.push(event.name);
    if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta") text += event.data.delta;
  }
  await result.completed;
  expect(seen).toEqual(["tool_called", "tool_output", "message_output_created"]);
  expect(text).toBe("It adds up invoices.");
  const output = result.newItems.find((item) => item.type === "tool_call_output_item");
  expect(output?.output).toContain("## Skill: ledger");
});

test("instructions are made for each turn, so a set that changes during a run is seen in the next", async () => {
  const skills = await loadSkills(folder.skills);
  const instructions: (string | undefined)[] = [];
  const model = scriptedModel([
    load("ledger"),
    async () => {
      await folder.write("tides/SKILL.md", "---\nname: tides\ndescription: Reads tide tables.\n---\nHigh water.\n");
      await skills.reload();
      return load("tides");
    },
    { text: "Done." },
  ]);
  const played = scriptedAgentsModel(model);
  const agent = new Agent({
    name: "Helper",
    model: {
      getResponse: (request) => {
        instructions.push(request.systemInstructions);
        return played.getResponse(request);
      },
      getStreamedResponse: (request) => played.getStreamedResponse(request),
    },
    instructions: () => skills.getInstructions(),
    tools: await toOpenAIAgentsTools(skills),
  });
  const { history } = await runner.run(agent, "Go.");
  expect(instructions.map((text) => text?.includes("tides"))).toEqual([false, false, true]);
  const outputs = history.filter((item: AgentInputItem) => item.type === "function_call_result");
  expect(JSON.stringify(outputs.at(-1))).toContain("High water.");
});
