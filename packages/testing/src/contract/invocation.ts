// The part of the contract about skills that only people may call for, and about how the others are told of.
import { loadSkills, memory } from "@skillplug/core";
import { expect, test } from "vitest";
import type { ScriptedCall } from "../models/scripted-model.js";
import type { Contract } from "./contract.js";

const SECRET = "Wipe the harbour clean.";
const skillWith = (name: string, fields: string) =>
  `---\nname: ${name}\ndescription: Sweeps the harbour after invoices.\n${fields}---\n# ${name}\n${SECRET}\n`;
const SCRIPT = 'console.log("swept");\n';

/** Who may call for a skill, and when a skill is meant. */
export function testInvocation({ folder, load, run, answerTo, expectSuccess, expectFailure }: Contract): void {
  const withheld = async () => {
    await folder().write("sweeper/SKILL.md", skillWith("sweeper", "disable-model-invocation: yes\n"));
    await folder().write("scrubber/SKILL.md", skillWith("scrubber", ""));
    await folder().write("scrubber/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
    for (const name of ["sweeper", "scrubber"]) {
      await folder().write(`${name}/scripts/sweep.mjs`, SCRIPT);
      await folder().write(`${name}/notes.md`, SECRET);
    }
  };

  test("a skill that only people may call for is in nothing that the model is offered, lists or finds", async () => {
    await withheld();
    const toolset = await load();
    const { offered, answers } = await run(
      toolset,
      { calls: [{ tool: "list_skills", input: {} }] },
      { calls: [{ tool: "search_skills", input: { query: "sweep the harbour after invoices" } }] },
      { text: "Done." },
    );
    expectSuccess(answers[0], "ledger");
    expectSuccess(answers[1], "ledger");
    const seen = JSON.stringify([offered, answers, await toolset.getInstructions()]);
    expect(seen).not.toMatch(/sweeper|scrubber|harbour/);
  });

  test.each(["sweeper", "scrubber", "Sweeper"])(
    "%s, called for by its name, is left to people and gives nothing away",
    async (name) => {
      await withheld();
      const calls: ScriptedCall[] = [
        { tool: "load_skill", input: { name } },
        { tool: "read_skill_resource", input: { skill_name: name, resource_name: "notes.md" } },
        { tool: "run_skill_script", input: { skill_name: name, script_name: "sweep" } },
      ];
      for (const call of calls) {
        const answer = await answerTo(call);
        expectFailure(answer, "only a person may call for it", "ask the user");
        expect(answer.text).not.toMatch(/harbour|swept|sweep\.mjs/i);
      }
      const wrong = await answerTo({ tool: "load_skill", input: { name: name.slice(0, -1) } });
      expectFailure(wrong, "not found", "ledger");
      expect(wrong.text).not.toContain(name);
    },
  );

  test("the program has all the same what only people may call for", async () => {
    await withheld();
    const toolset = await load();
    expect(await toolset.loadSkill("sweeper")).toContain(SECRET);
    expect(await toolset.runSkillScript("scrubber", "sweep")).toBe("swept");
    expect(Object.keys(await toolset.listSkills())).toEqual(expect.arrayContaining(["sweeper", "scrubber"]));
    expect((await toolset.searchSkills("sweep the harbour")).map((hit) => hit.name).toSorted()).toEqual([
      "scrubber",
      "sweeper",
    ]);
  });

  test("a skill that is not for people is the model's, and marked for the program", async () => {
    await folder().write("sweeper/SKILL.md", skillWith("sweeper", "user-invocable: false\n"));
    expectSuccess(await answerTo({ tool: "load_skill", input: { name: "sweeper" } }), SECRET);
    const summaries = await (await load()).listSummaries();
    const forPeople = summaries.filter(({ invocation }) => invocation?.user !== false).map(({ name }) => name);
    expect(forPeople).toEqual(["ledger", "weather"]);
  });

  test("without any skill for the model no tool is offered", async () => {
    const metadata = { "disable-model-invocation": true };
    const toolset = await loadSkills(memory([{ name: "own", description: "Ours.", content: SECRET, metadata }]));
    expect((await run(toolset, { text: "Hello." })).offered).toEqual([[]]);
    expect(await toolset.loadSkill("own")).toContain(SECRET);
  });

  test("when_to_use is shown with the description, and it and tags, triggers and keywords are searched", async () => {
    const fields = [
      "when_to_use: Whenever gulls are mentioned.",
      "tags: [quays]",
      "triggers: mop the mole",
      "metadata:",
      "  keywords: bollards",
      "",
    ];
    await folder().write("sweeper/SKILL.md", skillWith("sweeper", fields.join("\n")));
    const toolset = await load();
    expect(await toolset.getInstructions()).toContain("after invoices. Whenever gulls are mentioned.");
    for (const query of ["gulls", "quay", "mop", "bollard"]) {
      const answer = await answerTo({ tool: "search_skills", input: { query } });
      expectSuccess(answer, "sweeper", "Whenever gulls are mentioned.");
    }
    expectSuccess(await answerTo({ tool: "list_skills", input: {} }), "Whenever gulls are mentioned.");
  });

  test("a skill that is there and broken is answered with why it was not loaded", async () => {
    await folder().write("broken/SKILL.md", "---\nname: broken\n---\n# No description\n");
    const answer = await answerTo({ tool: "load_skill", input: { name: "broken" } }, { logger: false });
    expectFailure(answer, "'broken' cannot be used", '"description" is missing');
  });
}
