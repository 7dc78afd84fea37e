import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createOpenAI } from "@ai-sdk/openai";
import { serve } from "@hono/node-server";
import {
  loopbackProvider,
  type ModelRequest,
  openAIResponsesProtocol,
  type ScriptStep,
  scriptedModel,
} from "@skillplug/testing";
import type { LanguageModel, ToolSet, UIMessageChunk } from "ai";
import { onTestFinished } from "vitest";
import { createApp } from "../src/app.js";

/** The token that the backends of these tests want. */
export const TOKEN = "test-token";

/** A backend on a port of its own, and the model behind it. */
export interface Backend {
  /** Posts to /api/ai/chat, with the token and as JSON if nothing else is said. */
  post(body: unknown, options?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
  readonly url: string;
  /** What the model was sent. */
  readonly requests: readonly ModelRequest[];
  /** What the backend logged. */
  readonly errors: readonly unknown[];
}

/** Starts the backend with a scripted model behind OpenAI's Responses API. Ends with the test. */
export async function startBackend(
  localTools: () => ToolSet | Promise<ToolSet>,
  ...script: ScriptStep[]
): Promise<Backend> {
  const model = scriptedModel(script);
  const provider = await loopbackProvider(openAIResponsesProtocol, model);
  onTestFinished(() => provider.close());
  const openai = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: "test" });
  return { ...(await startWithModel(openai("scripted"), localTools)), requests: model.requests };
}

/** The same with any model. */
export async function startWithModel(model: LanguageModel, localTools: () => ToolSet | Promise<ToolSet>) {
  const errors: unknown[] = [];
  const app = createApp({ model, token: TOKEN, localTools, logError: (error) => errors.push(error) });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post: Backend["post"] = (body, { headers, signal } = {}) =>
    fetch(`${url}/api/ai/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  return { url, post, errors };
}

/** A body as `useChat` sends it. */
export function userSays(text: string) {
  return {
    id: "chat",
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text }] }],
    trigger: "submit-message",
  };
}

/** The chunks of a UI message stream, to its end. */
export async function chunksOf(response: Response): Promise<UIMessageChunk[]> {
  const events = (await response.text()).trim().split("\n\n");
  if (events.pop() !== "data: [DONE]") throw new Error("The stream has no end.");
  return events.map((event) => JSON.parse(event.replace(/^data: /, "")));
}
