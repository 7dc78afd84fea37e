import { convertToModelMessages, type ModelMessage, type ToolSet, validateUIMessages } from "ai";
import type { HonoRequest } from "hono";
import { z } from "zod";

/** What `useChat` of the AI SDK sends, as far as it is read here. What a message is made of is checked by the SDK itself. */
const chatBody = z.object({
  messages: z.array(z.looseObject({ role: z.enum(["user", "assistant"]) })).min(1, "expected at least one message"),
});

/** The conversation so far, or what is wrong with the request. */
export type ChatRequest =
  | { readonly ok: true; readonly messages: ModelMessage[] }
  | { readonly ok: false; readonly error: string };

/** Reads the body. Never rejects for what a client can send. */
export async function readChatRequest(request: HonoRequest, tools: ToolSet): Promise<ChatRequest> {
  const body: unknown = await request.json().catch(() => undefined);
  if (body === undefined) return refuse("The body must be JSON.");
  const parsed = chatBody.safeParse(body);
  if (!parsed.success) return refuse(z.prettifyError(parsed.error));
  try {
    const messages = await validateUIMessages({ messages: parsed.data.messages });
    // A call has no answer where the client went away while it ran.
    return { ok: true, messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }) };
  } catch (error) {
    return refuse(`These are no UI messages of the AI SDK: ${reasonOf(error)}`);
  }
}

function refuse(error: string): ChatRequest {
  return { ok: false, error };
}

/** The SDK's own message holds all that was sent; the cause only says what is wrong with it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
