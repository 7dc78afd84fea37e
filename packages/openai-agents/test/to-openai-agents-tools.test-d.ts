import { Agent, tool } from "@openai/agents";
import { test } from "vitest";
import type { OpenAIAgentsSkillTool } from "../src/index.js";

interface MyContext {
  readonly userId: string;
}
declare const skillTools: OpenAIAgentsSkillTool[];
const parameters = { type: "object" as const, properties: {}, required: [], additionalProperties: false as const };
const weather = tool({ name: "weather", description: "Tells the weather.", parameters, execute: () => "Sun." });
const own = tool<typeof parameters, MyContext>({
  name: "own",
  description: "Reads the context.",
  parameters,
  execute: (_input, run) => run?.context.userId ?? "",
});

test("an agent of any context type takes the tools, before and after its own, without a cast", () => {
  new Agent({ name: "A", tools: [...skillTools, weather] });
  new Agent({ name: "B", tools: [weather, ...skillTools] });
  new Agent({ name: "C", tools: skillTools });
  new Agent<MyContext>({ name: "D", tools: [...skillTools, own, weather] });
  new Agent<MyContext>({ name: "E", tools: [own, weather, ...skillTools] });
});
