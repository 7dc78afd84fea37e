import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { FORBIDDEN } from "@skillplug/testing/forbidden-text";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { HAS_TERMINAL, inTerminal } from "./in-terminal.js";
import { piped } from "./skillplug.js";

const COMMANDS = [[], ["list"], ["search", "x"], ["schema"], ["prompt"], ["tokens"]] as const;
const ADVICE = "`skillplug new my-skill` makes one";

test.each([
  ["without any folder", {}],
  ["with an empty one", { "skills/readme.txt": "" }],
])("bad input 23: %s, every command says what to do", async (_, files) => {
  const cwd = await folderWith(files);
  const ended = await Promise.all(COMMANDS.map(async (args) => ({ args, ...(await piped(args, { cwd })) })));
  for (const { args, code, stderr } of ended) {
    expect({ args, code }).toEqual({ args, code: 0 });
    expect(stderr).toMatch(/^No skills in [^\n]*; --dir PATH looks elsewhere\.\n$/);
    expect(stderr).toContain(ADVICE);
  }
  const [shown, examined] = await Promise.all([piped(["show", "x"], { cwd }), piped(["doctor"], { cwd })]);
  expect(shown.code).toBe(3);
  expect(shown.stderr).toContain(ADVICE);
  expect(examined.code).toBe(1);
  expect(examined.stdout).toMatch(/warning {2}skills +none in /);
  expect(examined.stdout).toContain(ADVICE);
});

test("bad input 23: a named folder that is missing, a file, or unreadable is exit code 3", async () => {
  const cwd = await folderWith({ "a-file": "" });
  // Not even the superuser can read it.
  await symlink("circle", join(cwd, "circle"));
  const cases = [
    ["nowhere", "does not exist. Create it"],
    ["a-file", "is a file. Name the folder"],
    ["circle", "could not be read"],
  ] as const;
  const ended = await Promise.all(cases.map(([folder]) => piped(["list", "--dir", folder], { cwd })));
  for (const [index, [, message]] of cases.entries()) {
    expect(ended[index]).toEqual({ code: 3, stdout: "", stderr: expect.stringContaining(message) });
  }
});

test("bad input 4: a broken SKILL.md does not hide the others", async () => {
  const cwd = await folderWith({
    "skills/good/SKILL.md": skillText("good"),
    "skills/bad/SKILL.md": "---\nname: [\n---\n",
  });
  const { code, stdout, stderr } = await piped(["list"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "good\tDoes good\n" });
  expect(stderr).toBe("1 skill could not be loaded; `skillplug validate` says why.\n");
});

test("bad input 6: a description of 10 MB is refused, and the output stays short", async () => {
  const cwd = await folderWith({ "skills/big/SKILL.md": skillText("big", "x".repeat(10 * 1024 * 1024)) });
  const { code, stdout, stderr } = await piped(["validate"], { cwd });
  expect(code).toBe(1);
  expect(stdout.length + stderr.length).toBeLessThan(2000);
});

// With a tag character, a right-to-left override and a CSI of one character.
const EVIL = "\u001B]0;owned\u0007\u001B[2J\u202Eev\u{E0041}il\u009B31m";

/** What a runner of CI jobs reads as commands, wherever a name, a folder, a body or an argument can stand. */
const COMMAND =
  "::error::owned\n::error::owned\r::stop-commands::x\n  ::debug::x ##[error]x ##vso[task.complete] ##teamcity[x]";

async function commandingProject(): Promise<{ cwd: string; commands: readonly (readonly string[])[] }> {
  const text = JSON.stringify(COMMAND);
  const name = COMMAND.replace(/[\n\r]/g, " ");
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText(text, text, `${COMMAND}\n${"x".repeat(20_000)}\n`),
    "skills/a/scripts/b.mjs": `process.stdout.write(":"); setImmediate(() => console.log(":error::x\\n" + ${text})); console.error(${text}); process.exitCode = 1`,
    "skills/a/::error::x.md": COMMAND,
    "skills/::error::owned/SKILL.md": `---${"::error::".repeat(10_000)}\nname: x\n---\n`,
    "skills/\n::error::owned/SKILL.md": skillText("::error::owned"),
    "::error::folder/a/SKILL.md": skillText("a", "x".repeat(900_000)),
  });
  const commands = [
    [],
    ["list"],
    ["show", name],
    ["show", "::error::owned"],
    ["show", COMMAND],
    ["show", "\n::error::nobody"],
    ["run", name, "b"],
    ["run", name, COMMAND],
    ["run", name, "b", "--unknown\n::error::x"],
    ["validate"],
    ["validate", "--format", "github"],
    ["validate", "--format", "sarif"],
    ["validate", "--profile", "agentskills"],
    ["validate", "\n::error::nowhere"],
    ["doctor"],
    ["doctor", "--dir", "::error::folder"],
    ["list", "--dir", "\n::error::nowhere"],
    ["tokens"],
    ["prompt"],
    ["prompt", "--format", "xml"],
    ["schema"],
    ["search", "owned", "--explain"],
    ["search", "owned"],
    ["list", "--json"],
    ["new", "\n::error::x"],
    ["\n::error::unknown"],
    ["list", "--\n::error::unknown"],
  ];
  return { cwd, commands };
}

async function evilProject(): Promise<{ cwd: string; commands: readonly (readonly string[])[] }> {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText(JSON.stringify(`a${EVIL}`), JSON.stringify(`Does a ${EVIL}`), `# Body ${EVIL}\n`),
    "skills/a/scripts/b.mjs": "console.log('\\u001B[2J printed');",
    [`skills/a/references/${EVIL.replaceAll("/", "")}.md`]: EVIL,
    [`skills/a/scripts/${EVIL}.mjs`]: "",
    [`skills/below ${EVIL}/SKILL.md`]: skillText("below"),
    [`skills/${EVIL}/SKILL.md`]: `---\nname: ${EVIL}: [\n---\n`,
  });
  const { stdout } = await piped(["list", "--json"], { cwd });
  const { name } = JSON.parse(stdout).skills.find((skill: { name: string }) => skill.name !== "below");
  const commands = [
    [],
    ["list"],
    ["list", "--json"],
    ["show", name],
    ["show", name, "--json"],
    ["show", EVIL],
    ["run", name, "b"],
    ["run", name, EVIL],
    ["validate"],
    ["validate", "--format", "github"],
    ["validate", "--format", "sarif"],
    ["doctor"],
    ["doctor", "--dir", `skills/${EVIL}`],
    ["tokens"],
    ["prompt"],
    ["prompt", "--format", "xml"],
    ["schema"],
    ["search", "evil"],
    ["search", "evil", "--explain"],
    ["list", "--dir", EVIL],
    [EVIL],
  ];
  return { cwd, commands };
}

test.each([
  ["escape sequences and hidden characters", evilProject],
  ["commands of a CI job, and lines without end,", commandingProject],
])("bad input 13: %s reach no pipe", async (_, project) => {
  const { cwd, commands } = await project();
  const check = async (args: readonly string[]) => {
    const { stdout, stderr } = await piped(args, { cwd });
    expect({ args, found: FORBIDDEN.exec(stdout + stderr)?.[0] }).toEqual({ args, found: undefined });
    const ownCommands = args.includes("github") ? /^::(?:error|warning|notice) / : undefined;
    const commands = (stdout + stderr).split(/\r\n?|\n/).filter((line) => /^\s*::|##(?:vso|teamcity)?\[/i.test(line));
    expect({ args, commands: commands.filter((line) => !ownCommands?.test(line)) }).toEqual({ args, commands: [] });
    const longest = Math.max(...(stdout + stderr).split("\n").map(({ length }) => length));
    expect({ args, isBounded: longest <= 10_100 || args.includes("--json") }).toEqual({ args, isBounded: true });
  };
  await Promise.all(commands.map(check));
});

test.skipIf(!HAS_TERMINAL)("bad input 13: nor a terminal that gets them laid out (needs python3)", async () => {
  const { cwd, commands } = await evilProject();
  const laidOut = commands.filter(
    ([name, , ...more]) => /list|search|show|tokens/.test(name ?? "") && more.length === 0,
  );
  const check = async (args: readonly string[]) => {
    const { output } = await inTerminal(args, { cwd, env: { NO_COLOR: "1" } });
    expect({ args, found: FORBIDDEN.exec(output.replaceAll("\r", ""))?.[0] }).toEqual({ args, found: undefined });
  };
  await Promise.all(laidOut.map(check));
});
