import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

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

test("tokens: a skill that cannot be counted is told, and the others are counted", async () => {
  const cwd = await folderWith({
    "skills/large/SKILL.md": skillText("large"),
    "skills/large/references/large.md": "x".repeat(10 * 1024 * 1024 + 1),
    "skills/small/SKILL.md": skillText("small"),
  });
  const { code, stdout, stderr } = await piped(["tokens"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\t\d+\t0\tsmall\n$/);
  expect(stderr).toMatch(/^large is not counted: The file references\/large\.md is refused/);
});
