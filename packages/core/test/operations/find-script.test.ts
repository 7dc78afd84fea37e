import { join } from "node:path";
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
    "bash --norc resources/ship.sh",
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
    ["/usr/bin/python3 resources/ship.sh a", '{"script_name":"resources/ship.sh","args":["a"]}'],
    [".venv/bin/python resources/ship.sh a", '{"script_name":"resources/ship.sh","args":["a"]}'],
    ["poetry run python resources/ship.sh a", '{"script_name":"resources/ship.sh","args":["a"]}'],
    ["resources/ship.sh <name>", '{"script_name":"resources/ship.sh","args":["<name>"]}'],
    ["resources/ship.sh a\\; \\; b", '{"script_name":"resources/ship.sh","args":["a;",";","b"]}'],
    ["python3 -m scripts.none --x", "not found"],
    ["bash -x", "not found"],
    ["bash -n nothing.sh", "not found"],
  ])("%s runs nothing, and says what to send", async (name, told) => {
    expect(await run(name)).toContain(told);
    expect(await run(name)).toMatch(/^Error:/);
  });

  test.each([
    ["bash -n resources/ship.sh", "`bash -n`"],
    ["bash -n -e resources/ship.sh", "`bash -n`"],
    ["bash -c resources/ship.sh", "`bash -c`"],
    ["node --check 'resources/ship.sh'", "`node --check`"],
    ["python --version resources/ship.sh", "`python --version`"],
    ["bash -o noexec resources/ship.sh", "`bash -o`"],
    ["bash -e resources/ship.sh", "`bash -e`"],
    ["node --experimental-test-coverage resources/ship.sh", "`node --experimental-test-coverage`"],
    ["uv run --directory x resources/ship.sh", "`uv run --directory`"],
  ])("%s runs nothing: the option may say so", async (name, told) => {
    for (const args of [undefined, ["now"]]) {
      const answer = await run(name, args);
      expect(answer).toContain(`${told} is not done here: a call runs the file itself.`);
      expect(answer).not.toContain("ship\n");
    }
  });

  test.each([
    "uv run --with pytest pytest resources/ship.sh",
    "pytest resources/ship.sh",
    "evil/bash resources/ship.sh",
    "rm ~/.claude/skills/papers/resources/ship.sh",
    "/bin/rm /x/papers/resources/ship.sh",
    "cat ./papers/resources/ship.sh",
    "# never run ~/papers/resources/ship.sh",
    "! bash ~/papers/resources/ship.sh",
    "timeout 5 bash ~/papers/resources/ship.sh",
    "bash 'rm ~/papers/resources/ship.sh'",
    "echo not ../papers/resources/ship.sh",
  ])("%s says something else than that file, and runs nothing", async (name) => {
    const answer = await run(name);
    expect(answer).toMatch(/^Error: Script .* not found/);
    expect(answer).not.toContain("as in {");
  });

  test.each([
    "bun deploy",
    "npx deploy",
    "npx -y deploy",
    "bunx deploy",
    "poetry run deploy",
    "pnpm exec deploy",
    "uv run deploy",
    "php deploy",
    "deno deploy",
  ])("%s is another program's, and runs nothing", async (name) =>
    expect(await run(name)).toMatch(/^Error: Script .* not found/),
  );

  test("a path with spaces is found where the skill's folder or the file has them", async () => {
    const root = await folderWith({
      "my skills/s/SKILL.md": skillText("s"),
      "my skills/s/scripts/do it.sh": "echo done",
    });
    const skills = await loadSkills(join(root, "my skills"));
    for (const name of [
      join(root, "my skills/s/scripts/do it.sh"),
      "scripts/do it.sh",
      "do it",
      "bash 'scripts/do it.sh'",
    ]) {
      expect(await skills.runSkillScript("s", name)).toBe("done");
    }
  });

  test("the file is named that stands behind such an option, not one ahead of it", async () => {
    expect(await run("uv run --with scripts/find.sh --directory x resources/ship.sh a")).toContain(
      'as in {"script_name":"resources/ship.sh","args":["a"]}',
    );
  });

  test.each([
    ["resources/ship.sh a > out.json", "`> out.json`", ["a"]],
    ["resources/ship.sh a #twice", "`#twice`", ["a"]],
    ["resources/ship.sh a 2>&1 >>log # twice", "`2>&1`, `>>log`, `# twice`", ["a"]],
    ["bash resources/ship.sh < in.csv", "`< in.csv`", []],
    ["cat in.csv | bash resources/ship.sh --csv", "`cat in.csv`", ["--csv"]],
    ["cd resources && bash ship.sh", "`cd resources`", []],
    ["python none.py && bash resources/ship.sh a", "`python none.py`", ["a"]],
    ["cd here; bash resources/ship.sh '; #1 > x' &", "`cd here`", ["; #1 > x"]],
  ])("%s runs nothing: it is for a shell", async (name, told, args) => {
    const answer = await run(name);
    expect(answer).toContain(
      `No shell reads it: leave out ${told}. The answer has what is printed, and stdin is what is read.`,
    );
    expect(answer).toContain(`as in ${JSON.stringify({ script_name: "resources/ship.sh", args })}.`);
    expect(answer).toMatch(/^Error:/);
  });

  test("variables in front are told to be the host's", async () => {
    for (const name of ["A=1 B_2=x resources/ship.sh go", "env A=1 B_2='x y' bash resources/ship.sh go"]) {
      const answer = await run(name);
      expect(answer).toContain("A call sets no variables (`A`, `B_2`): the program does that loads the skills");
      expect(answer).toContain('as in {"script_name":"resources/ship.sh","args":["go"]}');
    }
    expect(await run("A=1 resources/ship.sh")).toContain("A call sets no variables (`A`)");
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

test("what is not found names what lists show, and of the rest only what is nearest", async () => {
  const answer = await run("none.py");
  expect(answer).toContain("Available scripts: ");
  expect(answer).toContain("scripts/deploy.sh");
  expect(answer).not.toMatch(/test_find|tools\/run|ship/);
  expect(await run("resources/shp.sh")).toContain("Available scripts: resources/ship.sh");
});

describe("siblings of a plugin", () => {
  const sibling = (plugin: string, name: string) => ({
    [`plugins/${plugin}/skills/${name}/SKILL.md`]: skillText(name),
    [`plugins/${plugin}/skills/${name}/scripts/${name}.sh`]: `echo ${name}`,
  });
  const other = { "plugins/two/skills/far/SKILL.md": skillText("far"), "plugins/two/skills/far/scripts/twin.sh": "" };

  async function askFor(script: string, files: Record<string, string>) {
    const skills = await loadSkills(await folderWith(files), { logger: false });
    return skills.runSkillScript("start", script).then(String, String);
  }

  test("have what the skill has not, where one of them has it", async () => {
    const files = { ...sibling("one", "start"), ...sibling("one", "hub"), ...other };
    expect(await askFor("scripts/hub.sh", files)).toContain(
      'the skill_name "hub" and the script_name "scripts/hub.sh"',
    );
    expect(await askFor("scripts/twin.sh", files)).not.toContain("another skill");
    const twins = {
      ...files,
      "plugins/one/skills/third/SKILL.md": skillText("third"),
      "plugins/one/skills/third/scripts/hub.sh": "",
    };
    expect(await askFor("scripts/hub.sh", twins)).not.toContain("another skill");
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
  await expect(toolset.runSkillScript("a", "quite/other.py")).rejects.toThrow("Available scripts: resources/ship.sh");
  const none = await loadSkills(await folderWith({ "a/SKILL.md": skillText("a"), "a/LICENSE": "MIT" }));
  expect((await none.getTools()).map(({ name }) => name)).not.toContain("run_skill_script");
});
