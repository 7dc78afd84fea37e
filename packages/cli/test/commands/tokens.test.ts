import { join } from "node:path";
import { estimateTokens, loadSkills } from "@skillplug/core";
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

test("tokens: files are those of a skill together, and a request has the whole definitions of the tools", async () => {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("a"),
    "skills/a/references/one.md": "one ".repeat(100),
    "skills/a/references/two.md": "two ".repeat(50),
  });
  const [plain, json] = await Promise.all([piped(["tokens"], { cwd }), piped(["tokens", "--json"], { cwd })]);
  const { everyRequest, skills } = JSON.parse(json.stdout);
  const files: number[] = Object.values(skills[0].resources);
  expect(files).toHaveLength(2);
  expect(plain.stdout.split("\t")[2]).toBe(String(files.reduce((sum, each) => sum + each, 0)));
  const toolset = await loadSkills(join(cwd, "skills"));
  const tools = (await toolset.getTools()).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  expect(everyRequest.tools).toBe(estimateTokens(JSON.stringify(tools)));
});

test("tokens: without skills the tools cost nothing, and nothing is said of a request", async () => {
  const { stdout, stderr } = await piped(["tokens", "--json"], { cwd: await folderWith() });
  expect(JSON.parse(stdout)).toMatchObject({ everyRequest: { tools: 0 }, skills: [] });
  expect(stderr).toMatch(/^No skills in .*\n$/);
});
