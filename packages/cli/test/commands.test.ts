import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped, start } from "./processes.js";

const project = () =>
  folderWith({
    "skills/pdf-forms/SKILL.md": skillText("pdf-forms", "Fills in PDF forms", "# Forms\n\nFill them in.\n"),
    "skills/pdf-forms/scripts/fill.mjs": "console.log('filled');\n",
    "skills/pdf-forms/references/fields.md": "# Fields\n",
    ".agents/skills/charts/SKILL.md": skillText("charts", "Draws charts of numbers"),
  });

test("list: a line a skill with a tab between name and description, and data with --json", async () => {
  const cwd = await project();
  const { code, stdout, stderr } = await piped(["list"], { cwd });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "charts\tDraws charts of numbers\npdf-forms\tFills in PDF forms\n",
    stderr: "",
  });
  const json = await piped(["list", "--json"], { cwd });
  expect(JSON.parse(json.stdout)).toEqual({
    skills: [
      {
        name: "charts",
        description: "Draws charts of numbers",
        path: join(cwd, ".agents/skills/charts/SKILL.md"),
        scripts: [],
        resources: [],
      },
      {
        name: "pdf-forms",
        description: "Fills in PDF forms",
        path: join(cwd, "skills/pdf-forms/SKILL.md"),
        scripts: ["scripts/fill.mjs"],
        resources: ["references/fields.md"],
      },
    ],
    problems: [],
  });
});

test("--dir replaces the usual folders, stands before or behind the command, and a later one wins", async () => {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("a"),
    "one/b/SKILL.md": skillText("b", "Of one"),
    "two/b/SKILL.md": skillText("b", "Of two"),
  });
  const { stdout } = await piped(["--dir", "one", "list", "--dir", "two"], { cwd });
  expect(stdout).toBe("b\tOf two\n");
});

test("search: the best first, --limit, and a word on stderr when nothing fits", async () => {
  const cwd = await project();
  const hits = await piped(["search", "draw", "charts", "--limit", "1"], { cwd });
  expect(hits.stdout).toMatch(/^\d+\.\d{3}\tcharts\tDraws charts of numbers\n$/);
  const json = await piped(["search", "charts", "--json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ query: "charts", hits: [{ name: "charts" }] });
  const none = await piped(["search", "submarine"], { cwd });
  expect(none).toEqual({ code: 0, stdout: "", stderr: expect.stringContaining("No skill fits.") });
});

test("search --explain: the words that each field has, and the passage with its place", async () => {
  const cwd = await project();
  const { stdout, code } = await piped(["search", "fill in forms", "--explain"], { cwd });
  expect(code).toBe(0);
  expect(stdout.replace(/\d+\.\d{3}/, "SCORE")).toBe(
    [
      "pdf-forms  SCORE",
      "  name: forms",
      "  description: fill, forms",
      "  body: fill, forms",
      "  skills/pdf-forms/SKILL.md:5",
      "  # Forms",
      "  Fill them in.",
      "",
    ].join("\n"),
  );
  const json = await piped(["search", "fill in forms", "--explain", "--json"], { cwd });
  expect(JSON.parse(json.stdout).hits[0]).toMatchObject({
    matches: [{ field: "name", words: ["forms"] }, { field: "description" }, { field: "body" }],
    passage: { text: "# Forms\nFill them in.", startLine: 5, endLine: 7 },
  });
});

test("show: what is known of a skill and its instructions", async () => {
  const cwd = await project();
  const { code, stdout } = await piped(["show", "pdf-forms"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toBe(
    "pdf-forms\nFills in PDF forms\n\npath: skills/pdf-forms/SKILL.md\nscripts: scripts/fill.mjs\nresources: references/fields.md\n\n# Forms\n\nFill them in.\n",
  );
  const json = await piped(["show", "pdf-forms", "--json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ name: "pdf-forms", content: "# Forms\n\nFill them in.\n" });
});

test("a name that does not exist: exit code 3, the nearest name, and an object with --json", async () => {
  const cwd = await project();
  const { code, stdout, stderr } = await piped(["show", "pdf-form"], { cwd });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("error: Skill 'pdf-form' not found.");
  expect(stderr).toContain("The nearest name is pdf-forms.");
  const json = await piped(["show", "pdf-form", "--json"], { cwd });
  expect(json.stdout).toBe("");
  expect(JSON.parse(json.stderr).error).toMatchObject({
    code: "skill_not_found",
    available: ["pdf-forms", "charts"],
  });
});

test.each([
  [["lst"], "unknown command 'lst'. The commands are list,"],
  [["list", "--nope"], "unknown option '--nope'"],
  [["list", "extra"], "too many arguments"],
  [["show"], "missing required argument 'skill'"],
  [["search", "x", "--limit", "0"], "It must be a whole number from 1 to 50."],
  [["prompt", "--max-tokens", "some"], "It must be a whole number"],
  [["run", "a", "b", "--timeout", "-1"], "a number of seconds above 0"],
  [["run", "a", "b", "--city", "Paris"], "Put the script's own arguments after --"],
  [["schema", "--format", "xml"], "Allowed choices are openai-chat,"],
])("usage: %j is refused with exit code 2", async (args, message) => {
  const { code, stdout, stderr } = await piped(args, { cwd: await folderWith() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("--help and --version are data", async () => {
  const cwd = await folderWith();
  const help = await piped(["--help"], { cwd });
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("Exit codes: 0 ok");
  const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  expect(await piped(["--version"], { cwd })).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test("alone in a folder: what is there, and what to do next", async () => {
  const cwd = await project();
  const { code, stdout } = await piped([], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("2 skills with 1 script in ./skills, ./.agents/skills.");
  expect(stdout).toContain("skillplug run pdf-forms scripts/fill.mjs");
  const json = await piped(["--json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ skills: ["charts", "pdf-forms"], scripts: 1, problems: 0 });
});

test("prompt: the system prompt's text; --max-tokens shortens it", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 60; index += 1) {
    files[`skills/skill-${index}/SKILL.md`] = skillText(
      `skill-${index}`,
      `Does ${"this and that, ".repeat(10)}${index}`,
    );
  }
  const cwd = await folderWith(files);
  const whole = JSON.parse((await piped(["prompt", "--json"], { cwd })).stdout);
  expect(whole.text).toContain("skill-59");
  const short = JSON.parse((await piped(["prompt", "--max-tokens", "1500", "--json"], { cwd })).stdout);
  expect(short.tokens).toBeLessThan(1500);
  expect(short.tokens).toBeLessThan(whole.tokens);
  expect((await piped(["prompt"], { cwd })).stdout).toBe(`${whole.text}\n`);
});

test("prompt: --format xml is the list in the form of the standard's reference, and is not cut", async () => {
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a", "Does a & b") });
  const { stdout } = await piped(["prompt", "--format", "xml"], { cwd });
  expect(stdout).toBe(`<available_skills>
<skill>
<name>
a
</name>
<description>
Does a &amp; b
</description>
<location>
${cwd}/skills/a/SKILL.md
</location>
</skill>
</available_skills>
`);
  const cut = await piped(["prompt", "--format", "xml", "--max-tokens", "10"], { cwd });
  expect(cut).toMatchObject({ code: 2, stdout: "" });
  expect(cut.stderr).toContain("Leave out --max-tokens");
});

test("tokens: each level of each skill, and what every request pays", async () => {
  const cwd = await project();
  const { stdout, stderr } = await piped(["tokens"], { cwd });
  expect(stdout).toMatch(/^\d+\t\d+\t0\tcharts\n\d+\t\d+\t\d+\tpdf-forms\n$/);
  expect(stderr).toMatch(/Every request: \d+ for the prompt and \d+ for the tools\./);
  const { everyRequest, skills } = JSON.parse((await piped(["tokens", "--json"], { cwd })).stdout);
  expect(everyRequest.prompt).toBeGreaterThan(0);
  expect(skills[1]).toEqual({
    name: "pdf-forms",
    metadata: expect.any(Number),
    instructions: expect.any(Number),
    resources: { "references/fields.md": expect.any(Number) },
  });
});

test("doctor: nothing wrong is exit code 0, and each thing that is wrong is named", async () => {
  const good = await piped(["doctor", "--json"], { cwd: await project() });
  expect(good).toMatchObject({ code: 0, stderr: "" });
  const { ok, checks } = JSON.parse(good.stdout);
  expect(ok).toBe(true);
  const names = checks.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["node", "skills", "interpreters", "loading", "duplicates", "symlinks", "format", "budget"]);
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("twin"),
    "skills/b/SKILL.md": skillText("twin"),
    "skills/c/SKILL.md": "no front matter",
    "skills/d/SKILL.md": skillText("d"),
    "skills/d/scripts/run.ps1": "Get-Date",
  });
  // A PATH without any program but node's own folder could have pwsh; an empty folder has none.
  const bad = await piped(["doctor"], { cwd, env: { PATH: join(cwd, "skills") } });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/warning {2}interpreters {2}none besides node\n {9}d\/scripts\/run\.ps1 needs pwsh/);
  expect(bad.stdout).toMatch(/error {4}loading {7}1 finding\n {9}Failed to load skill/);
  expect(bad.stdout).toMatch(/warning {2}duplicates {4}1 finding\n {9}Two skills are named "twin"/);
  expect(bad.stdout).toMatch(/warning {2}format/);
});

test("doctor: a list that had to be cut is a warning, with what to do", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 200; index += 1)
    files[`skills/s-${index}/SKILL.md`] = skillText(`s-${index}`, "Does this. ".repeat(20));
  const { code, stdout } = await piped(["doctor"], { cwd: await folderWith(files) });
  expect(code).toBe(1);
  expect(stdout).toMatch(/warning {2}budget .*\n {9}Descriptions or names are cut to fit\. .*set maxTokens/);
});

test("the reader of a pipe may leave early", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 300; index += 1) {
    files[`skills/s-${index}/SKILL.md`] = skillText(`s-${index}`, "x".repeat(1000));
  }
  const cwd = await folderWith(files);
  const child = start(["list"], { cwd });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
