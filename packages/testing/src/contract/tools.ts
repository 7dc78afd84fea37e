// The part of the contract about what is offered and what it answers.
import { estimateTokens, loadSkills, memory, TOOL_NAMES } from "@skillplug/core";
import { expect, test } from "vitest";
import { type Contract, forecast, ledgerScript } from "./contract.js";
import type { Transcript } from "./harness.js";
import { PIXEL, TIDES_SKILL } from "./skills-on-disk.js";

/** What is offered and what it answers. */
export function testTools({ harness, folder, load, run, answerTo, expectSuccess, expectFailure }: Contract): void {
  const describedBy = ({ offered }: Transcript) => offered[0]?.find(({ name }) => name === "load_skill")?.description;
  const namesOf = ({ offered }: Transcript) => offered[0]?.map(({ name }) => name);

  test("B21: one call offers all the tools, and none needs to be written by hand", async () => {
    const transcript = await run(await load(), { text: "Hello." });
    expect(namesOf(transcript)?.toSorted()).toEqual([...TOOL_NAMES].sort());
    for (const { description } of transcript.offered[0]!) expect(description).not.toBe("");
    expect(describedBy(transcript)).toContain("Adds up invoices");
  });

  test("B20: an agent lists, searches, loads, reads and runs, one after the other", async () => {
    const resource = { skill_name: "ledger", resource_name: "references/RULES.md" };
    const { answers, text } = await run(
      await load(),
      { calls: [{ tool: "list_skills", input: {} }] },
      { calls: [{ tool: "search_skills", input: { query: "book an invoice" } }] },
      { calls: [{ tool: "load_skill", input: { name: "ledger" } }] },
      { calls: [{ tool: "read_skill_resource", input: resource }] },
      { calls: [{ tool: "run_skill_script", input: ledgerScript("add", ["2", "40"]) }] },
      (seen) => ({ text: `The sum is ${/\b42\b/.exec(seen.at(-1)!.text)}.` }),
    );
    expect(answers).toHaveLength(5);
    expectSuccess(answers[0], "ledger", "weather", "Adds up invoices");
    expectSuccess(answers[1], "ledger");
    expectSuccess(answers[2], "## Skill: ledger", "Add the amounts with the add script");
    expectSuccess(answers[3], "Round half to even");
    expectSuccess(answers[4], "42");
    expect(text).toBe("The sum is 42.");
  });

  test("input in the strict form is understood: null for what is left out, arguments as a JSON string", async () => {
    const input = { ...ledgerScript("add"), args: '["20", "22"]' };
    expectSuccess(await answerTo({ tool: "run_skill_script", input }), "42");
    expectSuccess(await answerTo({ tool: "search_skills", input: { query: "invoices", limit: null } }), "ledger");
  });

  test("a request with typing errors finds the skill that was meant", async () => {
    const answer = await answerTo({ tool: "search_skills", input: { query: "invioces" } });
    expectSuccess(answer, "ledger", "Call load_skill");
  });

  test("two skill calls and one of the user's own tools in one turn are each answered once", async () => {
    const calls = [
      { tool: "load_skill", input: { name: "weather" } },
      { tool: "forecast", input: { place: "Genoa" } },
      { tool: "run_skill_script", input: ledgerScript("add", ["3", "4"]) },
    ];
    const script = [{ calls }, { text: "Done." }];
    const transcript = await harness.run({ toolset: await load(), userTools: [forecast], script });
    const { answers } = transcript;
    expect(namesOf(transcript)).toContain("forecast");
    expect(answers.map(({ name }) => name).toSorted()).toEqual(["forecast", "load_skill", "run_skill_script"]);
    const answerOf = (tool: string) => answers.find(({ name }) => name === tool);
    expectSuccess(answerOf("load_skill"), "## Skill: weather");
    expectSuccess(answerOf("forecast"), "Sun over Genoa");
    expectSuccess(answerOf("run_skill_script"), "7");
  });

  test("no answer costs more than maxAnswerTokens, and the rest can be read on", async () => {
    const long = "潮の満ち引きは月による。\n".repeat(2_000);
    const skill = {
      name: "tides",
      description: "Knows the tides",
      content: long,
      resources: [{ name: "long.md", content: long }],
      scripts: [{ name: "table", function: () => long }],
    };
    const toolset = await loadSkills(memory([skill]), { maxAnswerTokens: 1_000 });
    const file = { skill_name: "tides", resource_name: "long.md", limit: 100_000 };
    const { answers } = await run(
      toolset,
      { calls: [{ tool: "load_skill", input: { name: "tides" } }] },
      { calls: [{ tool: "read_skill_resource", input: file }] },
      { calls: [{ tool: "run_skill_script", input: { skill_name: "tides", script_name: "table" } }] },
      (seen) => {
        const offset = Number(/read on with offset (\d+)/.exec(seen[1]!.text)?.[1]);
        return { calls: [{ tool: "read_skill_resource", input: { ...file, offset } }] };
      },
      { text: "Done." },
    );
    for (const { text } of answers) {
      expect(estimateTokens(text)).toBeLessThanOrEqual(1_000);
      expect(estimateTokens(text)).toBeGreaterThan(600);
    }
    const [loaded, first, printed, second] = answers;
    expectSuccess(loaded, "read on with offset");
    expectSuccess(printed, "to read on, call read_skill_resource");
    const partOf = (text: string) => text.slice(0, text.lastIndexOf("\n\n["));
    expect(long.startsWith(partOf(first!.text) + partOf(second!.text))).toBe(true);
  });

  test("a model is told the source of a skill that is not trusted, and of no other", async () => {
    const [own, strange] = [
      { name: "ebb", description: "Knows the ebb", content: "# Ebb" },
      { name: "flood", description: "Knows the flood", content: "# Flood" },
    ];
    const toolset = await loadSkills([memory([own]), { ...memory([strange], { id: "web" }), trusted: false }]);
    const calls = ["ebb", "flood"].map((name) => ({ tool: "load_skill", input: { name } }));
    const { answers } = await run(toolset, { calls }, { text: "Done." });
    expectSuccess(
      answers.find(({ text }) => text.includes("# Flood")),
      "Source: web, which is not trusted.",
    );
    expect(answers.find(({ text }) => text.includes("# Ebb"))?.text).not.toContain("Source:");
  });

  test("a set that changes between two runs is offered and executed as it is now", async () => {
    const toolset = await load();
    const script = [{ calls: [{ tool: "load_skill", input: { name: "tides" } }] }, { text: "Done." }];
    const before = await run(toolset, ...script);
    expectFailure(before.answers[0], "not found");
    expect(describedBy(before)).not.toContain("tides");
    await folder().write("tides/SKILL.md", TIDES_SKILL);
    await toolset.reload();
    const after = await run(toolset, ...script);
    expectSuccess(after.answers[0], "High water comes twice.");
    expect(describedBy(after)).toContain("tides");
  });

  test("without skills no tool is offered but the user's own", async () => {
    const toolset = await loadSkills(memory([]));
    expect(await run(toolset, { text: "Hello." })).toEqual({ offered: [[]], answers: [], text: "Hello." });
    const script = [{ calls: [{ tool: "forecast", input: { place: "Genoa" } }] }, { text: "Done." }];
    const transcript = await harness.run({ toolset, userTools: [forecast], script });
    expect(namesOf(transcript)).toEqual(["forecast"]);
    expectSuccess(transcript.answers[0], "Sun over Genoa");
  });

  test("an image reaches the model where the protocol can carry it, and its type everywhere", async () => {
    const input = { skill_name: "ledger", resource_name: "assets/stamp.png" };
    const answer = await answerTo({ tool: "read_skill_resource", input });
    expectSuccess(answer, "image/png");
    expect(answer.media).toEqual(harness.carries.images ? [{ mediaType: "image/png", data: PIXEL }] : []);
  });
}
