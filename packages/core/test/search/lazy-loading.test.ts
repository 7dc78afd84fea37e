import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

/** The files that are loaded together with one whose path has this part, by the bundle of the search manager for browsers. */
let loadedWith: (part: string) => readonly string[];

beforeAll(async () => {
  // A bundle for browsers: whatever needed Node would fail here.
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../../src/search/orama-search-manager.ts", import.meta.url))],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const chunksOf = (path: string, known: Set<string> = new Set()): ReadonlySet<string> => {
    if (known.has(path)) return known;
    known.add(path);
    for (const { kind, path: next } of outputs[path]?.imports ?? [])
      if (kind !== "dynamic-import") chunksOf(next, known);
    return known;
  };
  loadedWith = (part) => {
    const path = Object.keys(outputs).find((output) => output.includes(part));
    if (path === undefined) throw new Error(`no chunk is named after ${part}`);
    return [...chunksOf(path)].flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}));
  };
});

test("importing the manager loads neither Orama nor the word lists", () => {
  const inputs = loadedWith("orama-search-manager");
  expect(inputs.some((input) => input.endsWith("src/search/orama-search-manager.ts"))).toBe(true);
  expect(inputs.filter((input) => /@orama|terms\.ts|stop-words/.test(input))).toEqual([]);
  expect(loadedWith("skill-database").some((input) => input.includes("@orama/stopwords"))).toBe(true);
});

test("without `embed` what embeds is not loaded, with it only at the first build", () => {
  const embeds = /search-by-meaning|vector-store/;
  expect(loadedWith("search-by-meaning").filter((input) => embeds.test(input))).toHaveLength(2);
  for (const part of ["orama-search-manager", "skill-database"])
    expect(loadedWith(part).filter((input) => embeds.test(input))).toEqual([]);
});
