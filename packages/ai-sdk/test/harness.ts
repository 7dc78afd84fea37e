import { type AdapterHarness, type AdapterRun, scriptedModel, transcriptOf } from "@skillplug/testing";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import {
  type GenerateTextResult,
  generateText,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  type ToolSet,
  tool,
} from "ai";
import { type ToolResult, toAiSdkTools } from "../src/index.js";

/** The settings that both loops take. */
async function settingsOf({ toolset, script, userTools = [], signal, context }: AdapterRun) {
  const model = scriptedModel(script);
  const own = userTools.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({ description, inputSchema: jsonSchema(inputSchema), execute }),
  ]);
  const settings = {
    model: scriptedLanguageModel(model),
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
  carries: { errorFlag: true, images: true, progress: false, approval: true, brokenJson: true },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const text = await untilDone(run, (messages) => generateText({ ...settings, messages }));
    return transcriptOf(model, text);
  },
};

export const streamTextHarness: AdapterHarness = {
  carries: { errorFlag: true, images: true, progress: true, approval: true, brokenJson: true },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const text = await untilDone(run, async (messages) => {
      const result = streamText({ ...settings, messages, onError: () => {} });
      for await (const part of result.fullStream) {
        if (part.type === "error") throw part.error;
        if (part.type === "tool-result" && part.preliminary) run.onProgress?.((part.output as ToolResult).text);
      }
      return {
        content: await result.content,
        responseMessages: await result.responseMessages,
        text: await result.text,
      };
    });
    return transcriptOf(model, text);
  },
};

type Ended = Pick<GenerateTextResult<ToolSet, never, never>, "content" | "responseMessages" | "text">;

/** Goes on after each stop for an approval, as a chat does with its next request. */
async function untilDone(
  { onApproval = () => true }: AdapterRun,
  generate: (messages: ModelMessage[]) => Promise<Ended>,
): Promise<string> {
  const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
  for (;;) {
    const { content, responseMessages, text } = await generate(messages);
    const requests = content.filter((part) => part.type === "tool-approval-request");
    if (requests.length === 0) return text;
    const answers = requests.map(({ approvalId, toolCall }) => ({
      type: "tool-approval-response" as const,
      approvalId,
      approved: onApproval({ tool: toolCall.toolName, input: toolCall.input }),
    }));
    messages.push(...responseMessages, { role: "tool", content: answers });
  }
}
