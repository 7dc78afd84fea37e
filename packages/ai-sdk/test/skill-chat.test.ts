import { loadSkills, memory } from "@skillplug/core";
import { type ContractFolder, contractFolder, type ScriptStep, scriptedModel } from "@skillplug/testing";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import { asSchema, isStepCount, streamText, type TextStreamPart, type ToolSet, toUIMessageStream } from "ai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toAiSdkTools } from "../src/index.js";

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

/** One chat request as a backend serves it: tools made for the request, everything that is streamed collected. */
async function chat(...script: ScriptStep[]) {
  const model = scriptedLanguageModel(scriptedModel(script));
  const tools = await toAiSdkTools(await loadSkills(folder.skills));
  const result = streamText({ model, tools, prompt: "Go.", stopWhen: isStepCount(5) });
  const parts: TextStreamPart<typeof tools>[] = [];
  for await (const part of result.fullStream) parts.push(part);
  return { parts, text: await result.text, steps: await result.steps, model };
}

const loadLedger = { calls: [{ tool: "load_skill", input: { name: "ledger" } }] };
const call = { toolCallId: "1", messages: [], context: undefined };

test("E11: the tool is named load_skill and is a tool of the AI SDK", async () => {
  const { steps } = await chat(loadLedger, { text: "Loaded." });
  expect(steps[0]?.toolResults).toMatchObject([{ toolName: "load_skill", output: { ok: true } }]);
});

test("E12: load_skill needs one parameter, name, and takes an offset for long instructions", async () => {
  const { load_skill } = await toAiSdkTools(await loadSkills(folder.skills));
  const { properties, required } = await asSchema(load_skill.inputSchema).jsonSchema;
  expect(Object.keys(properties ?? {})).toEqual(["name", "offset"]);
  expect(required).toEqual(["name"]);
});

test("E13: the description lists every skill's name and description", async () => {
  const { load_skill } = await toAiSdkTools(await loadSkills(folder.skills));
  expect(load_skill.description).toContain("ledger: Adds up invoices and books them.");
  expect(load_skill.description).toContain("weather: Tells how to word a weather report.");
});

test("E14: tools that are made anew list the skills of the moment", async () => {
  const skills = await loadSkills(folder.skills);
  const before = await toAiSdkTools(skills);
  await folder.write("tides/SKILL.md", "---\nname: tides\ndescription: Reads tide tables.\n---\nHigh water.\n");
  await skills.reload();
  const after = await toAiSdkTools(skills);
  expect(before.load_skill.description).not.toContain("tides");
  expect(after.load_skill.description).toContain("tides: Reads tide tables.");
});

test("E15: execute answers a text with the skill's heading, base directory and body", async () => {
  const { load_skill } = await toAiSdkTools(await loadSkills(folder.skills));
  const result = await load_skill.execute?.({ name: "ledger" }, call);
  expect(result).toMatchObject({ ok: true });
  const text = JSON.stringify(result);
  expect(text).toContain("## Skill: ledger");
  expect(text).toContain(JSON.stringify(`${folder.skills}/ledger`).slice(1, -1));
  expect(text).toContain("Add the amounts with the add script");
});

test("E16: a valid name gives the model the whole body, title and all", async () => {
  const body = `# A long title\n\n${"Every line of it counts.\n".repeat(500)}The end.`;
  await folder.write("long/SKILL.md", `---\nname: long\ndescription: Long.\n---\n${body}\n`);
  const { model } = await chat({ calls: [{ tool: "load_skill", input: { name: "long" } }] }, { text: "Loaded." });
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain(JSON.stringify(body).slice(1, -1));
});

test("E17: an unknown name is an error text that lists the names, and the stream goes on to its end", async () => {
  const { parts, text, model } = await chat(
    { calls: [{ tool: "load_skill", input: { name: "no-such-skill" } }] },
    { text: "There is no such skill." },
  );
  expect(parts.filter(({ type }) => type === "error" || type === "tool-error")).toEqual([]);
  expect(parts.at(-1)?.type).toBe("finish");
  expect(text).toBe("There is no such skill.");
  const answer = model.doStreamCalls[1]?.prompt.at(-1)?.content[0];
  expect(answer).toMatchObject({ output: { type: "error-text", value: expect.stringContaining("ledger") } });
  expect(answer).toMatchObject({ output: { value: expect.stringContaining("weather") } });
});

test("E20: the result stands in fullStream and in the UI message stream", async () => {
  const { parts } = await chat(loadLedger, { text: "Loaded." });
  const results = parts.filter((part) => part.type === "tool-result");
  expect(results).toHaveLength(1);
  expect(results[0]?.output).toMatchObject({ ok: true, text: expect.stringContaining("## Skill: ledger") });
  const chunks = [];
  for await (const chunk of toUIMessageStream({ stream: streamOf<TextStreamPart<ToolSet>>(parts) })) chunks.push(chunk);
  const available = chunks.filter(({ type }) => type === "tool-output-available");
  expect(available).toHaveLength(1);
  expect(available[0]).toMatchObject({ output: { text: expect.stringContaining("## Skill: ledger") } });
});

test("E21: a second step follows the tool result", async () => {
  const { steps, model, text } = await chat(loadLedger, (answers) => ({ text: `${answers.length} answer` }));
  expect(model.doStreamCalls).toHaveLength(2);
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
  expect(text).toBe("1 answer");
});

test("E22: without skills there are no tools", async () => {
  expect(await toAiSdkTools(await loadSkills(memory([])))).toEqual({});
});

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
