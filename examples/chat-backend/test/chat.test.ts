import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contractFolder } from "@skillplug/testing";
import { isRunning } from "@skillplug/testing/processes";
import type { UIMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, onTestFinished, test, vi } from "vitest";
import { appTools } from "../src/app-tools.js";
import { loadBackendSkills, withSkills } from "../src/skills.js";
import { chunksOf, startBackend, startWithModel, userSays } from "./backend.js";

async function backendTools() {
  return withSkills(appTools, await loadBackendSkills());
}

const question: UIMessage = { id: "1", role: "user", parts: [{ type: "text", text: "Go." }] };

/** A question, an answer that begins with this call of load_skill, and another question. */
const chatWith = (call: object) => ({
  messages: [
    question,
    { id: "2", role: "assistant", parts: [{ type: "tool-load_skill", toolCallId: "call_0", ...call }] },
    { ...question, id: "3" },
  ],
});

const loaded = { state: "output-available", input: { name: "git-commit" }, output: { ok: true, text: "# Git commit" } };

test("the answers of an earlier turn reach the model again, as it first saw them", async () => {
  const { post, requests } = await startBackend(await backendTools(), { text: "Hello." });
  await chunksOf(await post(chatWith(loaded)));
  expect(requests[0]?.answers).toMatchObject([{ name: "load_skill", text: "# Git commit" }]);
});

test("a chat goes on after a call that was cut off", async () => {
  const { post, requests, errors } = await startBackend(await backendTools(), { text: "Hello." });
  const chunks = await chunksOf(await post(chatWith({ state: "input-available", input: { name: "git-commit" } })));
  expect(chunks.at(-1)?.type).toBe("finish");
  expect(requests[0]?.answers).toEqual([]);
  expect(errors).toEqual([]);
});

test("an answer that no tool of ours gave reaches the model as it was sent", async () => {
  const { post, requests } = await startBackend(await backendTools(), { text: "Hello." });
  await chunksOf(await post(chatWith({ ...loaded, output: null })));
  expect(requests[0]?.answers).toMatchObject([{ name: "load_skill", text: "null" }]);
});

test("a file without an address is refused with a message", async () => {
  const { post } = await startBackend(await backendTools());
  const parts = [{ type: "file", mediaType: "image/png", url: "none" }];
  const response = await post({ messages: [{ ...question, parts }] });
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/^{"error":"These are no UI messages of the AI SDK: ./);
});

test("a model that fails is an error in the stream, whose reason stays in the backend's log", async () => {
  const { post, errors } = await startBackend(await backendTools());
  const chunks = await chunksOf(await post(userSays("Go.")));
  expect(chunks.at(-1)).toEqual({ type: "error", errorText: "An error occurred." });
  expect(errors.map(String)).toEqual([expect.stringContaining("The script has 0 turns")]);
});

test("a model that goes in circles is stopped after ten steps", async () => {
  const circle = { calls: [{ tool: "load_skill", input: { name: "git-commit" } }] };
  const { post, requests } = await startBackend(await backendTools(), ...Array(11).fill(circle));
  await chunksOf(await post(userSays("Go.")));
  expect(requests).toHaveLength(10);
});

test("a skill that is added while the backend runs can be loaded in the next request after a reload", async () => {
  const folder = await contractFolder();
  onTestFinished(() => folder.remove());
  const skills = await loadBackendSkills(folder.skills);
  const { post, requests } = await startBackend(withSkills(appTools, skills), { text: "Hello." }, { text: "Hello." });
  await chunksOf(await post(userSays("Go.")));
  await folder.write("tides/SKILL.md", "---\nname: tides\ndescription: Reads tide tables.\n---\n");
  await skills.reload();
  await chunksOf(await post(userSays("Go.")));
  const described = requests.map(({ tools }) => tools.find(({ name }) => name === "load_skill")?.description);
  expect(described[0]).not.toContain("tides");
  expect(described[1]).toContain("tides: Reads tide tables.");
});

test("a client that goes away ends the model's work", async () => {
  const aborted = vi.fn();
  const asked = vi.fn();
  const model = new MockLanguageModelV4({
    doStream: ({ abortSignal }) =>
      new Promise((_, reject) => {
        asked();
        abortSignal?.addEventListener("abort", () => reject(aborted() ?? abortSignal.reason));
      }),
  });
  const { post } = await startWithModel(model, await backendTools());
  const client = new AbortController();
  const response = post(userSays("Go."), { signal: client.signal }).then(({ body }) => body?.cancel());
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  client.abort();
  await Promise.allSettled([response]);
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), 5000);
});

test("a client that goes away ends a script that runs for it", async () => {
  const folder = await contractFolder();
  onTestFinished(() => folder.remove());
  const file = join(folder.path, "pid");
  const input = { skill_name: "ledger", script_name: "wait.mjs", args: [file] };
  const tools = withSkills(appTools, await loadBackendSkills(folder.skills));
  const { post, requests } = await startBackend(tools, { calls: [{ tool: "run_skill_script", input }] });
  const client = new AbortController();
  const response = await post(userSays("Go."), { signal: client.signal });
  const pid = await vi.waitFor(async () => Number(await readFile(file, "utf8")), 10_000);
  expect(isRunning(pid)).toBe(true);
  client.abort();
  await Promise.allSettled([response.text()]);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 10_000);
  expect(requests).toHaveLength(1);
});
