import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

// What must hold for the packages as they are published. `npm test` builds before it tests.
const packages = fileURLToPath(new URL("../../", import.meta.url));
const entry = join(packages, "core/dist/index.js");

type Platform = "node" | "default";

const core = JSON.parse(readFileSync(join(packages, "core/package.json"), "utf8"));

/** What a built module imports when it is loaded, and what it imports later. */
function specifiersOf(file: string): { readonly atOnce: string[]; readonly later: string[] } {
  const code = readFileSync(file, "utf8");
  const find = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, specifier = ""]) => specifier);
  return {
    atOnce: find(/^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?["']([^"']+)["']/gm),
    later: find(/\bimport\(\s*["']([^"']+)["']\s*\)/g),
  };
}

/** The file of ours that a specifier means; `#` imports are resolved for the platform. */
function resolveOwn(file: string, specifier: string, platform: Platform): string | undefined {
  if (specifier.startsWith(".")) return join(file, "..", specifier);
  return specifier.startsWith("#") ? join(packages, "core", core.imports[specifier][platform]) : undefined;
}

/** The modules that an entry brings, itself included, each with all that it imports; those of `import()` too where it is asked. */
function graphOf(file: string, platform: Platform, { later: andLater = false } = {}): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  const visit = (module: string): void => {
    if (graph.has(module)) return;
    const { atOnce, later } = specifiersOf(module);
    const specifiers = andLater ? [...atOnce, ...later] : atOnce;
    graph.set(module, specifiers);
    for (const specifier of specifiers) {
      const own = resolveOwn(module, specifier, platform);
      if (own !== undefined) visit(own);
    }
  };
  visit(file);
  return graph;
}

const libraries = (graph: ReadonlyMap<string, string[]>) =>
  new Set([...graph.values()].flat().filter((specifier) => !/^[.#]/.test(specifier)));
const external = (platform: Platform) => libraries(graphOf(entry, platform));

/** The files that people import from. */
const entries = Object.values<{ default: string }>(core.exports).map((target) =>
  join(packages, "core", target.default),
);

test("outside Node, core's entry imports nothing of Node", () => {
  expect([...external("default")].filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
});

test("importing core loads no heavy library", () => {
  const heavy = ["gray-matter", "zod/v4", "zod-to-json-schema", "@orama/orama", "@orama/stopwords", "@orama/stemmers"];
  for (const library of heavy) expect([...external("node")]).not.toContain(library);
});

test("importing core loads nothing that only scripts and listings need", () => {
  const later = ["node:child_process", "node:crypto", "node:fs", "node:os", "node:module"];
  expect([...external("node")].filter((specifier) => later.includes(specifier))).toEqual([]);
});

test("core imports no framework and no other package of ours", () => {
  const allowed = /^(?:node:|fastest-levenshtein$|js-yaml$|tokenx$)/;
  expect([...external("node")].filter((specifier) => !allowed.test(specifier))).toEqual([]);
});

test("outside Node, not even what is loaded later imports anything of Node", () => {
  const all = entries.flatMap((file) => [...libraries(graphOf(file, "default", { later: true }))]);
  expect(all.filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
});

test("every built module of core is reached from an entry", () => {
  const reached = entries.flatMap((file) =>
    (["node", "default"] as const).flatMap((platform) => [...graphOf(file, platform, { later: true }).keys()]),
  );
  const dist = join(packages, "core/dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const hasCode = (file: string) => !/^(?:\/\/.*\n+)*export \{\};\s*(?:\/\/#.*\s*)?$/.test(readFileSync(file, "utf8"));
  const built = files.map((file) => join(dist, file)).filter(hasCode);
  expect(built.length).toBeGreaterThan(100);
  expect(built.filter((file) => !reached.includes(file))).toEqual([]);
});

test.each(["node", "default"] as const)(
  "there is no circle of imports in core, those of import() included (%s)",
  (platform) => {
    const done = new Set<string>();
    const circles: string[] = [];
    for (const start of entries) {
      const graph = graphOf(start, platform, { later: true });
      const visit = (file: string, path: readonly string[]): void => {
        if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
        if (done.has(file) || path.includes(file)) return;
        for (const specifier of graph.get(file) ?? []) {
          const own = resolveOwn(file, specifier, platform);
          if (own !== undefined) visit(own, [...path, file]);
        }
        done.add(file);
      };
      visit(start, []);
    }
    expect(circles).toEqual([]);
  },
);

describe("an adapter", () => {
  const adapters: Record<string, RegExp> = {
    "ai-sdk": /^(?:@skillplug\/core(?:\/adapter)?|ai)$/,
    "json-schema": /^@skillplug\/core(?:\/adapter)?$/,
    langchain: /^(?:@skillplug\/core(?:\/adapter)?|@langchain\/core(?:\/.+)?)$/,
    "openai-agents": /^(?:@skillplug\/core(?:\/adapter)?|@openai\/agents)$/,
  };
  test.each(Object.entries(adapters))("%s knows core and its own framework alone", (name, allowed) => {
    const dist = join(packages, name, "dist");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
    const specifiers = files.flatMap((file) => {
      const { atOnce, later } = specifiersOf(join(dist, file));
      return [...atOnce, ...later];
    });
    expect(specifiers.length).toBeGreaterThan(0);
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

test.each([
  { name: "in one file", format: "esm", splitting: false },
  { name: "in chunks", format: "esm", splitting: true },
  { name: "as CommonJS", format: "cjs", splitting: false },
] as const)("the entry bundles for Node $name, and what is loaded later works", async ({ format, splitting }) => {
  // Needs more than the fast path for front matter: gray-matter, which an ES module in one file cannot load.
  const nested = "---\nname: a\ndescription: >\n  Finds\n  papers\nmetadata:\n  tags:\n    - x\n---\n# A\n";
  const folder = await folderWith({ "a/SKILL.md": nested, "a/run.sh": "echo ran" });
  const code = `
    import { SkillsToolset } from ${JSON.stringify(entry)};
    (async () => {
      const toolset = new SkillsToolset({ directories: [${JSON.stringify(folder)}] });
      const missing = await toolset.loadSkill("b").catch(({ code }) => code);
      console.log(JSON.stringify([missing, await toolset.runSkillScript("a", "run.sh")]));
    })();`;
  await build({
    stdin: { contents: code, resolveDir: join(packages, "core"), sourcefile: "program.js" },
    bundle: true,
    outdir: join(folder, "dist"),
    outExtension: { ".js": format === "esm" ? ".mjs" : ".cjs" },
    format,
    splitting,
    platform: "node",
    logLevel: "silent",
  });
  const program = join(folder, "dist", format === "esm" ? "stdin.mjs" : "stdin.cjs");
  expect(JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8" }))).toEqual([
    "skill_not_found",
    "ran",
  ]);
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

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])(
  "a program compiled with --module %s --moduleResolution %s sees what Node's platform takes",
  { timeout: 60_000 },
  async (module, resolution) => {
    const program = `
    import { directory, LocalScriptExecutor, type DirectoryOptions, type LocalExecutorOptions } from "@skillplug/core";
    const here: DirectoryOptions = { trusted: false };
    const quick: LocalExecutorOptions = { timeoutMs: 1 };
    // @ts-expect-error: where the types are lost, they are any, and nothing is refused
    export const wrong: LocalExecutorOptions = { timeoutMs: "x" };
    const request = { skillName: "a", scriptName: "a.sh", directory: "/a" };
    export const source = directory("skills", here);
    export const problem = new LocalScriptExecutor(quick).check(request);`;
    const folder = await folderWith({ "program.mts": program });
    mkdirSync(join(folder, "node_modules/@skillplug"), { recursive: true });
    symlinkSync(join(packages, "core"), join(folder, "node_modules/@skillplug/core"));
    const compiler = join(packages, "../node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", module, "--moduleResolution", resolution];
    const compile = () =>
      execFileSync(process.execPath, [compiler, ...flags, "program.mts"], { cwd: folder, encoding: "utf8" });
    expect(compile()).toBe("");
  },
);
