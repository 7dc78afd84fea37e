import { jsonSchema, type Tool, tool } from "ai";
import { scriptedLanguageModel } from "../../models/ai-sdk.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./weather.js";

export const model = scriptedLanguageModel(snippetModel);
export const prompt = "What is in orders.csv, and how is the weather in Oslo?";
export const weather: Tool<{ city: string }, string> = tool({
  description: WEATHER.description,
  inputSchema: jsonSchema<{ city: string }>(WEATHER.inputSchema),
  execute: () => WEATHER.answer,
});
/** A person who says yes. */
export const confirm = (_question: string): boolean => true;
