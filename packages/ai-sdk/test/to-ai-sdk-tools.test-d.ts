import type { SkillTools, ToolResult } from "@skillplug/core";
import { generateText, jsonSchema, type LanguageModel, tool } from "ai";
import { expectTypeOf, test } from "vitest";
import { toAiSdkTools } from "../src/index.js";

const weather = tool({
  description: "Tells the weather.",
  inputSchema: jsonSchema<{ place: string }>({ type: "object", properties: { place: { type: "string" } } }),
  execute: ({ place }) => ({ degrees: place.length }),
});

test("the user's own tools keep their types beside the skill tools, and results of skill tools are core's", async () => {
  const run = async (model: LanguageModel, skills: SkillTools) =>
    generateText({ model, prompt: "Go.", tools: { ...(await toAiSdkTools(skills)), weather } });
  type Run = Awaited<ReturnType<typeof run>>;
  type StaticOf<Part> = Exclude<Part, { dynamic: true }>;
  type Call = StaticOf<Run["toolCalls"][number]>;
  type Result = StaticOf<Run["toolResults"][number]>;
  expectTypeOf<Extract<Call, { toolName: "weather" }>["input"]>().toEqualTypeOf<{ place: string }>();
  expectTypeOf<Extract<Result, { toolName: "weather" }>["output"]>().toEqualTypeOf<{ degrees: number }>();
  expectTypeOf<Extract<Result, { toolName: "load_skill" }>["output"]>().toEqualTypeOf<ToolResult>();
});
