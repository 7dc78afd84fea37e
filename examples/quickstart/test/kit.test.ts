import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as aiSdk from "@skillplug/ai-sdk";
import * as core from "@skillplug/core";
import * as jsonSchema from "@skillplug/json-schema";
import * as langChain from "@skillplug/langchain";
import * as openAIAgents from "@skillplug/openai-agents";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
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
  expect(JSON.parse(read(".changeset/config.json"))).toMatchObject({ fixed: [["@skillplug/*", "skillplug"]] });
});

test("A48: ESM with types, one entry that is built, and scripts for building, checking and testing", async () => {
  const scripts = {
    build: "tsc -b",
    "ci:test": "node scripts/run-tests.mjs",
    "ci:check": "node scripts/run-checks.mjs",
  };
  expect(manifest(".")["scripts"]).toMatchObject(scripts);
  for (const name of ["test", "check"]) expect(manifest(".")["scripts"]?.[name]).toContain(`with-setup.mjs ci:${name}`);
  for (const check of ["biome check .", "tsc -p tsconfig.tests.json", "vitest run packages/core --coverage"])
    expect(read("scripts/run-checks.mjs")).toContain(`"${check}`);
  expect(read("vitest.config.ts")).toMatch(/thresholds: \{ lines: 9\d \}/);
  for (const folder of ["core", "ai-sdk", "langchain", "openai-agents", "json-schema"]) {
    const { type, exports, sideEffects, files } = manifest(`packages/${folder}`);
    expect({ type, exports, sideEffects, files }).toEqual({
      type: "module",
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
      sideEffects: false,
      files: ["dist", "!dist/**/*.tsbuildinfo"],
    });
    for (const file of ["index.js", "index.d.ts"]) expect(read(`packages/${folder}/dist/${file}`)).not.toBe("");
  }
  const built = await import(pathToFileURL(join(root, "packages/core/dist/index.js")).href);
  expect(Object.keys(built).sort()).toEqual(Object.keys(core).sort());
  expect(read("packages/core/dist/index.d.ts")).toContain("loadSkills");
  const fixture = (name: string) => read(`packages/testing/fixtures/seed-skills/${name}/SKILL.md`);
  expect(fixture("arxiv-search")).toMatch(/^version: 1\.0\.0$/m);
  for (const name of ["web-research", "data-analyzer"]) expect(fixture(name)).toContain(`name: ${name}\n`);
});

test("B40: guides, security notes, a developer guide and example skills are there", () => {
  const pages = "quickstart writing-skills best-practices running-scripts search budgets design requirements";
  for (const page of pages.split(" ")) expect(read(`docs/${page}.md`)).toMatch(/^# /);
  for (const path of ["README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/typedoc.json"])
    expect(read(path)).not.toBe("");
  expect(readdirSync(join(root, "skills")).length).toBeGreaterThan(1);
});

/** The packages that are published, by their folders. */
const published = readdirSync(join(root, "packages")).filter(
  (folder) => !("private" in manifest(`packages/${folder}`)),
);

test("B41: a change that a user sees is noted, for packages that there are", () => {
  const names = published.map((folder) => String(manifest(`packages/${folder}`)["name"]));
  const notes = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md"));
  for (const note of notes) {
    const [, packages = "", text = ""] = /^---\n(.*?)---\n(.*)$/s.exec(read(`.changeset/${note}`)) ?? [];
    const noted = [...packages.matchAll(/^"([^"]+)": (?:major|minor|patch)\n/gm)];
    expect(noted.map(([line]) => line).join(""), note).toBe(packages);
    expect(noted.length, note).toBeGreaterThan(0);
    for (const [, name] of noted) expect(names, note).toContain(name);
    expect(text.trim(), note).not.toBe("");
  }
});

test.skipIf(!hasProgram("git"))(
  "B41: a release raises the version of all packages alike, as far as its notes say (needs git)",
  async () => {
    const copied = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ".changeset/config.json"];
    const folders = readdirSync(join(root, "packages")).map((folder) => `packages/${folder}/package.json`);
    const files = [...copied, ...folders].map((path) => [path, read(path)]);
    const note = '---\n"@skillplug/core": minor\n---\n\nA new thing.\n';
    const copy = await folderWith({ ...Object.fromEntries(files), ".changeset/a-note.md": note });
    const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: copy, stdio: "pipe" });
    run("git", "init", "--quiet", "--initial-branch", "main");
    run("git", "add", ".");
    run("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "a");
    run(process.execPath, join(root, "node_modules/@changesets/cli/bin.js"), "version");
    const after = (folder: string) => JSON.parse(readFileSync(join(copy, `packages/${folder}/package.json`), "utf8"));
    const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(String(manifest("packages/core")["version"])) ?? [];
    const next = `${major}.${Number(minor) + 1}.0`;
    for (const folder of published) {
      const { version, dependencies } = after(folder);
      expect(version, folder).toBe(next);
      const own = Object.entries(dependencies ?? {}).filter(([name]) => name.startsWith("@skillplug/"));
      for (const [name, range] of own) expect([name, range], folder).toEqual([name, next]);
    }
    expect(readFileSync(join(copy, "packages/core/CHANGELOG.md"), "utf8")).toContain(`## ${next}`);
    expect(readFileSync(join(copy, "packages/core/CHANGELOG.md"), "utf8")).toContain("A new thing.");
  },
);

test("B42: no framework, server, registry or user interface in core: it adds to what an agent has", () => {
  const libraries = Object.keys(manifest("packages/core")["dependencies"] ?? {});
  expect(libraries.filter((name) => /langchain|openai|^ai$|react|express|hono|fastify/.test(name))).toEqual([]);
  expect(Object.keys(core).filter((name) => /marketplace|orchestrat|registry|role|permission/i.test(name))).toEqual([]);
});

test("B35: core reads and writes without blocking", () => {
  const sources = readdirSync(join(root, "packages/core/src"), { recursive: true, encoding: "utf8" });
  const blocking = sources.filter(
    (path) => path.endsWith(".ts") && /\w+Sync\(/.test(read(`packages/core/src/${path}`)),
  );
  expect(blocking).toEqual([]);
});

test("B39: less than 90 % of core's lines covered fails the check", () => {
  expect(read("vitest.config.ts")).toContain("thresholds: { lines: 90 }");
  expect(read("scripts/run-checks.mjs")).toContain("vitest run packages/core --coverage");
});
