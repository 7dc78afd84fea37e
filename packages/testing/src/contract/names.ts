// The part of the contract about names as instructions write them: of files, of other skills, and of skills in plugins.
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Contract } from "./contract.js";

const PAPERS = `---
name: papers
description: Finds papers.
---
Read {baseDir}/references/guide.md, then run \`$SKILL_DIR/scripts/find.mjs\`.
`;

/** Names that are not the plain path from the skill's folder. */
export function testNames({ folder, answerTo, expectSuccess, expectFailure }: Contract): void {
  const writePapers = async () => {
    await folder().write("papers/SKILL.md", PAPERS);
    await folder().write("papers/references/guide.md", "# Guide\n\n## Second step\n\nGo on.\n");
    await folder().write("papers/scripts/find.mjs", 'console.log("found");');
  };
  const read = (resource_name: string, options?: Parameters<typeof answerTo>[1]) =>
    answerTo({ tool: "read_skill_resource", input: { skill_name: "papers", resource_name } }, options);

  test("placeholders in instructions are replaced by paths that the tools take", async () => {
    await writePapers();
    const { text } = await answerTo({ tool: "load_skill", input: { name: "papers" } });
    expect(text).not.toMatch(/\{baseDir\}|\$SKILL_DIR\/scripts\/find/);
    const [, file = ""] = /Read (\S+),/.exec(text) ?? [];
    const [, script = ""] = /run `(\S+)`/.exec(text) ?? [];
    expectSuccess(await read(file), "# Guide");
    const input = { skill_name: "papers", script_name: script };
    expectSuccess(await answerTo({ tool: "run_skill_script", input }), "found");
  });

  test("a placeholder that can mean another skill is replaced ahead of the skill's own files alone", async () => {
    await writePapers();
    await folder().write(
      "papers/SKILL.md",
      `${PAPERS}Or read <skill-path>/references/guide.md, and check <skill-path>/SKILL.md.\n`,
    );
    const { text } = await answerTo({ tool: "load_skill", input: { name: "papers" } });
    const [, file = ""] = /Or read (\S+), and check <skill-path>\/SKILL\.md/.exec(text) ?? [];
    expect(file).toBe(join(folder().skills, "papers/references/guide.md"));
  });

  test("a file is read by any name that can mean it alone, and a guess is told", async () => {
    await writePapers();
    for (const name of ["{baseDir}/references/guide.md", "papers/references/guide.md", "references/guide.md?raw=1"]) {
      expectSuccess(await read(name), "# Guide");
    }
    expectSuccess(await read("references/guide.md#second-step"), /^## Second step/);
    expectSuccess(await read("References/GUIDE.md"), "# Guide", "[this is references/guide.md]");
    expectSuccess(await read("references/"), "- references/guide.md");
  });

  test("a path to another skill says what to call, and one that leads out says so", async () => {
    await writePapers();
    expectFailure(await read("../ledger/SKILL.md"), 'call load_skill with the name "ledger"');
    expectFailure(await read("../../terms.md"), "It leads out of the skill's folder");
  });

  test("a file beside the skill is read where the host allows its folder", async () => {
    await writePapers();
    await folder().write("shared/terms.md", "Be kind.");
    expectFailure(await read("../shared/terms.md"), "sharedFolders");
    expectSuccess(await read("../shared/terms.md", { sharedFolders: [join(folder().skills, "shared")] }), "Be kind.");
  });

  test("skills of one name in several plugins have the plugin's in front", async () => {
    for (const plugin of ["one", "two"]) {
      const text = `---\nname: setup\ndescription: Sets ${plugin} up.\n---\nIt is ${plugin}.\n`;
      await folder().write(`plugins/${plugin}/skills/setup/SKILL.md`, text);
    }
    const load = (name: string) => answerTo({ tool: "load_skill", input: { name } });
    expectSuccess(await answerTo({ tool: "list_skills", input: {} }), "one:setup", "two:setup");
    expectSuccess(await load("two:setup"), "It is two.");
    expectFailure(await load("setup"), "one:setup", "two:setup");
  });
}
