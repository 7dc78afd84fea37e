import { expect, test } from "vitest";
import { appTools } from "../src/app-tools.js";
import { loadBackendSkills, withSkills } from "../src/skills.js";
import { type Backend, chunksOf, startBackend, TOKEN, userSays } from "./backend.js";

// The same requests go to the backend as it was before it had skills, and to the one that has them.

/** What a client sees of an answer. The date differs from run to run, and so do the ids that the model's provider gives. */
async function seen(response: Response) {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "date"));
  const body = (await response.text()).replaceAll(/"(id|itemId|responseId)":"[^"]+"/g, '"$1":"…"');
  return { status: response.status, headers, body };
}

async function beforeAndAfter(ask: (backend: Backend) => Promise<Response>) {
  const script = [{ text: "Hello, how can I help?" }, { text: "Again?" }];
  const before = await startBackend(() => appTools, ...script);
  const after = await startBackend(withSkills(appTools, await loadBackendSkills()), ...script);
  return [await seen(await ask(before)), await seen(await ask(after))] as const;
}

const chat = userSays("Hello");
const bearer = (value: string) => ({ headers: { authorization: value } });

test.each<[string, number, (backend: Backend) => Promise<Response>]>([
  ["a question", 200, ({ post }) => post(chat)],
  ["a question without an id", 200, ({ post }) => post({ messages: chat.messages })],
  ["fields that nobody reads", 200, ({ post }) => post({ ...chat, model: "x", tools: [] })],
  ["no token", 401, ({ url }) => fetch(`${url}/api/ai/chat`, { method: "POST", body: JSON.stringify(chat) })],
  ["a wrong token", 401, ({ post }) => post(chat, bearer("Bearer wrong"))],
  ["a token that begins well", 401, ({ post }) => post(chat, bearer(`Bearer ${TOKEN}x`))],
  ["an empty token", 401, ({ post }) => post(chat, bearer("Bearer "))],
  ["another scheme", 401, ({ post }) => post(chat, bearer("Basic dGVzdDp0ZXN0"))],
  ["no token and a bad body", 401, ({ post }) => post("{", bearer("Bearer wrong"))],
  ["another route", 404, ({ url }) => fetch(`${url}/chat`, { method: "POST", ...bearer(`Bearer ${TOKEN}`) })],
  [
    "a route below it",
    404,
    ({ url }) => fetch(`${url}/api/ai/chat/1`, { method: "POST", ...bearer(`Bearer ${TOKEN}`) }),
  ],
  ["another method", 404, ({ url }) => fetch(`${url}/api/ai/chat`, bearer(`Bearer ${TOKEN}`))],
  ["an empty body", 400, ({ post }) => post("")],
  ["broken JSON", 400, ({ post }) => post('{"messages": [')],
  [
    "a form",
    400,
    ({ post }) => post("messages=Hello", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
  ],
  ["null", 400, ({ post }) => post("null")],
  ["a list", 400, ({ post }) => post([])],
  ["no messages", 400, ({ post }) => post({ id: "1" })],
  ["messages that are a text", 400, ({ post }) => post({ messages: "Hello" })],
  ["an empty list of messages", 400, ({ post }) => post({ messages: [] })],
  ["a message that is null", 400, ({ post }) => post({ messages: [null] })],
  ["a message of a model's form", 400, ({ post }) => post({ messages: [{ role: "user", content: "Hello" }] })],
  ["an unknown role", 400, ({ post }) => post({ messages: [{ ...chat.messages[0], role: "tool" }] })],
  ["a system message", 400, ({ post }) => post({ messages: [{ ...chat.messages[0], role: "system" }] })],
  ["no parts", 400, ({ post }) => post({ messages: [{ id: "1", role: "user", parts: [] }] })],
])("E19: %s is answered alike before and after", async (_, status, ask) => {
  const [before, after] = await beforeAndAfter(ask);
  expect(after).toEqual(before);
  expect(after.status).toBe(status);
  if (status === 400 || status === 401) expect(JSON.parse(after.body).error).toMatch(/\S{3}/);
});

test("E19: the stream of an answer has the headers and chunks of the AI SDK's UI message stream", async () => {
  const { post } = await startBackend(withSkills(appTools, await loadBackendSkills()), { text: "Hello." });
  const response = await post(chat);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  const types = (await chunksOf(response)).map(({ type }) => type);
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    ...["start", "start-step", "text-start", "text-delta", "text-end", "finish-step", "finish"],
  ]);
});
