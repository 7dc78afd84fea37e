// The scripted model for the OpenAI Agents SDK.
import type { AgentInputItem, Model, ModelRequest } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel as ScriptedOnce } from "@openai/agents/testing";
import type { ScriptedModel, ToolAnswer } from "./scripted-model.js";

type ToolOutput = Extract<AgentInputItem, { type: "function_call_result" }>["output"];

/** The scripted model as a model of the OpenAI Agents SDK. Hand-offs are offered to it as tools, as they are to a real one. */
export function scriptedAgentsModel(model: ScriptedModel): Model {
  const turn = () => new ScriptedOnce([modelResponder(({ request }) => replyTo(model, request))]);
  return {
    getResponse: (request) => turn().getResponse(request),
    getStreamedResponse: (request) => turn().getStreamedResponse(request),
  };
}

async function replyTo(model: ScriptedModel, { input, tools, handoffs }: ModelRequest) {
  const functions = tools.filter((tool) => tool.type === "function");
  const { text, calls } = await model.reply({
    tools: [
      ...functions.map(({ name, description }) => ({ name, description })),
      ...handoffs.map(({ toolName: name, toolDescription: description }) => ({ name, description })),
    ],
    answers: typeof input === "string" ? [] : input.flatMap(toAnswers),
  });
  if (calls.length === 0) return [assistantMessage(text)];
  return calls.map(({ id, name, arguments: json }) => functionCall(name, json, { callId: id }));
}

function toAnswers(item: AgentInputItem): ToolAnswer[] {
  if (item.type !== "function_call_result") return [];
  const { name, output } = item;
  return [{ name, ...read(output), isError: undefined }];
}

function read(output: ToolOutput): Pick<ToolAnswer, "text" | "media"> {
  if (typeof output === "string") return { text: output, media: [] };
  if (!Array.isArray(output)) return { text: output.type === "text" ? output.text : "", media: [] };
  return {
    text: output.map((part) => (part.type === "input_text" ? part.text : "")).join(""),
    media: output.flatMap((part) => {
      const content = part.type === "input_image" ? part.image : part.type === "input_file" && part.file;
      return typeof content === "string" ? [fromDataUrl(content)] : [];
    }),
  };
}

function fromDataUrl(url: string): ToolAnswer["media"][number] {
  const [, mediaType = "", data = ""] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
  return { mediaType, data };
}
