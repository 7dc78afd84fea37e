import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
/** The folders from the bottom; the roof is what lies in none of them. */
const FLOORS = ["base", "output", "skills", "commands"];
const IMPORT = /^(?:import|export)\s(type\s)?(?:[^'"]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*["']([^"']+)["']/g;

/** The imports of a file: specifiers, or names of files of ours. */
function importsOf(name: string, kinds: { types?: boolean; dynamic?: boolean } = {}): string[] {
  const text = readFileSync(join(root, name), "utf8");
  const found = [...text.matchAll(IMPORT)].flatMap(([, type, specifier = ""]) =>
    type === undefined || kinds.types ? [specifier] : [],
  );
  if (kinds.dynamic) found.push(...Array.from(text.matchAll(DYNAMIC_IMPORT), ([, specifier = ""]) => specifier));
  return found.map((specifier) =>
    specifier.startsWith(".") ? join(dirname(name), specifier).replace(/\.js$/, ".ts") : specifier,
  );
}

function floorOf(name: string): number {
  const floor = FLOORS.indexOf(dirname(name));
  return floor < 0 ? FLOORS.length : floor;
}

test("every folder is a floor, and no import runs up, not even one of a type", () => {
  expect([...new Set(files.map(dirname))].sort()).toEqual([".", ...FLOORS].sort());
  const upward = files.flatMap((name) =>
    importsOf(name, { types: true, dynamic: true })
      .filter((other) => files.includes(other) && floorOf(other) > floorOf(name))
      .map((other) => `${name} -> ${other}`),
  );
  expect(upward).toEqual([]);
});

test("there is no circle of imports, not even one of types", () => {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    expect(path.includes(name), [...path, name].join(" -> ")).toBe(false);
    if (done.has(name)) return;
    const others = importsOf(name, { types: true, dynamic: true }).filter((other) => files.includes(other));
    for (const other of others) visit(other, [...path, name]);
    done.add(name);
  };
  for (const name of files) visit(name, []);
});

/** Everything that is loaded with a file: files of ours and packages. */
function loadedWith(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  if (files.includes(name)) for (const other of importsOf(name)) loadedWith(other, loaded);
  return loaded;
}

test("the start loads no command, of core the cleaner of texts alone, and nothing that measures text", () => {
  const loaded = [...loadedWith("main.ts")].filter((name) => !name.startsWith("node:"));
  expect(loaded.filter((name) => /^(?:commands|skills)\//.test(name))).toEqual([]);
  expect(loaded.filter((name) => !files.includes(name)).sort()).toEqual([
    "@skillplug/core/text",
    "commander",
    "picocolors",
  ]);
});

test("what measures text is loaded for a terminal alone", () => {
  const commands = files.filter((name) => dirname(name) === "commands");
  expect(commands).toContain("commands/list.ts");
  expect(commands.filter((name) => loadedWith(name).has("string-width"))).toEqual([]);
});
