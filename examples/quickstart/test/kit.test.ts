import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as aiSdk from "@skillplug/ai-sdk";
import * as core from "@skillplug/core";
import * as jsonSchema from "@skillplug/json-schema";
import * as langChain from "@skillplug/langchain";
import * as openAIAgents from "@skillplug/openai-agents";
import { expect, test } from "vitest";

// What the kit is made of. What the parts do is in their own tests.
const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = (folder: string): Record<string, Record<string, string>> => JSON.parse(read(`${folder}/package.json`));

test("F01: a pnpm monorepo, with everything where it is looked for", () => {
  const expected =
    "package.json pnpm-workspace.yaml pnpm-lock.yaml tsconfig.base.json packages examples .changeset README.md";
  for (const path of expected.split(" ")) expect(existsSync(join(root, path)), path).toBe(true);
  expect(read("pnpm-workspace.yaml")).toMatch(
    /^packages:\n( {2}- .+\n)*? {2}- packages\/\*\n( {2}- .+\n)*? {2}- examples\/\*/m,
  );
});

test("F02: core has the toolset and the way to load one", () => {
  expect(manifest("packages/core")["name"]).toBe("@skillplug/core");
  expect(core.loadSkills).toBeTypeOf("function");
  expect(core.SkillsToolset).toBeTypeOf("function");
});

test.each([
  ["F03", "langchain", "@langchain/core", langChain, ["toLangChainTools", "skillsMiddleware"]],
  ["F04", "openai-agents", "@openai/agents", openAIAgents, ["toOpenAIAgentsTools"]],
  ["F05", "ai-sdk", "ai", aiSdk, ["toAiSdkTools"]],
] as const)(
  "%s: the adapter %s has its framework as a peer, and core with it",
  (_, folder, peer, adapter, functions) => {
    expect(Object.keys(manifest(`packages/${folder}`)["peerDependencies"] ?? {})).toContain(peer);
    expect(Object.keys(manifest(`packages/${folder}`)["dependencies"] ?? {})).toEqual(["@skillplug/core"]);
    expect(Object.keys(adapter)).toEqual(expect.arrayContaining([...Object.keys(core), ...functions]));
  },
);

test("F06: definitions and answers for every raw API, without a peer", () => {
  const providers = ["OpenAIChat", "OpenAIResponses", "Anthropic", "Gemini"];
  const functions = providers.flatMap((provider) => [`to${provider}Tools`, `run${provider}ToolCalls`]);
  expect(Object.keys(jsonSchema)).toEqual(
    expect.arrayContaining([...Object.keys(core), ...functions, "toJsonSchemas"]),
  );
  expect(manifest("packages/json-schema")["peerDependencies"]).toBeUndefined();
});

test("F07: the five tools have the names that the field knows", () => {
  const names = ["list_skills", "load_skill", "read_skill_resource", "run_skill_script", "search_skills"];
  expect([...core.TOOL_NAMES].sort()).toEqual(names);
});

test("F08: core is made of gray-matter, Orama, Zod and zod-to-json-schema", () => {
  const libraries = ["gray-matter", "@orama/orama", "zod", "zod-to-json-schema"];
  const sources = readdirSync(join(root, "packages/core/src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => read(`packages/core/src/${path}`))
    .join("\n");
  for (const library of libraries) {
    expect(Object.keys(manifest("packages/core")["dependencies"] ?? {})).toContain(library);
    expect(sources).toMatch(new RegExp(`(from |import\\()"${library}"`));
  }
});

test("F09: the tests run with vitest", () => {
  expect(manifest(".")["devDependencies"]).toHaveProperty("vitest");
  expect(read("scripts/run-tests.mjs")).toContain("vitest");
});

test("F10: changes are noted with changesets, and the packages keep one version", () => {
  expect(manifest(".")["devDependencies"]).toHaveProperty("@changesets/cli");
  expect(JSON.parse(read(".changeset/config.json"))).toMatchObject({ fixed: [["@skillplug/*"]] });
});
