import { tool } from "@langchain/core/tools";
import { toLangChainTools } from "@skillplug/langchain";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent } from "langchain";
import { z } from "zod";

export const loop = (settings) => (model) =>
  createAgent({ model: new ScriptedChatModel(model), ...settings }).invoke(
    { messages: [{ role: "user", content: "Read every skill." }] },
    { recursionLimit: 200 },
  );

export const toolByHand = (description, read) =>
  tool(({ name }) => read(name), { name: "load_skill", description, schema: z.object({ name: z.string() }) });

export async function contenders({ skills, allTools, description, instructions, readSkill }) {
  const withTools = (tools) => loop({ systemPrompt: instructions, tools });
  return {
    "a tool by hand": withTools([toolByHand(description, (name) => skills.loadSkill(name))]),
    "our tool": withTools(await toLangChainTools(skills)),
    "our tool beside our four others": withTools(await toLangChainTools(allTools)),
    "by hand, without core": withTools([toolByHand(description, readSkill)]),
  };
}
