import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import {
  anthropicProtocol,
  geminiProtocol,
  loopbackProvider,
  openAIChatProtocol,
  openAIResponsesProtocol,
  type ProviderProtocol,
  scriptedModel,
} from "@skillplug/testing";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { piped } from "../skillplug.js";

const model = "scripted";
const user = { role: "user" as const, content: "Go." };

/** For each format: the protocol of the API, and one request of the official client with the printed definitions. */
const apis: Record<string, { protocol: ProviderProtocol; ask: (url: string, tools: never) => Promise<unknown> }> = {
  "openai-chat": {
    protocol: openAIChatProtocol,
    ask: (url, tools) => openai(url).chat.completions.create({ model, messages: [user], tools }),
  },
  "openai-responses": {
    protocol: openAIResponsesProtocol,
    ask: (url, tools) => openai(url).responses.create({ model, input: "Go.", tools }),
  },
  anthropic: {
    protocol: anthropicProtocol,
    ask: (url, tools) =>
      new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 }).messages.create({
        model,
        max_tokens: 100,
        messages: [user],
        tools,
      }),
  },
  gemini: {
    protocol: geminiProtocol,
    ask: (url, tools) =>
      new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: url } }).models.generateContent({
        model: "gemini-3-pro",
        contents: "Go.",
        config: { tools },
      }),
  },
};

function openai(url: string): OpenAI {
  return new OpenAI({ apiKey: "test", baseURL: `${url}/v1`, maxRetries: 0 });
}

const TOOLS = ["list_skills", "load_skill", "read_skill_resource", "run_skill_script", "search_skills"];
const project = () =>
  folderWith({
    "skills/forms/SKILL.md": skillText("forms", 'Fills in "forms" 表格'),
    "skills/forms/scripts/fill.mjs": "",
    "skills/forms/references/a.md": "",
  });

test.each(Object.entries(apis))(
  "schema: the definitions for %s are accepted by the official client and its API",
  async (format, { protocol, ask }) => {
    const { code, stdout, stderr } = await piped(["schema", "--format", format], { cwd: await project() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const scripted = scriptedModel([{ text: "Hello." }]);
    const provider = await loopbackProvider(protocol, scripted);
    try {
      await ask(provider.url, JSON.parse(stdout) as never);
    } finally {
      await provider.close();
    }
    const [request] = scripted.requests;
    expect(request?.tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    expect(request?.tools.find(({ name }) => name === "load_skill")?.description).toContain('Fills in "forms" 表格');
  },
);

test("schema: plain JSON Schema by default, the same with --json, and an empty list without skills", async () => {
  const cwd = await project();
  const [plain, json] = await Promise.all([piped(["schema"], { cwd }), piped(["schema", "--json"], { cwd })]);
  expect(plain.stdout).toBe(json.stdout);
  const definitions = JSON.parse(plain.stdout);
  expect(definitions.map(({ name }: { name: string }) => name).sort()).toEqual(TOOLS);
  expect(definitions[0].parameters.type).toBe("object");
  const none = await piped(["schema"], { cwd: await folderWith() });
  expect(none).toEqual({ code: 0, stdout: "[]\n", stderr: expect.stringContaining("No skills in ./skills") });
});
