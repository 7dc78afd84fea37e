import { type AdapterHarness, type AdapterRun, scriptedModel, transcriptOf } from "@skillplug/testing";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import { type ToolResult, toAiSdkTools } from "../src/index.js";
import { scriptedLanguageModel } from "./scripted-language-model.js";

/** The settings that both loops take. */
async function settingsOf({ toolset, script, userTools = [], signal, context }: AdapterRun) {
  const model = scriptedModel(script);
  const own = userTools.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({ description, inputSchema: jsonSchema(inputSchema), execute }),
  ]);
  const settings = {
    model: scriptedLanguageModel(model),
    prompt: "Go.",
    instructions: await toolset.getInstructions(),
    tools: { ...(await toAiSdkTools(toolset, { context })), ...Object.fromEntries(own) },
    stopWhen: isStepCount(12),
    maxRetries: 0,
    ...(signal && { abortSignal: signal }),
  };
  return { model, settings };
}

/** `generateText` tells nothing before a step is over. */
export const generateTextHarness: AdapterHarness = {
  carries: { errorFlag: true, images: true, progress: false },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const { text } = await generateText(settings);
    return transcriptOf(model, text);
  },
};

export const streamTextHarness: AdapterHarness = {
  carries: { errorFlag: true, images: true, progress: true },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const result = streamText({ ...settings, onError: () => {} });
    for await (const part of result.fullStream) {
      if (part.type === "error") throw part.error;
      if (part.type === "tool-result" && part.preliminary) run.onProgress?.((part.output as ToolResult).text);
    }
    return transcriptOf(model, await result.text);
  },
};
