import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as aiSdk from "@skillplug/ai-sdk";
import * as core from "@skillplug/core";
import * as jsonSchema from "@skillplug/json-schema";
import * as langChain from "@skillplug/langchain";
import * as openAIAgents from "@skillplug/openai-agents";
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

test("F02: core loads skills and has the toolset, without any other package of the kit", async () => {
  expect(manifest("packages/core")["name"]).toBe("@skillplug/core");
  expect(await core.loadSkills(join(root, "skills"), { logger: false })).toBeInstanceOf(core.SkillsToolset);
  const libraries = Object.keys(manifest("packages/core")["dependencies"] ?? {});
  expect(libraries.filter((name) => name.includes("skillplug"))).toEqual([]);
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

test("F07: the five tools have the names that the field knows", async () => {
  const names = ["list_skills", "load_skill", "read_skill_resource", "run_skill_script", "search_skills"];
  expect([...core.TOOL_NAMES].sort()).toEqual(names);
  const skills = await core.loadSkills(join(root, "skills"), { logger: false });
  expect((await skills.getTools()).map(({ name }) => name).sort()).toEqual(names);
});

test("F08: core is made of gray-matter, Orama, Zod and zod-to-json-schema", () => {
  const libraries = ["gray-matter", "@orama/orama", "zod", "zod-to-json-schema"];
  const sources = readdirSync(join(root, "packages/core/src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => read(`packages/core/src/${path}`))
    .join("\n");
  for (const library of libraries) {
    expect(Object.keys(manifest("packages/core")["dependencies"] ?? {})).toContain(library);
    expect(sources).toMatch(new RegExp(`(from |import\\()"${library}(/v4)?"`));
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

/** The folders of the packages that npm gets. */
const published = ["core", "ai-sdk", "langchain", "openai-agents", "json-schema"];

test.each(published)("A48: %s is ESM with types, and its built form is what its sources export", async (folder) => {
  const { type, exports, sideEffects, files } = manifest(`packages/${folder}`);
  const entries = folder === "core" ? ["adapter", "format/index", "search/index", "text/clean-text"] : [];
  const others = entries.map((file) => [
    `./${file.replace(/\/(?:index|clean-text)$/, "")}`,
    { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
  ]);
  expect({ type, exports, sideEffects }).toEqual({
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, ...Object.fromEntries(others) },
    sideEffects: false,
  });
  expect(files).toContain("dist");
  const built = await import(pathToFileURL(join(root, `packages/${folder}/dist/index.js`)).href);
  const sources = {
    core,
    "ai-sdk": aiSdk,
    langchain: langChain,
    "openai-agents": openAIAgents,
    "json-schema": jsonSchema,
  };
  expect(Object.keys(built).sort()).toEqual(Object.keys(sources[folder as keyof typeof sources]).sort());
  expect(read(`packages/${folder}/dist/index.d.ts`)).toContain("export");
});

test("A48: scripts for building, for checking types and for tests, and the seed's fixtures", async () => {
  const scripts = "build dev check check-types test test:watch test:coverage".split(" ");
  expect(Object.keys(manifest(".")["scripts"] ?? {})).toEqual(expect.arrayContaining(scripts));
  const seeds = await core.loadSkills(join(root, "packages/testing/fixtures/seed-skills"), { logger: false });
  expect((await seeds.getSkill("arxiv-search"))?.metadata["version"]).toBe("1.0.0");
  expect(Object.keys(await seeds.listSkills())).toEqual(expect.arrayContaining(["web-research", "data-analyzer"]));
});

test("B40: guides, security notes, a developer guide and example skills are there", () => {
  const pages = "quickstart writing-skills best-practices running-scripts search budgets design requirements";
  for (const page of pages.split(" ")) expect(read(`docs/${page}.md`)).toMatch(/^# /);
  for (const path of ["README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/typedoc.json"])
    expect(read(path)).not.toBe("");
  expect(readdirSync(join(root, "skills")).length).toBeGreaterThan(1);
});

test("B41: a release gives the packages one semantic version, raised as the notes of changes say", async () => {
  const copy = await folderWith({
    "package.json": read("package.json"),
    "pnpm-workspace.yaml": read("pnpm-workspace.yaml"),
    ".changeset/config.json": read(".changeset/config.json"),
    ".changeset/one.md": '---\n"@skillplug/ai-sdk": minor\n---\n\nA change that a user sees.\n',
    ".changeset/two.md": '---\n"@skillplug/core": patch\n---\n\nA fault is mended.\n',
    ...Object.fromEntries(
      readdirSync(join(root, "packages")).map((name) => {
        const path = `packages/${name}/package.json`;
        return [
          path,
          read(path)
            .replace(/"version": ".*"/, '"version": "1.2.3"')
            .replace(/(skillplug\/core": )".*"/, '$1"1.2.3"'),
        ];
      }),
    ),
  });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  await promisify(execFile)(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"], {
    cwd: copy,
  });
  const released = (folder: string) => JSON.parse(readFileSync(join(copy, `packages/${folder}/package.json`), "utf8"));
  for (const folder of [...published, "cli"]) expect([folder, released(folder).version]).toEqual([folder, "1.3.0"]);
  expect(released("langchain").dependencies).toEqual({ "@skillplug/core": "1.3.0" });
  expect(readFileSync(join(copy, "packages/core/CHANGELOG.md"), "utf8")).toContain(
    "## 1.3.0\n\n### Patch Changes\n\n- A fault is mended.",
  );
  expect(existsSync(join(copy, ".changeset/one.md"))).toBe(false);
});

test("B41: today's versions are semantic, and every note of a change names packages that there are", () => {
  for (const folder of [...published, "cli"])
    expect(manifest(`packages/${folder}`)["version"]).toMatch(/^\d+\.\d+\.\d+$/);
  const names = [...published, "cli"].map((folder) => String(manifest(`packages/${folder}`)["name"]));
  for (const note of readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md"))) {
    const [, frontMatter = ""] =
      /^---\n((?:"[^"]+": (?:major|minor|patch)\n)+)---\n\n\S/.exec(read(`.changeset/${note}`)) ?? [];
    const named = [...frontMatter.matchAll(/^"([^"]+)"/gm)].map(([, name]) => name);
    expect(named.length, note).toBeGreaterThan(0);
    expect(names, note).toEqual(expect.arrayContaining(named));
  }
});

test("B42: no framework, server, registry or user interface in core: it adds to what an agent has", () => {
  const libraries = Object.keys(manifest("packages/core")["dependencies"] ?? {});
  expect(libraries.filter((name) => /langchain|openai|^ai$|react|express|hono|fastify/.test(name))).toEqual([]);
  expect(Object.keys(core).filter((name) => /marketplace|orchestrat|registry|role|permission/i.test(name))).toEqual([]);
});

/** Where a call that blocks is right: it waits for no disk, or for one that the start of a script waits for anyway (a work folder is looked at in slices); nothing may come between it and what follows; or (a folder that could not be listed) it is rare. */
const NEVER_WAITING: Readonly<Record<string, RegExp>> = {
  "node/file-calls.ts": /^(?:existsSync\(DESCRIPTORS\)|readlinkSync\(`\$\{DESCRIPTORS\})/,
  "node/folders/look-at-folder.ts": /^(?:lstatSync|readdirSync)\(/,
  "node/processes/working-folder.ts": /^(?:existsSync|realpathSync\.native)\(folder\)/,
  "node/folders/read-many.ts": /^closeSync\(descriptor\)/,
  "node/folders/reaches.ts": /^realpathSync\.native\(path\)/,
  "node/processes/inherited-descriptors.ts":
    /^(?:openSync\(devNull|readdirSync\(folder|readFileSync\([`"]\/proc\/self)/,
  "node/processes/process-table.ts":
    /^(?:readdirSync\([`"]\/proc|openSync\(file, "r"\)|readSync\(descriptor|closeSync\(descriptor)/,
  // The beginning of a script, right before its start, when all that is awaited waits behind the start of others.
  "node/processes/script-head.ts": /^(?:openSync\(path, flags|fstatSync\(|readSync\(|closeSync\()/,
  "node/processes/missing-parts.ts": /^existsSync\(join\(directory/,
  "node/shared-folders.ts": /^existsSync\(join\(folder, SKILL_FILE/,
  "node/processes/skill-file-words.ts": /^lstatSync\(path/,
  "node/processes/script-file.ts": /^(?:lstatSync|realpathSync)/,
};

test("B35: core reads and writes without blocking", () => {
  const sources = readdirSync(join(root, "packages/core/src"), { recursive: true, encoding: "utf8" });
  const blocking = sources.flatMap((path) => {
    const calls = path.endsWith(".ts")
      ? [...read(`packages/core/src/${path}`).matchAll(/\b\w+Sync(?:\.native)?\(.*/g)]
      : [];
    return calls.filter(([call]) => !NEVER_WAITING[path]?.test(call)).map(([call]) => `${path}: ${call}`);
  });
  expect(blocking).toEqual([]);
});

test("B39: less than 90 % of core's lines covered fails the tests", () => {
  expect(read("vitest.config.ts")).toContain("thresholds: { lines: 90 }");
  expect(manifest(".")["scripts"]?.["test:coverage"]).toContain("vitest run packages/core --coverage");
  expect(read("scripts/run-tests.mjs")).toContain('["--coverage"]');
});
