import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loopbackProvider, openAIResponsesProtocol, scriptedModel } from "@skillplug/testing";
import { expect, onTestFinished, test } from "vitest";
import { chunksOf, userSays } from "./backend.js";

const PROGRAM = fileURLToPath(new URL("../dist/serve.js", import.meta.url));

/** Starts the built program with no variables but these. It is ended with the test. */
function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [PROGRAM], { env: { PATH: process.env["PATH"], ...env } });
  onTestFinished(() => void child.kill());
  return child;
}

test("the backend stays up with a real model's name and key", async () => {
  const provider = await loopbackProvider(openAIResponsesProtocol, scriptedModel([{ text: "One." }, { text: "Two." }]));
  onTestFinished(() => provider.close());
  const env = { CHAT_TOKEN: "t", OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1`, PORT: "0" };
  const [line] = await once(start(env).stdout, "data");
  const address = /^POST (http:\/\/127\.0\.0\.1:\d+\/api\/ai\/chat)\n$/.exec(String(line))?.[1] ?? "";
  for (const delta of ["One.", "Two."]) {
    const headers = { authorization: "Bearer t" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(userSays("Go.")) });
    expect((await chunksOf(response)).map((chunk) => ("delta" in chunk ? chunk.delta : "")).join("")).toBe(delta);
  }
});

test.each([{}, { CHAT_TOKEN: "t" }, { OPENAI_API_KEY: "k" }])("with %j alone it says what to set", async (env) => {
  const child = start(env);
  const [[line], [code]] = await Promise.all([once(child.stderr, "data"), once(child, "close")]);
  expect(String(line)).toContain("Set CHAT_TOKEN, the bearer token that clients send, and OPENAI_API_KEY.");
  expect(code).toBe(2);
});
