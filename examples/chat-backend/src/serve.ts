// The same backend with a real model, until it is stopped: CHAT_TOKEN=… OPENAI_API_KEY=… node examples/chat-backend/dist/serve.js
import { openai } from "@ai-sdk/openai";
import { serve } from "@hono/node-server";
import { createApp } from "./app.js";
import { appTools } from "./app-tools.js";
import { loadBackendSkills, withSkills } from "./skills.js";

const { CHAT_TOKEN: token, MODEL: model = "gpt-5-mini", OPENAI_API_KEY: key, PORT: port = "3000" } = process.env;
if (!token || !key) {
  console.error("Set CHAT_TOKEN, the bearer token that clients send, and OPENAI_API_KEY. MODEL and PORT are optional.");
  process.exit(2);
}

const skills = await loadBackendSkills();
const app = createApp({ model: openai(model), token, localTools: withSkills(appTools, skills) });
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(port) }, ({ address, port }) => {
  console.log(`POST http://${address}:${port}/api/ai/chat`);
});
