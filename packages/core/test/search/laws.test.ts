import fc from "fast-check";
import { expect, test } from "vitest";
import { OramaSearchManager, type SearchableSkill } from "../../src/search/orama-search-manager.js";
import type { SearchEngineOptions } from "../../src/search/search-engine.js";
import { embedder } from "./meaning/concept-embedder.js";

/** A way to search, and words that meet in it: few, so that they do. */
interface Engine {
  readonly options: SearchEngineOptions;
  readonly name: RegExp;
  readonly words: readonly string[];
}

const engines: readonly (readonly [string, Engine])[] = [
  [
    "by words",
    {
      options: {},
      name: /^(data|report|search)-[a-z]{1,2}$/,
      words: ["search", "data", "report", "Reports", "天气", "城市", "c++", "constructor", "of", "nodeRunner"],
    },
  ],
  [
    "by meaning",
    {
      options: { embed: embedder().embed },
      name: /^(bill|photo|tool)-[a-z]{1,2}$/,
      words: ["invoice", "bill", "photo", "weather", "umbrella", "tool", "天气", "the"],
    },
  ],
];

async function managerOf({ options }: Engine, entries: readonly SearchableSkill[]) {
  const manager = new OramaSearchManager<SearchableSkill>(options);
  await manager.buildIndex(new Map(entries.map((entry) => [entry.name, entry])));
  return manager;
}

/** A request, and at least one skill. */
function searches({ name, words }: Engine) {
  const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((some) => some.join(" "));
  const skill = fc.record({ name: fc.stringMatching(name), description: text, content: text });
  const skills = fc.tuple(skill, fc.array(skill, { maxLength: 11 })).map(([first, rest]) => {
    const others = new Map(rest.map((entry) => [entry.name, entry]));
    others.delete(first.name);
    return [first, ...others.values()] as const;
  });
  return [text, skills] as const;
}

const numRuns = 60;

test.each(engines)("A24: %s, a higher threshold gives the beginning of what a lower one gives", async (_, engine) => {
  const [text, skills] = searches(engine);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(skills, text, share, share, async (entries, query, one, other) => {
      const manager = await managerOf(engine, entries);
      const many = await manager.search(query, { threshold: Math.min(one, other) });
      const few = await manager.search(query, { threshold: Math.max(one, other) });
      expect(few).toEqual(many.slice(0, few.length));
      expect(few.length > 0).toBe(many.length > 0);
    }),
    { numRuns },
  );
});

test.each(engines)(
  "%s, scores are above 0 and fall, and are the same in whatever order skills come in, built or inserted",
  async (_, engine) => {
    const [text, skills] = searches(engine);
    await fc.assert(
      fc.asyncProperty(skills, text, async (entries, query) => {
        const manager = await managerOf(engine, entries);
        const expected = await manager.search(query);
        const scores = expected.map(({ score }) => score);
        expect(scores.every((score) => score > 0 && Number.isFinite(score))).toBe(true);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(await manager.search(query)).toEqual(expected);
        expect(await (await managerOf(engine, entries.toReversed())).search(query)).toEqual(expected);
        const inserted = await managerOf(engine, []);
        for (const entry of entries) await inserted.insert(entry);
        expect(await inserted.search(query)).toEqual(expected);
      }),
      { numRuns },
    );
  },
);

test.each(engines)(
  "%s, without a skill the rest is as if it had never been, and putting it back changes nothing",
  async (_, engine) => {
    const [text, skills] = searches(engine);
    await fc.assert(
      fc.asyncProperty(skills, text, async ([first, ...rest], query) => {
        const manager = await managerOf(engine, [first, ...rest]);
        const before = await manager.search(query);
        await manager.remove(first.name);
        expect(await manager.search(query)).toEqual(await (await managerOf(engine, rest)).search(query));
        await manager.insert(first);
        expect(await manager.search(query)).toEqual(before);
      }),
      { numRuns },
    );
  },
);
