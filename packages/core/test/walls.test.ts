import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Who may know whom, in core and between the packages. docs/design.md says why.
const packages = fileURLToPath(new URL("../../", import.meta.url));

/** Each folder of core, from the ground up, and the folders that it may import from. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  base: ["text"],
  files: ["text", "base"],
  format: ["text", "base"],
  schema: ["text", "base"],
  events: ["text", "base"],
  prompt: ["text", "base"],
  scripts: ["text", "base"],
  search: ["text", "base"],
  sources: ["text", "base", "format", "schema", "scripts"],
  catalog: ["text", "base", "format", "events", "scripts", "sources"],
  node: ["text", "base", "files", "format", "events", "scripts", "sources"],
  operations: ["text", "base", "files", "format", "events", "scripts", "search", "sources", "catalog", "node"],
  "code-skills": ["text", "base", "files", "format", "schema", "scripts", "sources", "node"],
  tools: ["text", "base", "files", "schema", "prompt", "scripts", "catalog", "operations"],
};

/** The roof, from the lowest to the highest; each may import from all folders and from those before it. */
const ROOF = ["adapter", "toolset-options", "toolset", "load-skills", "file-system-discovery", "index"];

/**
 * What the sources of each package may import besides themselves, types included. Zod only as `zod/v4`, as the AI SDK imports it:
 * where both names lie in one bundle of esbuild's, one of them is initialised too late, and the program dies when it starts.
 */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  core: /^(?:node:.+|@cfworker\/json-schema|@orama\/(?:orama|stemmers|stopwords)(?:\/.+)?|esbuild|fastest-levenshtein|github-slugger|gray-matter|js-yaml|smol-toml|tokenx|unhomoglyph|zod\/v4|zod-to-json-schema)$/,
  "ai-sdk": /^(?:@skillplug\/core(?:\/adapter)?|ai)$/,
  "json-schema": /^@skillplug\/core(?:\/adapter)?$/,
  langchain: /^(?:@skillplug\/core(?:\/adapter)?|@langchain\/core(?:\/.+)?)$/,
  "openai-agents": /^(?:@skillplug\/core(?:\/adapter)?|@openai\/agents)$/,
  cli: /^(?:node:.+|@skillplug\/core(?:\/(?:adapter|format|text))?|@skillplug\/json-schema|commander|picocolors|string-width)$/,
};

interface Import {
  readonly file: string;
  readonly specifier: string;
}

/** Every module that a package's sources import: statically, by `import()`, and for types. */
function importsOf(name: string): Import[] {
  const source = join(packages, name, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const code = readFileSync(join(source, file), "utf8");
    const found = code.matchAll(/^(?:import|export)\s(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm);
    return [...found].map(([, fixed, dynamic]) => ({
      file: file.split(sep).join("/"),
      specifier: fixed ?? dynamic ?? "",
    }));
  });
}

/** A `#` import leads to what it means in Node. */
function targetOf({ file, specifier }: Import): string | undefined {
  const { imports } = JSON.parse(readFileSync(join(packages, "core/package.json"), "utf8"));
  if (specifier.startsWith("#")) return relative("dist", imports[specifier].node).split(sep).join("/");
  return specifier.startsWith(".") ? posix.join(dirname(file), specifier) : undefined;
}

const placeOf = (file: string): string =>
  file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.[jt]s$/, "");

test("core's folders import only from the folders below them", () => {
  const wrong = importsOf("core").flatMap((found) => {
    const target = targetOf(found);
    const [from, to] = [placeOf(found.file), target === undefined ? "" : placeOf(target)];
    if (target === undefined || from === to) return [];
    const allowed = FLOORS[from] ?? [...Object.keys(FLOORS), ...ROOF.slice(0, ROOF.indexOf(from))];
    return allowed.includes(to) ? [] : [`${found.file} -> ${target}`];
  });
  expect(wrong).toEqual([]);
});

test("the floors are in order, and every folder and file of core has its place", () => {
  const names = Object.keys(FLOORS);
  const upward = names.flatMap((name, floor) => (FLOORS[name] ?? []).filter((below) => names.indexOf(below) >= floor));
  expect(upward).toEqual([]);
  const files = readdirSync(join(packages, "core/src"), { recursive: true, encoding: "utf8" });
  const places = files.filter((file) => file.endsWith(".ts")).map((file) => placeOf(file.split(sep).join("/")));
  expect([...new Set(places)].sort()).toEqual([...names, ...ROOF].sort());
});

test("in core, only what lies in node/ imports from Node", () => {
  const wrong = importsOf("core").filter(
    ({ file, specifier }) => specifier.startsWith("node:") && placeOf(file) !== "node",
  );
  expect(wrong).toEqual([]);
});

test.each(Object.entries(PACKAGES))("%s imports what it may, and nothing else", (name, allowed) => {
  const outside = importsOf(name).filter(({ specifier }) => !/^[.#]/.test(specifier));
  expect(outside.length).toBeGreaterThan(0);
  expect(outside.filter(({ specifier }) => !allowed.test(specifier))).toEqual([]);
});

test("every published package has its walls", () => {
  const published = readdirSync(packages).filter(
    (name) => !JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")).private,
  );
  expect(published.sort()).toEqual(Object.keys(PACKAGES).sort());
});
