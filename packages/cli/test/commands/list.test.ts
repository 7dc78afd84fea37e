import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

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

test("list: what is wrong is data, and a warning alone is no word on stderr", async () => {
  const cwd = await folderWith({ "skills/other/SKILL.md": skillText("named-otherwise") });
  const { code, stdout, stderr } = await piped(["list", "--json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    skills: [{ name: "named-otherwise" }],
    problems: [{ code: "name-folder", severity: "warning", path: "skills/other/SKILL.md" }],
  });
});
