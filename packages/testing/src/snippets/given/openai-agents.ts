import { tool } from "@openai/agents";
import { scriptedAgentsModel } from "../../models/openai-agents.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./weather.js";

const { name, description, inputSchema, answer } = WEATHER;

export const model = scriptedAgentsModel(snippetModel);
export const prompt = "What is in orders.csv, and how is the weather in Oslo?";
export const weather = tool({
  name,
  description,
  parameters: inputSchema,
  execute: () => answer,
});
/** A person who says yes. */
export const confirm = (_question: string): boolean => true;
