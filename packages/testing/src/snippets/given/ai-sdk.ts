// What programs with the AI SDK leave to their readers.
import { jsonSchema, type Tool, tool } from "ai";
import { MockEmbeddingModelV4 } from "ai/test";
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

/** Vectors that tell a text's length and no more. */
export const embeddingModel = new MockEmbeddingModelV4({
  maxEmbeddingsPerCall: 64,
  doEmbed: async ({ values }) => ({ embeddings: values.map((value) => [1, value.length]), warnings: [] }),
});
