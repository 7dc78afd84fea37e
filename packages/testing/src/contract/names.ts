// The part of the contract about names as instructions write them: of files, of other skills, and of skills in plugins.
import { join } from "node:path";
import { directory, loadSkills } from "@skillplug/core";
import { expect, test } from "vitest";
import type { Contract } from "./contract.js";

const PAPERS = `---
name: papers
description: Finds papers.
---
Read {baseDir}/references/guide.md, then run \`$SKILL_DIR/scripts/find.mjs\`.
`;

const lint = (name: string, body: string) => `---\nname: ${name}\ndescription: Lints.\n---\n${body}\n`;

/** Names that are not the plain path from the skill's folder. */
export function testNames({ folder, run, answerTo, expectSuccess, expectFailure }: Contract): void {
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
    expectFailure(await read("../ledger/"), 'call load_skill with the name "ledger"');
    expectFailure(await read("../../terms.md"), "It leads out of the skill's folder");
  });

  test("a file that only a sibling of the same plugin has says what to call", async () => {
    for (const name of ["hub", "init"]) {
      const text = `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;
      await folder().write(`plugins/one/skills/${name}/SKILL.md`, text);
    }
    await folder().write("plugins/one/skills/hub/scripts/begin.py", "print('begun')");
    await folder().write("plugins/one/skills/hub/references/steps.md", "Steps");
    expectFailure(
      await answerTo({
        tool: "run_skill_script",
        input: { skill_name: "init", script_name: "python {skill_path}/scripts/begin.py --x" },
      }),
      'call run_skill_script with the skill_name "hub" and the script_name "scripts/begin.py"',
    );
    expectFailure(
      await answerTo({
        tool: "read_skill_resource",
        input: { skill_name: "init", resource_name: "references/steps.md" },
      }),
      'call read_skill_resource with the skill_name "hub" and the resource_name "references/steps.md"',
    );
  });

  test("a command line as a name runs nothing that it does not say", async () => {
    await writePapers();
    const run = (script_name: string) =>
      answerTo({ tool: "run_skill_script", input: { skill_name: "papers", script_name } });
    expectSuccess(await run("node scripts/find.mjs"), "found");
    expectFailure(await run("node --check scripts/find.mjs"), "`node --check` is not done here");
    expectFailure(await run("node scripts/find.mjs --all > out.txt"), "leave out `> out.txt`", '"args":["--all"]');
    expectFailure(await run("TOKEN=1 node scripts/find.mjs"), "A call sets no variables (`TOKEN`)");
  });

  test("a file beside the skill is read where the host allows its folder", async () => {
    await writePapers();
    await folder().write("shared/terms.md", "Be kind.");
    expectFailure(await read("../shared/terms.md"), "sharedFolders");
    expectSuccess(await read("../shared/terms.md", { sharedFolders: [join(folder().skills, "shared")] }), "Be kind.");
    expectSuccess(
      await read("../shared/", { sharedFolders: [join(folder().skills, "shared")] }),
      "- ../shared/terms.md",
    );
  });

  test("a shared file is read also where no skill has a file of its own", async () => {
    await folder().write("alone/papers/SKILL.md", lint("papers", "Read ../../shared/terms.md."));
    await folder().write("shared/terms.md", "Be kind.");
    const sharedFolders = [join(folder().skills, "shared")];
    const toolset = await loadSkills(join(folder().skills, "alone"), { sharedFolders, logger: false });
    const input = { skill_name: "papers", resource_name: "../../shared/terms.md" };
    const { answers } = await run(toolset, { calls: [{ tool: "read_skill_resource", input }] }, { text: "Done." });
    expectSuccess(answers[0], "Be kind.");
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

  /** The answer where `one` and `two` are sources of their own, the second of which is not trusted. */
  const loadBeside = async (trusted: boolean, name: string) => {
    const [one, two] = ["one", "two"].map((folderName) => join(folder().skills, folderName));
    const sources = [directory(one!, { trusted }), directory(two!, { trusted: false })];
    const toolset = await loadSkills(sources, { logger: false });
    const { answers } = await run(toolset, { calls: [{ tool: "load_skill", input: { name } }] }, { text: "Done." });
    return answers[0];
  };

  test("of two sources that are not trusted the later one takes no name of the earlier one's plugins", async () => {
    await folder().write("one/plugins/w/skills/lint/SKILL.md", lint("lint", "It is of w."));
    await folder().write("two/x/SKILL.md", lint('"w:lint"', "It is a stranger's."));
    expectSuccess(await loadBeside(false, "w:lint"), "It is of w.");
  });

  test("a broken skill of a trusted plugin is told of, and no stranger's stands in for it", async () => {
    await folder().write("one/plugins/w/skills/lint/SKILL.md", "It has no front matter.");
    await folder().write("one/plugins/w/skills/fix/SKILL.md", lint("fix", "It is of w."));
    await folder().write("two/x/SKILL.md", lint('"w:lint"', "It is a stranger's."));
    expectFailure(await loadBeside(true, "w:lint"), "Failed to load skill", "plugins/w/skills/lint");
  });

  test.each([
    ["is broken", "It has no front matter.", "Failed to load skill"],
    [
      "only people call for",
      lint("fix", "It is ours.").replace("\n---", "\ndisable-model-invocation: true\n---"),
      "only a person may call",
    ],
  ])("no stranger's skill in another case stands in for one that %s", async (_, text, told) => {
    await folder().write("one/fix/SKILL.md", text);
    await folder().write("two/x/SKILL.md", lint("Fix", "It is a stranger's."));
    expectFailure(await loadBeside(true, "fix"), told);
    expectSuccess(await loadBeside(true, "Fix"), "It is a stranger's.");
  });

  test.each([
    ["a skill of its own plugin of that name", "two/plugins/w/skills/legacy/SKILL.md", "legacy", "w:legacy"],
    ["a skill that is named so in another case", "two/x/SKILL.md", '"W:legacy"', "w:legacy"],
  ])("no stranger answers to a trusted plugin's name with %s", async (_, file, name, asked) => {
    await folder().write("one/plugins/w/skills/fix/SKILL.md", lint("fix", "It is of w."));
    await folder().write(file, lint(name, "It is a stranger's."));
    expectFailure(await loadBeside(true, asked), `'${asked}' not found`);
  });
}
