import {
  type AdapterHarness,
  type AdapterRun,
  type ApprovalDriver,
  type Resumption,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
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
import { describeApproval, type ToolResult, toAiSdkTools } from "../src/index.js";

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
  approvals: approvalsOf((settings) => generateText(settings)),
  carries: { errorFlag: true, images: true, progress: false, brokenJson: true },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const text = await untilDone(run, (messages) => generateText({ ...settings, messages }));
    return transcriptOf(model, text);
  },
};

export const streamTextHarness: AdapterHarness = {
  approvals: approvalsOf((settings) => streamed(settings)),
  carries: { errorFlag: true, images: true, progress: true, brokenJson: true },
  async run(run) {
    const { model, settings } = await settingsOf(run);
    const text = await untilDone(run, (messages) => streamed({ ...settings, messages }, run.onProgress));
    return transcriptOf(model, text);
  },
};

type Settings = Awaited<ReturnType<typeof settingsOf>>["settings"] & { readonly messages: ModelMessage[] };

async function streamed(settings: Settings, onProgress?: (output: string) => void): Promise<Ended> {
  const result = streamText({ ...settings, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "tool-result" && part.preliminary) onProgress?.((part.output as ToolResult).text);
  }
  return {
    content: await result.content,
    responseMessages: await result.responseMessages,
    text: await result.text,
  };
}

/** As a chat: the history goes to a browser and comes back with the answers. */
function approvalsOf(generate: (settings: Settings) => Promise<Ended>): ApprovalDriver {
  return {
    resumable: true,
    alterable: true,
    tellsConversationsApart: false,
    async stop(toolset, calls) {
      const { settings } = await settingsOf({ toolset, script: [{ calls }] });
      const first: ModelMessage[] = [{ role: "user", content: "Go." }];
      const { content, responseMessages } = await generate({ ...settings, messages: first });
      const requests = content.filter((part) => part.type === "tool-approval-request");
      const history = [...first, ...responseMessages];
      return {
        asked: requests.map(({ toolCall }) => ({ tool: toolCall.toolName, input: toolCall.input })),
        shown: () => Promise.all(requests.map(({ toolCall }) => shownOf(toolset, toolCall.toolCallId))),
        direct: async () =>
          callDirectly(toolset, requests[0]?.toolCall.input, requests[0]?.toolCall.toolCallId, history),
        async resume(answers, { toolset: other = toolset, change, invent } = {}) {
          const responses = requests.map(({ approvalId }, index) => {
            return { type: "tool-approval-response" as const, approvalId, approved: answers[index] ?? false };
          });
          const kept = alter(JSON.stringify(history), { change, invent });
          const messages = [...(JSON.parse(kept) as ModelMessage[]), { role: "tool" as const, content: responses }];
          const { model, settings } = await settingsOf({ toolset: other, script: [{ text: "Done." }] });
          await generate({ ...settings, messages });
          return transcriptOf(model, "").answers;
        },
      };
    },
    direct: (toolset, input) => callDirectly(toolset, input, "nobody-asked", []),
  };
}

/** A program that calls the tool by itself. */
async function callDirectly(toolset: AdapterRun["toolset"], input: unknown, toolCallId = "", messages: ModelMessage[]) {
  const { run_skill_script: skillTool } = await toAiSdkTools(toolset);
  const result = await skillTool.execute?.(input, { toolCallId, messages, context: undefined });
  let last: unknown = result;
  if (isStream(result)) for await (const part of result) last = part;
  return (last as ToolResult).text;
}

async function shownOf(toolset: AdapterRun["toolset"], callId: string): Promise<string> {
  const request = await toolset.getApprovalRequest(callId);
  return request ? describeApproval(request) : "";
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** What a browser may do to a history. */
function alter(json: string, { change, invent }: Resumption): string {
  const altered = JSON.stringify(JSON.parse(json), (_, value) =>
    change && value?.type === "tool-call" ? { ...value, input: change(value.input) } : value,
  );
  return invent ? altered.replaceAll("call_1_1", "call_invented") : altered;
}

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
    const answers = await Promise.all(
      requests.map(async ({ approvalId, toolCall }) => ({
        type: "tool-approval-response" as const,
        approvalId,
        approved: await onApproval({ tool: toolCall.toolName, input: toolCall.input }),
      })),
    );
    messages.push(...responseMessages, { role: "tool", content: answers });
  }
}
