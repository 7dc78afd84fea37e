import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { loadSkills } from "../../src/load-skills.js";

const files = {
  "papers/SKILL.md": skillText("papers"),
  "papers/scripts/find.sh": "echo find",
  "papers/scripts/deploy.sh": "echo own deploy",
  "papers/scripts/test_find.py": "print('tested')",
  "papers/scripts/lib/part.sh": "echo part",
  "papers/scripts/pkg/__main__.py": "print('main of pkg', __name__)",
  "papers/scripts/rel.py": "from .lib_words import WORD\nprint(WORD, __package__)",
  "papers/scripts/lib_words.py": "WORD = 'relative'",
  "papers/resources/ship.sh": "echo ship $1",
  "papers/tools/run.mjs": "console.log('tools')",
  "papers/examples/run.mjs": "console.log('examples')",
  "papers/bin/tool*": "#!/bin/sh\necho tool",
  "papers/assets/template.js": "console.log('a template was run')",
  "papers/references/guide.md": "# Guide",
  "books/SKILL.md": skillText("books"),
  "books/scripts/lend.sh": "echo lend",
};

async function run(script_name: string, args: string[] = []): Promise<string> {
  const toolset = await loadSkills(await folderWith(files));
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  return (await tool?.execute({ skill_name: "papers", script_name, args }))?.text ?? "";
}

describe("any code file of the skill runs by its path", () => {
  test.each([
    ["resources/ship.sh", "ship now"],
    ["./resources/ship.sh", "ship now"],
    ["{baseDir}/resources/ship.sh", "ship now"],
    ["tools/run.mjs", "tools"],
    ["examples/run.mjs", "examples"],
    ["bin/tool", "tool"],
    ["$SKILL_DIR/bin/tool", "tool"],
    ["scripts/lib/part.sh", "part"],
    ["ship.sh", "ship now"],
  ])("%s", async (name, printed) => {
    expect(await run(name, ["now"])).toBe(printed);
  });

  test("a path that is written for another host is named as it was read", async () => {
    expect(await run("~/.claude/skills/papers/resources/ship.sh", ["now"])).toBe("ship now");
    expect(await run("papers-2/resources/SHIP.sh", ["now"])).toMatch(/not found/);
    expect(await run("Resources/SHIP.sh", ["now"])).toBe("ship now\n\n[this is resources/ship.sh]");
    expect(await run("FIND.sh")).toBe("find\n\n[this is scripts/find.sh]");
  });

  test.each(["template", "ship", "assets/template"])("%s is no name of one, without its extension", async (name) => {
    expect(await run(name)).toMatch(/^Error: Script '.*' not found.*scripts\/find\.sh/s);
  });

  test("two that fit are an error that names both", async () => {
    expect(await run("run.mjs")).toMatch(/tools\/run\.mjs, examples\/run\.mjs|examples\/run\.mjs, tools\/run\.mjs/);
  });

  test("a path to another skill's script says which call runs it, and none runs it here", async () => {
    for (const name of ["../books/scripts/lend.sh", "~/.claude/skills/books/scripts/lend.sh"]) {
      expect(await run(name)).toContain(
        'It seems to belong to another skill: call run_skill_script with the skill_name "books" and the script_name "scripts/lend.sh".',
      );
    }
    expect(await run("../../shared/x.sh")).toContain(
      "It leads out of the skill's folder, and only files inside of it are run. ",
    );
  });

  test.each([
    "bash resources/ship.sh",
    "sh ./resources/ship.sh",
    "uv run resources/ship.sh",
    "npx -y tsx resources/ship.sh",
    "bun run {baseDir}/resources/ship.sh",
    "bash -eu resources/ship.sh",
    "uv run --no-project resources/ship.sh",
    "uv run --script {baseDir}/resources/ship.sh",
    "uv run --with requests python resources/ship.sh",
  ])("%s is that file, without arguments", async (name) => {
    expect(await run(name, ["now"])).toBe("ship now");
  });

  test.each([
    ["bash resources/ship.sh now", '{"script_name":"resources/ship.sh","args":["now"]}'],
    ["resources/ship.sh 'right now'", '{"script_name":"resources/ship.sh","args":["right now"]}'],
    ["python3 -u resources/ship.sh now", '{"script_name":"resources/ship.sh","args":["now"]}'],
    ["python3 -m scripts.pkg --x", "not found"],
    ["python3 -m scripts.pkg resources/ship.sh", "not found"],
    ["bash -c resources/ship.sh", "not found"],
    ["bash -x", "not found"],
  ])("%s runs nothing, and says what to send", async (name, told) => {
    expect(await run(name)).toContain(told);
    expect(await run(name)).toMatch(/^Error:/);
  });

  test("a runner of something else is no file", async () => {
    expect(await run("bash other.sh")).toMatch(/not found/);
    expect(await run("bash -c 'echo x'")).toMatch(/not found/);
  });

  test("what is no code is not run", async () => {
    expect(await run("references/guide.md")).toMatch(/not found/);
    expect(await run("SKILL.md")).toMatch(/not found/);
  });
});

test("a path that leads up runs nothing of the skill by a guess, and names what may be meant", async () => {
  for (const name of ["../deploy.sh", "../../papers/scripts/deploy.sh", "../shared/resources/ship.sh"]) {
    const answer = await run(name);
    expect(answer).toMatch(/^Error: Script .* not found/);
    expect(answer).not.toContain("own deploy\n");
  }
  expect(await run("../deploy.sh")).toContain(
    "It leads out of the skill's folder, and only files inside of it are run. Where the skill's own is meant, send \"scripts/deploy.sh\".",
  );
});

describe.skipIf(!hasProgram("python3"))("modules of Python (needs python3)", () => {
  test.each([
    ["python -m scripts.rel", "relative scripts"],
    ["python3 -m scripts.rel", "relative scripts"],
    ["-m scripts.rel", "relative scripts"],
    ["scripts/rel.py", "relative scripts"],
    ["python -m scripts.pkg", "main of pkg __main__"],
    ["python3.11 -m scripts.test_find", "tested"],
    ["scripts/test_find.py", "tested"],
  ])("%s", async (name, printed) => {
    expect(await run(name)).toBe(printed);
  });

  test("a module that is none of the skill's is not run", async () => {
    expect(await run("python -m json.tool")).toMatch(/^Error: Script 'python -m json\.tool' not found/);
  });
});

test("a skill whose only code is no script has the tool that runs it", async () => {
  const only = { "a/SKILL.md": skillText("a"), "a/resources/ship.sh": "echo ship" };
  const toolset = await loadSkills(await folderWith(only));
  expect((await toolset.getTools()).map(({ name }) => name)).toContain("run_skill_script");
  const none = await loadSkills(await folderWith({ "a/SKILL.md": skillText("a"), "a/LICENSE": "MIT" }));
  expect((await none.getTools()).map(({ name }) => name)).not.toContain("run_skill_script");
});
