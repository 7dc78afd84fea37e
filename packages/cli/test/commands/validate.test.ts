import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped } from "../skillplug.js";

const broken = () =>
  folderWith({
    "skills/good/SKILL.md": skillText("good"),
    "skills/other/SKILL.md": skillText("named-otherwise"),
    "skills/100%, odd: one/SKILL.md": "---\nname: odd\nname: even\n---\n",
  });

test("B24: validate ends with 1 when a skill cannot be loaded, and with 0 when all can", async () => {
  const bad = await piped(["validate"], { cwd: await broken() });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain("skills/100%, odd: one/SKILL.md\n  error");
  expect(bad.stderr).toBe("2 skills, 1 error, 1 warning.\n");
  const good = await piped(["validate"], { cwd: await folderWith({ "skills/good/SKILL.md": skillText("good") }) });
  expect(good).toEqual({ code: 0, stdout: "", stderr: "1 skill, nothing to find fault with.\n" });
});

test("B24: in the lenient profile a warning is shown and does not count; in the strict one it does", async () => {
  const cwd = await folderWith({ "skills/other/SKILL.md": skillText("named-otherwise") });
  const lenient = await piped(["validate"], { cwd });
  expect(lenient.code).toBe(0);
  expect(lenient.stdout).toMatch(/^skills\/other\/SKILL\.md\n {2}warning The name .* name-folder\n$/);
  const strict = await piped(["validate", "--profile", "strict", "--json"], { cwd });
  expect(strict.code).toBe(1);
  expect(JSON.parse(strict.stdout)).toMatchObject({
    profile: "strict",
    ok: false,
    skills: 0,
    findings: [{ code: "name-folder", severity: "error", path: "skills/other/SKILL.md" }],
  });
});

const STANDARD = ["validate", "--profile", "agentskills"];

test("validate: the profile agentskills has the rules of the standard, and no others", async () => {
  const cwd = await folderWith({
    "skills/技能/SKILL.md": skillText("技能"),
    "skills/claude-helper/SKILL.md": skillText("claude-helper"),
    "skills/versioned/SKILL.md": "---\nname: versioned\ndescription: x\nversion: 1.0.0\n---\n",
    "skills/lower/skill.md": skillText("lower"),
  });
  const { code, stdout } = await piped([...STANDARD, "--json"], { cwd });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    profile: "agentskills",
    ok: false,
    skills: 2,
    findings: [
      { code: "misspelled-skill-file", severity: "error", path: "skills/lower/skill.md" },
      { code: "unexpected-field", severity: "error", skill: "versioned", path: "skills/versioned/SKILL.md" },
    ],
  });
  const { stdout: byOurs } = await piped(["validate", "skills/技能", "skills/claude-helper"], { cwd });
  expect(byOurs).toContain("name-pattern");
  expect(byOurs).toContain("name-reserved");
  expect(await piped([...STANDARD, "skills/技能", "skills/claude-helper"], { cwd })).toMatchObject({ code: 0 });
});

test("H21: to validate a path that does not exist is an error", async () => {
  const { code, stderr } = await piped([...STANDARD, "nonexistent"], { cwd: await folderWith() });
  expect(code).toBe(3);
  expect(stderr).toContain("nonexistent does not exist.");
  const second = await piped([...STANDARD, "a", "b"], { cwd: await folderWith({ "a/SKILL.md": skillText("a") }) });
  expect(second).toMatchObject({ code: 3, stdout: "", stderr: expect.stringMatching(/^error: b does not exist\.\n/) });
});

test("H22: to validate a file that is no SKILL.md is an error", async () => {
  const { code, stdout } = await piped([...STANDARD, "file.txt"], { cwd: await folderWith({ "file.txt": "test" }) });
  expect(code).toBe(1);
  expect(stdout).toContain("file.txt is a file.");
});

test("H23: to validate a folder without a SKILL.md is an error", async () => {
  const { code, stderr } = await piped([...STANDARD, "my-skill"], { cwd: await folderWith({ "my-skill/a.md": "" }) });
  expect(code).toBe(3);
  expect(stderr).toContain("No SKILL.md in my-skill.");
});

test("validate: a path to a skill.md says how the file must be named", async () => {
  const { code, stdout } = await piped([...STANDARD, "a/skill.md"], {
    cwd: await folderWith({ "a/skill.md": skillText("a") }),
  });
  expect(code).toBe(1);
  expect(stdout).toContain("must be named exactly SKILL.md");
});

test("validate: a path is a folder with skills, a skill's folder, or a SKILL.md", async () => {
  const cwd = await broken();
  for (const path of ["skills/good", "skills/good/SKILL.md"]) {
    const { code, stderr } = await piped(["validate", path], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "1 skill, nothing to find fault with.\n" });
  }
  expect(await piped(["validate", "skills/good", "skills"], { cwd })).toMatchObject({ code: 1 });
});

test("validate: a folder that is named in several ways is reported once", async () => {
  const cwd = await broken();
  const paths = ["skills/other", "./skills/other/", "skills/other/SKILL.md", `${cwd}/skills/other`];
  const { code, stdout, stderr } = await piped(["validate", ...paths, "--dir", "skills/other"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^skills\/other\/SKILL\.md\n {2}warning .* name-folder\n$/);
  expect(stderr).toBe("1 skill, 0 errors, 1 warning.\n");
});

test("validate: --dir and paths are all looked at, and two folders with one skill are no duplicates", async () => {
  const cwd = await folderWith({ "one/a/SKILL.md": skillText("a"), "two/a/SKILL.md": skillText("a") });
  const { code, stdout, stderr } = await piped(["validate", "one", "--dir", "two"], { cwd });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "2 skills, nothing to find fault with.\n" });
});

test("validate: what is worth knowing counts in no profile, in SARIF as a note, for GitHub as a notice", async () => {
  const cwd = await folderWith({ "elsewhere/a/SKILL.md": skillText("a"), "skills/readme.txt": "" });
  await symlink(join(cwd, "elsewhere/a"), join(cwd, "skills/a"));
  const validated = (format: string) => piped(["validate", "--profile", "strict", "--format", format], { cwd });
  const [text, sarif, github] = await Promise.all([validated("text"), validated("sarif"), validated("github")]);
  expect(text).toMatchObject({ code: 0, stderr: "1 skill, 0 errors, 0 warnings.\n" });
  expect(text.stdout).toMatch(/^skills\/a\n {2}info .* symlinked-folder\n$/);
  expect(JSON.parse(sarif.stdout).runs[0].results).toMatchObject([{ ruleId: "symlinked-folder", level: "note" }]);
  expect(github.stdout).toMatch(/^::notice file=skills\/a,line=1,title=symlinked-folder::/);
});

test("validate: outside the working folder a path is absolute, in SARIF a file URL", async () => {
  const [cwd, outside] = await Promise.all([folderWith(), broken()]);
  const [text, sarif] = await Promise.all([
    piped(["validate", `${outside}/skills/other`], { cwd }),
    piped(["validate", `${outside}/skills/other`, "--format", "sarif"], { cwd }),
  ]);
  expect(text.stdout.split("\n")[0]).toBe(`${outside}/skills/other/SKILL.md`);
  const [{ locations }] = JSON.parse(sarif.stdout).runs[0].results;
  expect(locations[0].physicalLocation.artifactLocation.uri).toBe(`file://${outside}/skills/other/SKILL.md`);
});

test("validate: where there is nothing to validate, the exit code is 3", async () => {
  const cwd = await folderWith({ "empty/readme.txt": "" });
  for (const args of [[], ["empty"], ["nowhere"]]) {
    const { code, stdout, stderr } = await piped(["validate", ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("Name a folder with skills, a skill's folder or a SKILL.md.");
  }
});

test("validate: --format json and --json are the same", async () => {
  const cwd = await broken();
  const [format, flag] = await Promise.all([
    piped(["validate", "--format", "json"], { cwd }),
    piped(["validate", "--json"], { cwd }),
  ]);
  expect(format.stdout).toBe(flag.stdout);
  expect(JSON.parse(format.stdout)).toMatchObject({ ok: false, skills: 2, profile: "lenient" });
});

test("validate: SARIF 2.1.0 with rules, levels and places, the same with --json", async () => {
  const cwd = await broken();
  const [{ code, stdout }, json] = await Promise.all([
    piped(["validate", "--format", "sarif"], { cwd }),
    piped(["validate", "--format", "sarif", "--json"], { cwd }),
  ]);
  expect(code).toBe(1);
  expect(json.stdout).toBe(stdout);
  const log = JSON.parse(stdout);
  expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-schema-2.1.0.json") });
  const [run] = log.runs;
  expect(run.tool.driver.name).toBe("skillplug");
  const rules = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(new Set(rules).size).toBe(rules.length);
  for (const result of run.results) {
    expect(rules[result.ruleIndex]).toBe(result.ruleId);
    expect(["error", "warning", "note"]).toContain(result.level);
    expect(result.message.text).not.toBe("");
    const [{ physicalLocation }] = result.locations;
    expect(decodeURIComponent(physicalLocation.artifactLocation.uri)).toMatch(/^skills\/.*SKILL\.md$/);
    expect(() => new URL(physicalLocation.artifactLocation.uri, "file:///")).not.toThrow();
    expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
  }
  const error = run.results.find(({ level }: { level: string }) => level === "error");
  expect(error.locations[0].physicalLocation.artifactLocation.uri).toBe("skills/100%25%2C%20odd%3A%20one/SKILL.md");
});

test("validate: lines for GitHub Actions, escaped as it reads them", async () => {
  const { code, stdout } = await piped(["validate", "--format", "github"], { cwd: await broken() });
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  const error = lines.find((line) => line.startsWith("::error "));
  expect(error).toMatch(/^::error file=skills\/100%25%2C odd%3A one\/SKILL\.md,line=\d+,title=[\w-]+::\S/);
  expect(lines.find((line) => line.startsWith("::warning "))).toContain(
    "file=skills/other/SKILL.md,line=1,title=name-folder::",
  );
});

test("validate: hidden characters in the instructions are a finding", async () => {
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a", "Does a", "# A\u200B\u202E\n\u001B[31mred\n") });
  const { code, stdout } = await piped(["validate", "--json"], { cwd });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    findings: [
      {
        code: "hidden-characters",
        severity: "warning",
        message: "The instructions hold 7 control or invisible characters; no model is sent them. Take them out.",
        path: "skills/a/SKILL.md",
      },
    ],
  });
});
