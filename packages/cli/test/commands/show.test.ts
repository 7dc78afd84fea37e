import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { HAS_TERMINAL, inTerminal } from "../in-terminal.js";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

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

test("show: what is wrong with the skill, on stderr and as data", async () => {
  const cwd = await folderWith({
    "skills/other/SKILL.md": skillText("named-otherwise"),
    "skills/another/SKILL.md": skillText("named-again"),
  });
  const [plain, json] = await Promise.all([
    piped(["show", "named-otherwise"], { cwd }),
    piped(["show", "named-otherwise", "--json"], { cwd }),
  ]);
  expect(plain).toMatchObject({ code: 0, stderr: expect.stringMatching(/^warning: The name "named-otherwise" .*\n$/) });
  expect(JSON.parse(json.stdout)).toMatchObject({
    metadata: { name: "named-otherwise" },
    problems: [{ code: "name-folder", severity: "warning", path: "skills/other/SKILL.md" }],
  });
});

test.skipIf(!HAS_TERMINAL)(
  "show: in a terminal the description is wrapped, between words (needs python3)",
  async () => {
    const description = `Draws charts. ${"And more of them. ".repeat(10)}`.trim();
    const cwd = await folderWith({ "skills/charts/SKILL.md": skillText("charts", description) });
    const { output } = await inTerminal(["show", "charts"], { cwd, columns: 30, env: { NO_COLOR: "1" } });
    const [, ...lines] = output.slice(0, output.indexOf("\n\n")).split("\n");
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(30);
    expect(lines.join(" ")).toBe(description);
  },
);

test("show: license and compatibility where there are any", async () => {
  const text = "---\nname: a\ndescription: Does a\nlicense: MIT\ncompatibility: Needs git\n---\n# A\n";
  const { stdout } = await piped(["show", "a"], { cwd: await folderWith({ "skills/a/SKILL.md": text }) });
  expect(stdout).toBe("a\nDoes a\n\npath: skills/a/SKILL.md\nlicense: MIT\ncompatibility: Needs git\n\n# A\n");
});

test("show: of a skill that is there and broken, why it was not loaded", async () => {
  const cwd = await folderWith({
    "skills/broken/SKILL.md": "---\nname: broken\n---\n# No description\n",
    "skills/charts/SKILL.md": skillText("charts"),
  });
  const { code, stderr } = await piped(["show", "broken"], { cwd });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: Skill 'broken' cannot be used: Failed to load .*"description" is missing/);
  expect(stderr).not.toContain("nearest");
});

test("show: also where it is the only one", async () => {
  const cwd = await folderWith({ "skills/broken/SKILL.md": "---\nname: broken\n---\n# No description\n" });
  expect((await piped(["show", "broken"], { cwd })).stderr).toContain('"description" is missing');
  expect((await piped(["show", "other"], { cwd })).stderr).toContain("Skill 'other' not found.");
});
