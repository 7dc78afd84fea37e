import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { expect, test } from "vitest";
import { OramaSearchManager, type SearchableSkill } from "../../src/search/orama-search-manager.js";

// few words, so that they meet
const text = fc
  .array(
    fc.constantFrom("search", "data", "report", "Reports", "天气", "城市", "c++", "constructor", "of", "nodeRunner"),
    {
      maxLength: 8,
    },
  )
  .map((words) => words.join(" "));

const skills = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^(data|report|search)-[a-z]{1,2}$/), description: text, content: text }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 12 },
);

async function managerOf(entries: readonly SearchableSkill[]) {
  const manager = new OramaSearchManager<SearchableSkill>();
  await manager.buildIndex(new Map(entries.map((entry) => [entry.name, entry])));
  return manager;
}

test("A24: a higher threshold gives the beginning of what a lower one gives", async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(skills, text, share, share, async (entries, query, one, other) => {
      const manager = await managerOf(entries);
      const many = await manager.search(query, { threshold: Math.min(one, other) });
      const few = await manager.search(query, { threshold: Math.max(one, other) });
      expect(few).toEqual(many.slice(0, few.length));
      expect(few.length > 0).toBe(many.length > 0);
    }),
  );
});

test("scores are above 0, finite and fall; the same query gets the same answer", async () => {
  await fc.assert(
    fc.asyncProperty(skills, text, async (entries, query) => {
      const manager = await managerOf(entries);
      const hits = await manager.search(query);
      const scores = hits.map(({ score }) => score);
      expect(scores.every((score) => score > 0 && score < Number.POSITIVE_INFINITY)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(await manager.search(query)).toEqual(hits);
    }),
  );
});

test("the order in which skills come in does not matter, built or inserted", async () => {
  await fc.assert(
    fc.asyncProperty(skills, text, async (entries, query) => {
      const expected = await (await managerOf(entries)).search(query);
      expect(await (await managerOf([...entries].reverse())).search(query)).toEqual(expected);
      const inserted = await managerOf([]);
      for (const entry of entries) await inserted.insert(entry);
      expect(await inserted.search(query)).toEqual(expected);
    }),
  );
});

test("taking a skill out and putting it back changes nothing, and without it the rest is as if it had never been", async () => {
  await fc.assert(
    fc.asyncProperty(skills, text, async ([first, ...rest], query) => {
      const manager = await managerOf([first!, ...rest]);
      const before = await manager.search(query);
      await manager.remove(first!.name);
      expect(await manager.search(query)).toEqual(await (await managerOf(rest)).search(query));
      await manager.insert(first!);
      expect(await manager.search(query)).toEqual(before);
    }),
  );
});

test("importing the manager loads neither Orama nor the word lists, and nothing in it needs Node", async () => {
  const entryPoint = fileURLToPath(new URL("../../src/search/orama-search-manager.ts", import.meta.url));
  const { metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const entry = Object.values(metafile.outputs).find((output) =>
    output.entryPoint?.endsWith("orama-search-manager.ts"),
  );
  const loadedAtOnce = entry?.imports
    .filter(({ kind }) => kind !== "dynamic-import")
    .flatMap(({ path }) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const inputs = [...Object.keys(entry?.inputs ?? {}), ...(loadedAtOnce ?? [])];
  expect(inputs.length).toBeGreaterThan(0);
  expect(inputs.filter((input) => input.includes("@orama"))).toEqual([]);
});
