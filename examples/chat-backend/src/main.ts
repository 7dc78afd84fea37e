// A backend with a chat over HTTP whose model can load skills. This starts it and plays one chat, as a client would.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createOpenAI } from "@ai-sdk/openai";
import { serve } from "@hono/node-server";
import { runExample } from "@skillplug/example-model";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { createApp } from "./app.js";
import { appTools } from "./app-tools.js";
import { loadBackendSkills, withSkills } from "./skills.js";
import { checkParts, story } from "./story.js";

const token = "demo-token";

await runExample(story, async (model, isScripted) => {
  const skills = await loadBackendSkills();
  const openai = createOpenAI();
  const app = createApp({ model: openai(model), token, localTools: withSkills(appTools, skills) });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const { parts } = await chat(`http://127.0.0.1:${port}`, "Write the commit message for what I have staged.");
    if (isScripted) checkParts(parts);
    return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  } finally {
    server.close();
  }
});

/** What `useChat` does in a browser: sends a message, and puts the answer together from the stream. */
async function chat(url: string, text: string): Promise<UIMessage> {
  const transport = new DefaultChatTransport({
    api: `${url}/api/ai/chat`,
    headers: { authorization: `Bearer ${token}` },
  });
  const stream = await transport.sendMessages({
    chatId: "1",
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text }] }],
    trigger: "submit-message",
    messageId: undefined,
    abortSignal: undefined,
  });
  let answer: UIMessage = { id: "2", role: "assistant", parts: [] };
  for await (const state of readUIMessageStream({ message: answer, stream, terminateOnError: true })) answer = state;
  return answer;
}
