import { memory, type SkillSource } from "@skillplug/core";
import { expect, test } from "vitest";
import type { DuplicateRule } from "../../src/catalog/choose-skills.js";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

/** A source with these skills. One without a colon in its name is of the plugin, where there is one. */
function source(id: string, trusted: boolean, names: readonly string[], plugin?: string): SkillSource {
  const listed = memory(
    names.map((name) => ({ name, description: name, content: "" })),
    { id },
  );
  const list: SkillSource["list"] = async (how) => {
    const { skills, diagnostics } = await listed.list(how);
    const named = plugin === undefined ? undefined : { name: plugin, directory: `/plugins/${plugin}` };
    return { skills: skills.map((one) => (one.name.includes(":") ? one : { ...one, plugin: named })), diagnostics };
  };
  return { ...listed, list, trusted };
}

async function load(sources: readonly SkillSource[], onDuplicate?: DuplicateRule) {
  const { entries, diagnostics } = await loadCatalog(sources, { validate: false, onDuplicate });
  const used = [...entries.values()].map((entry) => `${entry.skill.name} of ${entry.source.id}`);
  return { used, diagnostics, told: diagnostics.map(({ skill }) => skill) };
}

test("a stranger takes neither the form of a trusted plugin's skill nor a name that begins as such", async () => {
  const ours = source("ours", true, ["x"], "one");
  const { used, diagnostics, told } = await load([source("theirs", false, ["one:x", "one:y:z", "two:x"]), ours]);
  expect(used).toEqual(["two:x of theirs", "x of ours"]);
  expect(told).toEqual(["one:x", "one:y:z"]);
  expect(diagnostics[0]?.message).toContain("ours, which is trusted, is called by that name too");
  expect(diagnostics[1]?.message).toContain('"one:" stands before names of the plugin of ours');
  expect((await load([source("theirs", false, ["one:y"]), ours])).used).toEqual(["x of ours"]);
});

test("a stranger's plugin keeps its own skills, also one that is named as another of them is called", async () => {
  const { used, diagnostics } = await load([source("theirs", false, ["x", "p:x"], "p")]);
  expect(used).toEqual(["p:x of theirs", "x of theirs"]);
  expect(diagnostics).toEqual([]);
});

test("of two strangers the one that the rule prefers is called by its form", async () => {
  const plugin = source("plugin", false, ["x"], "p");
  const named = source("named", false, ["p:x"]);
  for (const [rule, sources, expected] of [
    [undefined, [plugin, named], ["x of plugin"]],
    [undefined, [named, plugin], ["p:x of named", "x of plugin"]],
    ["first", [plugin, named], ["x of plugin"]],
    ["last", [plugin, named], ["p:x of named", "x of plugin"]],
    ["last", [named, plugin], ["x of plugin"]],
  ] as const) {
    const { used, told } = await load(sources, rule);
    expect(used).toEqual(expected);
    expect(told).toEqual(expected.length === 1 ? ["p:x"] : []);
  }
});

test("of two that are called by one form the first keeps it from what the other has besides", async () => {
  const { used } = await load([source("first", false, ["x"], "p"), source("second", false, ["x", "p:x"], "p")]);
  expect(used).toEqual(["x of first"]);
});
