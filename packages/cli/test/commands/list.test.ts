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

test("list: a description of several lines is one line", async () => {
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a", "|\n  Draws\n  charts") });
  expect((await piped(["list"], { cwd })).stdout).toBe("a\tDraws charts\n");
});

test("list: a mark where not everybody may call for a skill, and the field with --json", async () => {
  const cwd = await folderWith({
    "skills/deploy/SKILL.md": skillText("deploy", "Deploys").replace(
      "---\n#",
      "disable-model-invocation: true\n---\n#",
    ),
    "skills/notes/SKILL.md": skillText("notes", "Takes notes").replace("---\n#", "user-invocable: false\n---\n#"),
    "skills/none/SKILL.md": skillText("none", "Rests").replace(
      "---\n#",
      "disable-model-invocation: true\nuser-invocable: false\n---\n#",
    ),
    "skills/plan/SKILL.md": skillText("plan", "Plans"),
    "skills/plan/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
  });
  const { stdout } = await piped(["list"], { cwd });
  expect(stdout).toBe(
    "deploy\t(only by people) Deploys\nnone\t(only by programs) Rests\nnotes\t(only by models) Takes notes\nplan\t(only by people) Plans\n",
  );
  const json = JSON.parse((await piped(["list", "--json"], { cwd })).stdout);
  const [deploy, , notes] = json.skills;
  expect(deploy).toMatchObject({ description: "Deploys", invocation: { model: false, user: true } });
  expect(notes).toMatchObject({ invocation: { model: true, user: false } });
  expect((await piped(["show", "deploy"], { cwd })).stdout).toContain("\nmay be called: only by people\n");
  expect((await piped(["prompt", "--format", "xml"], { cwd })).stdout).not.toMatch(/deploy|plan/);
});
