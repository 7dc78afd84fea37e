import { create } from "@orama/orama";
import { memory, type SkillEvent, type SkillInput, SkillsToolset } from "@skillplug/core";
import { describe, expect, test } from "vitest";
import { toolOf } from "../tools/call-tool.js";

test("a search that fails is rejected, and is not taken for one whose meanings cannot be had", async () => {
  let searches = 0;
  const beforeSearch = () => {
    if (++searches === 1) throw new Error("no memory");
  };
  const events: SkillEvent[] = [];
  const toolset = new SkillsToolset({
    skills: [{ name: "red", description: "Paints in red", content: "" }],
    onEvent: (event) => void events.push(event),
    search: { createDatabase: (defaults) => create({ ...defaults, plugins: [{ name: "breaks", beforeSearch }] }) },
  });
  await expect(toolset.searchSkills("red")).rejects.toThrow("no memory");
  expect(searches).toBe(1);
  expect(events.filter(({ type }) => type === "warning")).toEqual([]);
  expect(await toolset.searchSkills("red")).toMatchObject([{ name: "red" }]);
});

describe("trusted skills are found as if there were no others", () => {
  const skill = (name: string, description: string): SkillInput => ({ name, description, content: "# X" });
  const own = [
    skill("ours-1", "Fills in invoices"),
    skill("ours-2", "Books invoices and reports"),
    skill("ours-3", "Sings"),
  ];
  const stuffed = Array.from({ length: 60 }, (_, index) => skill(`theirs-${index}`, "invoices ".repeat(index + 1)));
  const toolsetWith = (strangers: readonly SkillInput[]) =>
    new SkillsToolset({ sources: [{ ...memory(strangers), trusted: false }], skills: own, logger: false });
  const found = async (toolset: SkillsToolset, limit: number) =>
    (await toolset.searchSkills("invoices", limit, { explain: true })).map(({ name }) => name);

  test("they come first, whatever strangers write, and strangers get the places that are left", async () => {
    const alone = await found(toolsetWith([]), 5);
    expect(alone).toEqual(["ours-1", "ours-2"]);
    const names = await found(toolsetWith(stuffed), 5);
    expect(names.slice(0, 2)).toEqual(alone);
    expect(names.slice(2).map((name) => name.replace(/\d+$/, ""))).toEqual(["theirs-", "theirs-", "theirs-"]);
    expect(await found(toolsetWith(stuffed), 2)).toEqual(alone);
    expect(await found(toolsetWith(stuffed), 1)).toEqual(["ours-1"]);
  });

  test("a stranger's skill is found where no trusted one fits", async () => {
    const hits = await toolsetWith([skill("theirs", "Plays chess")]).searchSkills("chess", 5, { explain: true });
    expect(hits).toMatchObject([{ name: "theirs", matches: [{ field: "description", words: ["chess"] }] }]);
  });

  test("a stranger's skill has to reach the threshold of the best hit, whosever that is", async () => {
    const weak = skill("theirs", `Plays chess, ${"and tells of much else in many words ".repeat(20)} invoices`);
    const names = async (bm25Threshold: number) => {
      const sources = [{ ...memory([weak]), trusted: false }];
      const toolset = new SkillsToolset({ sources, skills: own, logger: false, bm25Threshold });
      return (await toolset.searchSkills("invoices", 5)).map(({ name }) => name);
    };
    expect(await names(0)).toEqual(["ours-1", "ours-2", "theirs"]);
    expect(await names(1)).toEqual(["ours-1"]);
  });

  test("a passage has nothing that cannot be seen", async () => {
    const hidden = { ...skill("a", "x"), content: "# A\n\nFill in \u202Einvoices\u200B by \u001B[31mhand.\n" };
    const [hit] = await new SkillsToolset({ skills: [hidden], logger: false }).searchSkills("invoices", 1, {
      explain: true,
    });
    expect(hit?.passage?.text).toBe("Fill in invoices by hand.");
  });
});

test("what only people may call for takes no place from what the model may, and lifts no score that it must reach", async () => {
  const metadata = { "disable-model-invocation": true };
  const skills: SkillInput[] = [
    ...Array.from({ length: 3 }, (_, index) => ({
      name: `invoices-${index}`,
      description: "Invoices, invoices, invoices",
      content: "# Invoices",
      metadata,
    })),
    { name: "books", description: `Keeps books, ${"and much else in many words ".repeat(20)} invoices`, content: "" },
  ];
  const toolset = new SkillsToolset({ skills, logger: false, bm25Threshold: 0.9 });
  const search = await toolOf(toolset, "search_skills");
  expect(await search.execute({ query: "invoices", limit: 1 })).toMatchObject({ data: [{ name: "books" }] });
  expect((await toolset.searchSkills("invoices")).map(({ name }) => name)).toEqual([
    "invoices-0",
    "invoices-1",
    "invoices-2",
  ]);
});

test("a skill is found by its hints once it has them", async () => {
  let tags = "none";
  const source = memory([{ name: "a", description: "Paints", content: "# A" }]);
  const list = async () => ({
    skills: (await source.list({})).skills.map((skill) => ({ ...skill, metadata: { tags } })),
    diagnostics: [],
  });
  const readFile = async () => new TextEncoder().encode("---\nname: a\ndescription: Paints\n---\n# A");
  const toolset = new SkillsToolset({ sources: [{ id: "own", trusted: true, list, readFile }] });
  expect(await toolset.searchSkills("bollards")).toEqual([]);
  tags = "bollards";
  await toolset.reload();
  expect(await toolset.searchSkills("bollards")).toMatchObject([{ name: "a", description: "Paints" }]);
});
