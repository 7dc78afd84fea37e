import { expect, test } from "vitest";
import { appTools } from "../src/app-tools.js";
import { loadBackendSkills, withSkills } from "../src/skills.js";
import { type Backend, startBackend, TOKEN, userSays } from "./backend.js";

// What clients of POST /api/ai/chat rely on, written down. The same requests go to the backend as it was before it had skills,
// and to the one that has them.

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

/** A 401 in the backend's own words, with the challenge that RFC 6750 wants in each case. */
const unauthorized = (challenge: string) => ({
  status: 401,
  headers: { "content-type": "application/json", "www-authenticate": `Bearer ${challenge}` },
  body: '{"error":"Send a valid Authorization: Bearer token."}',
});

/** A 400 whose one field, `error`, says what is wrong with the body. */
const badRequest = (message: string) => ({
  status: 400,
  headers: { "content-type": "application/json" },
  body: expect.stringMatching(new RegExp(`^\\{"error":"(?:✖ )?${message}.*"\\}$`, "s")),
});

const notFound = {
  status: 404,
  headers: { "content-type": "text/plain; charset=UTF-8" },
  body: "404 Not Found",
};

const item = `"providerMetadata":{"openai":{"itemId":"…"}}`;
const answered = {
  status: 200,
  headers: { "content-type": "text/event-stream", "cache-control": "no-cache", "x-vercel-ai-ui-message-stream": "v1" },
  body: [
    '{"type":"start"}',
    '{"type":"start-step"}',
    `{"type":"text-start","id":"…",${item}}`,
    ...["Hello, ho", "w can I h", "elp?"].map((delta) => `{"type":"text-delta","id":"…","delta":"${delta}"}`),
    `{"type":"text-end","id":"…",${item}}`,
    '{"type":"finish-step"}',
    '{"type":"finish","finishReason":"stop"}',
    "[DONE]",
  ]
    .map((data) => `data: ${data}\n\n`)
    .join(""),
};

/** What is wrong comes first: the SDK's own text would repeat all that was sent. */
const isNoMessage = "These are no UI messages of the AI SDK: \\[\\\\n";

test.each<[string, { status: number }, (backend: Backend) => Promise<Response>]>([
  ["a question", answered, ({ post }) => post(chat)],
  ["a question without an id", answered, ({ post }) => post({ messages: chat.messages })],
  ["fields that nobody reads", answered, ({ post }) => post({ ...chat, model: "x", tools: [] })],
  [
    "no token",
    unauthorized('realm=""'),
    ({ url }) => fetch(`${url}/api/ai/chat`, { method: "POST", body: JSON.stringify(chat) }),
  ],
  ["a wrong token", unauthorized('error="invalid_token"'), ({ post }) => post(chat, bearer("Bearer wrong"))],
  [
    "a token that begins well",
    unauthorized('error="invalid_token"'),
    ({ post }) => post(chat, bearer(`Bearer ${TOKEN}x`)),
  ],
  ["an empty token", unauthorized('error="invalid_request"'), ({ post }) => post(chat, bearer("Bearer "))],
  ["another scheme", unauthorized('error="invalid_request"'), ({ post }) => post(chat, bearer("Basic dGVzdDp0ZXN0"))],
  [
    "a wrong token and a bad body",
    unauthorized('error="invalid_token"'),
    ({ post }) => post("{", bearer("Bearer wrong")),
  ],
  ["another route", notFound, ({ url }) => fetch(`${url}/chat`, { method: "POST", ...bearer(`Bearer ${TOKEN}`) })],
  [
    "a route below it",
    notFound,
    ({ url }) => fetch(`${url}/api/ai/chat/1`, { method: "POST", ...bearer(`Bearer ${TOKEN}`) }),
  ],
  ["another method", notFound, ({ url }) => fetch(`${url}/api/ai/chat`, bearer(`Bearer ${TOKEN}`))],
  ["an empty body", badRequest("The body must be JSON."), ({ post }) => post("")],
  ["broken JSON", badRequest("The body must be JSON."), ({ post }) => post('{"messages": [')],
  [
    "a form",
    badRequest("The body must be JSON."),
    ({ post }) => post("messages=Hello", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
  ],
  ["null", badRequest("Invalid input: expected object, received null"), ({ post }) => post("null")],
  ["a list", badRequest("Invalid input: expected object, received array"), ({ post }) => post([])],
  ["no messages", badRequest("Invalid input: expected array"), ({ post }) => post({ id: "1" })],
  ["messages that are a text", badRequest("Invalid input: expected array"), ({ post }) => post({ messages: "Hello" })],
  ["an empty list of messages", badRequest("expected at least one message"), ({ post }) => post({ messages: [] })],
  ["a message that is null", badRequest("Invalid input: expected object"), ({ post }) => post({ messages: [null] })],
  [
    "a message of a model's form",
    badRequest(isNoMessage),
    ({ post }) => post({ messages: [{ role: "user", content: "Hello" }] }),
  ],
  [
    "an unknown role",
    badRequest("Invalid option: expected one of"),
    ({ post }) => post({ messages: [{ ...chat.messages[0], role: "tool" }] }),
  ],
  [
    "a system message",
    badRequest("Invalid option: expected one of"),
    ({ post }) => post({ messages: [{ ...chat.messages[0], role: "system" }] }),
  ],
  ["no parts", badRequest(isNoMessage), ({ post }) => post({ messages: [{ id: "1", role: "user", parts: [] }] })],
])("E19: %s is answered as clients know it, before and after", async (_, expected, ask) => {
  const [before, after] = await beforeAndAfter(ask);
  expect(after).toMatchObject(expected);
  expect(after).toEqual(before);
});
