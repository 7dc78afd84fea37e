import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

// What must hold for the packages as they are published. `npm test` builds before it tests.
const packages = fileURLToPath(new URL("../../", import.meta.url));
const entry = join(packages, "core/dist/index.js");

/** The modules that an entry imports statically, itself included; `#` imports are resolved for the platform. */
function staticImports(
  file: string,
  platform: "node" | "default",
  seen = new Map<string, string[]>(),
): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const { imports } = JSON.parse(readFileSync(join(packages, "core/package.json"), "utf8"));
  const specifiers = [
    ...readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?["']([^"']+)["']/gm),
  ].map(([, specifier = ""]) => specifier);
  seen.set(file, specifiers);
  for (const specifier of specifiers) {
    if (specifier.startsWith(".")) staticImports(join(file, "..", specifier), platform, seen);
    if (specifier.startsWith("#")) staticImports(join(packages, "core", imports[specifier][platform]), platform, seen);
  }
  return seen;
}

const external = (platform: "node" | "default") =>
  new Set([...staticImports(entry, platform).values()].flat().filter((specifier) => !/^[.#]/.test(specifier)));

test("outside Node, core's entry imports nothing of Node", () => {
  expect([...external("default")].filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
});

test("importing core loads no heavy library", () => {
  const heavy = ["gray-matter", "zod", "zod-to-json-schema", "@orama/orama", "@orama/stopwords", "@orama/stemmers"];
  for (const library of heavy) expect([...external("node")]).not.toContain(library);
});

test("importing core loads nothing that only scripts, listings and wrong names need", () => {
  const later = ["node:child_process", "node:crypto", "node:fs", "node:os", "node:module", "fastest-levenshtein"];
  expect([...external("node")].filter((specifier) => later.includes(specifier))).toEqual([]);
});

test("core imports no framework and no other package of ours", () => {
  const allowed = /^(?:node:|js-yaml$|tokenx$)/;
  expect([...external("node")].filter((specifier) => !allowed.test(specifier))).toEqual([]);
});

test("there is no circle of imports in core", () => {
  const graph = staticImports(entry, "node");
  const visiting = new Set<string>();
  const done = new Set<string>();
  const { imports } = JSON.parse(readFileSync(join(packages, "core/package.json"), "utf8"));
  const visit = (file: string, path: string[]): void => {
    if (done.has(file)) return;
    expect(visiting.has(file), [...path, file].join(" -> ")).toBe(false);
    visiting.add(file);
    for (const specifier of graph.get(file) ?? []) {
      if (specifier.startsWith(".")) visit(join(file, "..", specifier), [...path, file]);
      if (specifier.startsWith("#")) visit(join(packages, "core", imports[specifier].node), [...path, file]);
    }
    visiting.delete(file);
    done.add(file);
  };
  visit(entry, []);
});

describe("an adapter", () => {
  const adapters: Record<string, RegExp> = {
    "ai-sdk": /^(?:@skillplug\/core|ai)$/,
    "json-schema": /^@skillplug\/core$/,
    langchain: /^(?:@skillplug\/core|@langchain\/core(?:\/.+)?)$/,
    "openai-agents": /^(?:@skillplug\/core|@openai\/agents)$/,
  };
  test.each(Object.entries(adapters))("%s knows core and its own framework alone", (name, allowed) => {
    const specifiers = readdirSync(join(packages, name, "dist"))
      .filter((file) => file.endsWith(".js"))
      .flatMap(
        (file) =>
          staticImports(join(packages, name, "dist", file), "node").get(join(packages, name, "dist", file)) ?? [],
      );
    expect(specifiers.filter((specifier) => !specifier.startsWith(".") && !allowed.test(specifier))).toEqual([]);
  });
});

test("the entry bundles for a browser and works there with skills in memory", async () => {
  const code = `
    import { SkillsToolset, directory } from ${JSON.stringify(entry)};
    const skill = { name: "a", description: "Finds papers", content: "# A", scripts: [{ name: "run", function: () => "ran" }] };
    const toolset = new SkillsToolset({ skills: [skill] });
    const tools = new Map((await toolset.getTools()).map((tool) => [tool.name, tool]));
    let refused = "";
    try { directory("./skills"); } catch (error) { refused = error.message; }
    console.log(JSON.stringify([
      (await tools.get("load_skill").execute({ name: "a" })).ok,
      (await tools.get("run_skill_script").execute({ skill_name: "a", script_name: "run" })).text,
      (await tools.get("search_skills").execute({ query: "papers" })).data[0].name,
      refused,
    ]));`;
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(packages, "core") },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  const [output] = outputFiles;
  expect(output?.text).not.toMatch(/from\s*["']node:/);
  const printed = execFileSync(process.execPath, ["--input-type=module"], {
    input: output?.text ?? "",
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual([true, "ran", "a", expect.stringContaining("need Node")]);
});

test("the package can be required, and imported, on this Node", () => {
  const run = (code: string, type: string) =>
    execFileSync(process.execPath, [`--input-type=${type}`, "-e", code], {
      cwd: join(packages, "ai-sdk"),
      encoding: "utf8",
    }).trim();
  expect(run('console.log(typeof require("@skillplug/core").loadSkills)', "commonjs")).toBe("function");
  expect(run('console.log(typeof (await import("@skillplug/core")).loadSkills)', "module")).toBe("function");
});
