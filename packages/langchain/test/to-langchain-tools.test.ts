import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { loadSkills, memory, type ToolCallOptions, type ToolResult } from "@skillplug/core";
import { contractFolder, scriptedModel, skillsOf, skillsWith } from "@skillplug/testing";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { skillsMiddleware, toLangChainTools } from "../src/index.js";
import { ownSkill } from "./own-skill.js";

const done: ToolResult = { ok: true, text: "done", data: { exitCode: 0 } };
const failed: ToolResult = { ok: false, text: "Error: no", error: { code: "script_failed", message: "no" } };
const call = { type: "tool_call" as const, id: "1", name: "run_skill_script", args: {} };
const weather = tool(({ city }: { city: string }) => `Sun over ${city}`, {
  name: "weather",
  description: "Tells the weather.",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
});

test("a tool call is answered with a message whose artifact is core's result", async () => {
  const [tool] = await toLangChainTools(skillsWith(async () => done));
  const message: unknown = await tool.invoke(call);
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({
    name: "run_skill_script",
    tool_call_id: "1",
    content: "done",
    status: "success",
    artifact: done,
  });
});

test("a failure is a message of status error, not an exception", async () => {
  const [tool] = await toLangChainTools(skillsWith(async () => failed));
  expect(await tool.invoke(call)).toMatchObject({ status: "error", content: "Error: no", artifact: failed });
});

test("called without a tool call, a tool answers the content alone, of a failure too", async () => {
  const [good] = await toLangChainTools(skillsWith(async () => done));
  const [bad] = await toLangChainTools(skillsWith(async () => failed));
  expect(await good.invoke({})).toBe("done");
  expect(await bad.invoke({})).toBe("Error: no");
});

test("images become standard content blocks after the text, files stay text", async () => {
  const content = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mediaType: "image/png" },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
  ] as const;
  const skills = skillsWith(async () => ({ ok: true, text: "Two files.", content }));
  const blocks = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mimeType: "image/png" },
  ];
  const [tool] = await toLangChainTools(skills);
  expect(await tool.invoke(call)).toMatchObject({ content: blocks, contentBlocks: blocks });
  expect(await tool.invoke({})).toEqual(blocks);
  const [withoutImages] = await toLangChainTools(skills, { images: false });
  expect(await withoutImages.invoke(call)).toMatchObject({ content: "Two files.", artifact: { content } });
});

test.each([[{ name: 42 }], [{}], [null], [["ledger"]], ["ledger"]])(
  "wrong input %j is answered by core, in no more words than its own",
  async (args) => {
    const [tool] = (await toLangChainTools(await loadSkills(memory([ownSkill("tides")])))).filter(
      ({ name }) => name === "load_skill",
    );
    const answer = { status: "error", content: expect.stringMatching(/^Error: Invalid input for load_skill: /) };
    expect(await tool?.invoke({ ...call, args: args as Record<string, unknown> })).toMatchObject(answer);
    expect(await tool?.invoke(args)).toEqual(answer.content);
    expect(await tool?.call(args)).toEqual(answer.content);
  },
);

test("a tracer sees each call once, with its answer, also when the input is wrong", async () => {
  const seen: unknown[] = [];
  const callbacks = [
    {
      handleToolStart: (
        _tool: unknown,
        input: string,
        _run: string,
        _parent: unknown,
        _tags: unknown,
        _meta: unknown,
        name?: string,
      ) => void seen.push([name, input]),
      handleToolEnd: (output: ToolMessage) => void seen.push(output.status),
      handleToolError: (error: unknown) => void seen.push(error),
    },
  ];
  const tools = await toLangChainTools(await loadSkills(memory([ownSkill("tides")])));
  await tools.find(({ name }) => name === "load_skill")?.invoke({ ...call, args: { name: 42 } }, { callbacks });
  expect(seen).toEqual([["load_skill", '{"name":42}'], "error"]);
});

test("LangChain's own context wins over the context of all tools, and the signal is the run's", async () => {
  const seen: ToolCallOptions[] = [];
  const skills = skillsWith(async (_input, options = {}) => {
    seen.push(options);
    return done;
  });
  const [tool] = await toLangChainTools(skills, { context: "all" });
  const { signal } = new AbortController();
  await tool.invoke(call, { context: { user: "one" }, signal });
  await tool.invoke(call);
  expect(seen.map(({ context }) => context)).toEqual([{ user: "one" }, "all"]);
  expect(seen[0]?.signal).toBe(signal);
});

test("what a script prints reaches the stream writer with its tool and its call", async () => {
  const skills = skillsWith(async (_input, { onOutput } = {}) => {
    onOutput?.("one\n");
    onOutput?.("two\n");
    return done;
  });
  const script = [
    {
      calls: [
        { tool: "run_skill_script", input: {} },
        { tool: "run_skill_script", input: {} },
      ],
    },
    { text: "Done." },
  ];
  const agent = createAgent({
    model: new ScriptedChatModel(scriptedModel(script)),
    tools: await toLangChainTools(skills),
  });
  const chunks: unknown[] = [];
  const messages = [{ role: "user" as const, content: "Go." }];
  for await (const chunk of await agent.stream({ messages }, { streamMode: "custom" })) chunks.push(chunk);
  expect(chunks).toHaveLength(4);
  expect(chunks).toContainEqual({ tool: "run_skill_script", toolCallId: "call_1_1", output: "one\n" });
  expect(chunks).toContainEqual({ tool: "run_skill_script", toolCallId: "call_1_2", output: "two\n" });
});

test("bad input 19: a file that is no image is told by its type and size", async () => {
  const folder = await contractFolder();
  try {
    await folder.write("ledger/assets/bill.pdf", Buffer.from("%PDF-1.7\n\0\0"));
    const tools = await toLangChainTools(await loadSkills(folder.skills));
    const read = tools.find(({ name }) => name === "read_skill_resource");
    expect(await read?.invoke({ skill_name: "ledger", resource_name: "bill.pdf" })).toBe(
      "assets/bill.pdf: application/pdf, 11 bytes",
    );
  } finally {
    await folder.remove();
  }
});

test("without skills there are no tools", async () => {
  expect(await toLangChainTools(await loadSkills(memory([])))).toEqual([]);
});

test("one's own tools stand before or after the skill tools, and everything compiles", async () => {
  const model = new ScriptedChatModel(scriptedModel([{ text: "Hello." }]));
  const tools = await toLangChainTools(await loadSkills(memory([ownSkill("tides")])));
  createAgent({ model, tools: [weather, ...tools] });
  const agent = createAgent({ model, tools: [...tools, weather] });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Go." }] });
  expect(messages.at(-1)?.text).toBe("Hello.");
});

test("an option that there is not is refused, and a value that it does not take", async () => {
  const misspelt = { image: false } as object;
  await expect(toLangChainTools(skillsOf(), misspelt)).rejects.toThrow(
    "toLangChainTools has no option image. Did you mean images?",
  );
  const skills = { ...skillsOf(), getInstructions: async () => "" };
  expect(() => skillsMiddleware(skills, misspelt)).toThrow("skillsMiddleware has no option image.");
  const wrong = { images: "no" } as object;
  await expect(toLangChainTools(skillsOf(), wrong)).rejects.toThrow('must be true or false, but is "no".');
});
