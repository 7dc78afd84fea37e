// What programs with the OpenAI Agents SDK leave to their readers.
import { tool } from "@openai/agents";
import { scriptedAgentsModel } from "../../models/openai-agents.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./reader.js";

export { confirm, prompt } from "./reader.js";

const { name, description, inputSchema, answer } = WEATHER;

export const model = scriptedAgentsModel(snippetModel);
export const weather = tool({
  name,
  description,
  parameters: inputSchema,
  execute: () => answer,
});
