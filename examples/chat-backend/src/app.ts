import {
  createUIMessageStreamResponse,
  isStepCount,
  type LanguageModel,
  streamText,
  type ToolSet,
  toUIMessageStream,
} from "ai";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { readChatRequest } from "./chat-request.js";

/** What the backend is made of. */
export interface AppOptions {
  readonly model: LanguageModel;
  /** What clients send as `Authorization: Bearer …`. */
  readonly token: string;
  /** Gives the tools for one request. */
  localTools(): ToolSet | Promise<ToolSet>;
  /** Is told what went wrong with a model or a tool; clients are not. @default console.error */
  readonly logError?: ((error: unknown) => void) | undefined;
}

/** `POST /api/ai/chat`: a chat that is streamed. With skills or without, only the tools differ. */
export function createApp({ model, token, localTools, logError = console.error }: AppOptions): Hono {
  const app = new Hono();
  app.use("/api/*", bearerAuth({ token, ...refusals }));
  app.post("/api/ai/chat", async (context) => {
    const tools = await localTools();
    const request = await readChatRequest(context.req, tools);
    if (!request.ok) return context.json({ error: request.error }, 400);
    const { stream } = streamText({
      model,
      messages: request.messages,
      tools,
      stopWhen: isStepCount(10),
      // The client has gone: the model and what its tools have started end, too.
      abortSignal: context.req.raw.signal,
      onError: ({ error }) => logError(error),
    });
    return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream }) });
  });
  return app;
}

const refusal = {
  message: () => Response.json({ error: "Send a valid Authorization: Bearer token." }, { status: 401 }),
};
const refusals = { noAuthenticationHeader: refusal, invalidAuthenticationHeader: refusal, invalidToken: refusal };
