import { memory, type SkillSource, type SourceListing } from "@skillplug/core";
import { expect, test } from "vitest";
import { createLiveCatalog, type LiveCatalogOptions } from "../../src/catalog/live-catalog.js";
import type { SkillEvents } from "../../src/events/create-events.js";

const options: LiveCatalogOptions = { validate: "lenient", onDuplicate: "last", autoDiscover: true };
const silent: SkillEvents = { observe: (_, work) => work() };

/** A source whose listings a test answers, in any order. */
function answered() {
  const calls: { answer(...names: string[]): void; fail(message: string): void }[] = [];
  const source: SkillSource = {
    ...memory([], { id: "answered" }),
    list: () =>
      new Promise<SourceListing>((resolve, reject) => {
        calls.push({
          answer: (...names) =>
            resolve(memory(names.map((name) => ({ name, description: name, content: "" }))).list({})),
          fail: (message) => reject(new Error(message)),
        });
      }),
  };
  const call = async (position: number) => {
    while (!calls[position]) await new Promise((resume) => setImmediate(resume));
    return calls[position]!;
  };
  return { source, call };
}

const liveOf = (source: SkillSource, more: Partial<LiveCatalogOptions> = {}) => {
  const live = createLiveCatalog([source], { ...options, ...more }, silent);
  return { ...live, names: async () => [...(await live.current()).entries.keys()] };
};

test("of two reloads at once the one that began later stays, also when it ends first", async () => {
  const { source, call } = answered();
  const live = liveOf(source, { autoDiscover: false });
  const [earlier, later] = [live.reload(), live.reload()];
  (await call(1)).answer("a", "new");
  expect(await later).toEqual({ added: ["a", "new"], changed: [], removed: [] });
  (await call(0)).answer("a", "old");
  expect(await earlier).toEqual({ added: ["a", "new"], changed: [], removed: [] });
  expect(await live.names()).toEqual(["a", "new"]);
});

test("a reload tells what differs from the catalogue that was there when it ended", async () => {
  const { source, call } = answered();
  const live = liveOf(source, { autoDiscover: false });
  const [earlier, later] = [live.reload(), live.reload()];
  (await call(0)).answer("a", "b");
  expect(await earlier).toEqual({ added: ["a", "b"], changed: [], removed: [] });
  (await call(1)).answer("b", "c");
  expect(await later).toEqual({ added: ["c"], changed: [], removed: ["a"] });
  const { since, revision } = await live.current();
  expect(revision).toBeGreaterThan(since);
});

test("a reload that fails changes nothing, and an earlier one may still end well", async () => {
  const { source, call } = answered();
  let isBroken = false;
  const filter = () => {
    if (isBroken) throw new Error("no filter");
    return true;
  };
  const live = liveOf(source, { autoDiscover: false, filter });
  const first = live.reload();
  (await call(0)).answer("a");
  await first;
  const [earlier, later] = [live.reload(), live.reload()];
  isBroken = true;
  (await call(2)).answer("x");
  await expect(later).rejects.toThrow("No skills were loaded, since filter failed for x: no filter");
  expect(await live.names()).toEqual(["a"]);
  isBroken = false;
  (await call(1)).answer("b");
  expect(await earlier).toEqual({ added: ["b"], changed: [], removed: ["a"] });
});

test("a source that fails in one of two reloads keeps what the other has brought meanwhile", async () => {
  const { source, call } = answered();
  const live = liveOf(source, { autoDiscover: false });
  const [earlier, later] = [live.reload(), live.reload()];
  (await call(0)).answer("a");
  await earlier;
  (await call(1)).fail("away");
  expect(await later).toEqual({ added: [], changed: [], removed: [] });
  expect(await live.names()).toEqual(["a"]);
});

test("who asks during the first load waits for it; a reload that began later stays", async () => {
  const { source, call } = answered();
  const live = liveOf(source);
  const asked = live.names();
  const reload = live.reload();
  (await call(1)).answer("new");
  expect(await reload).toEqual({ added: ["new"], changed: [], removed: [] });
  expect(await live.names()).toEqual(["new"]);
  (await call(0)).answer("old");
  expect(await asked).toEqual(["new"]);
  expect(await live.names()).toEqual(["new"]);
});

test("during a reload the old set answers, and the set of a call under way does not change", async () => {
  const { source, call } = answered();
  const live = liveOf(source);
  const first = live.current();
  (await call(0)).answer("old");
  const held = await first;
  const reload = live.reload();
  await call(1);
  expect(await live.current()).toBe(held);
  (await call(1)).answer("new");
  await reload;
  expect([...held.entries.keys()]).toEqual(["old"]);
  expect(await live.names()).toEqual(["new"]);
});

test("a first load that fails is tried again, unless a reload has ended well meanwhile", async () => {
  const { source, call } = answered();
  let failures = 1;
  const filter = () => {
    if (failures-- > 0) throw new Error("no filter");
    return true;
  };
  const live = liveOf(source, { filter });
  const first = live.current();
  (await call(0)).answer("a");
  await expect(first).rejects.toThrow("no filter");
  const again = live.names();
  const reload = live.reload();
  (await call(2)).answer("b");
  await reload;
  failures = 1;
  (await call(1)).answer("c");
  expect(await again).toEqual(["b"]);
});
