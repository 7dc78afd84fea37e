import { jsonSchema, type Tool, tool } from "ai";
import { scriptedLanguageModel } from "../../models/ai-sdk.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./reader.js";

export { confirm, prompt } from "./reader.js";

export const model = scriptedLanguageModel(snippetModel);
export const weather: Tool<{ city: string }, string> = tool({
  description: WEATHER.description,
  inputSchema: jsonSchema<{ city: string }>(WEATHER.inputSchema),
  execute: () => WEATHER.answer,
});
