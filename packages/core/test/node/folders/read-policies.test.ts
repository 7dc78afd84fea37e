import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const FILE = "a/agents/openai.yaml";
const policy = (value: string) => `interface:\n  display_name: A\npolicy:\n  allow_implicit_invocation: ${value}\n`;

async function listed(yaml: string, fields = "") {
  const text = skillText("a").replace("\n---\n#", `\n${fields}---\n#`);
  const folder = await folderWith({ "a/SKILL.md": text, [FILE]: yaml });
  const { skills, diagnostics } = await directory(folder).list({});
  return { folder, invocation: skills[0]?.invocation, diagnostics };
}

const byPeople = { model: false, user: true };

test.each([
  ["false", policy("false")],
  ["a text", policy('"false"')],
  ["no", policy("no")],
])("a policy that says %s keeps the skill from the model", async (_, yaml) => {
  expect(await listed(yaml)).toMatchObject({ invocation: byPeople, diagnostics: [] });
});

test.each([
  ["true", policy("true")],
  ["nothing", policy("")],
  ["nothing of the kind", "interface:\n  display_name: A\n"],
  ["comments", "---\n# nothing\n\n"],
  ["no character", ""],
])("a policy that says %s allows everybody", async (_, yaml) => {
  expect(await listed(yaml)).toMatchObject({ invocation: undefined, diagnostics: [] });
});

test.each([
  ["what is neither true nor false", policy("sometimes"), '"allow_implicit_invocation" must be true or false'],
  ["broken YAML", "policy: {allow_implicit_invocation: false", "must be true or false"],
  ["a list", "- false\n", "could not be read"],
  ["more than is read", `# ${"x".repeat(33_000)}\npolicy: 1\n`, "more than 32768 characters"],
])("%s keeps the skill from the model, and is said where it stands", async (_, yaml, message) => {
  const { folder, invocation, diagnostics } = await listed(yaml);
  expect(invocation).toEqual(byPeople);
  const location = join(folder, FILE);
  expect(diagnostics).toEqual([
    { code: "invocation-unclear", severity: "warning", message: expect.stringContaining(message), location },
  ]);
});

test("front matter and policy both have to allow", async () => {
  expect((await listed(policy("false"), "user-invocable: false\n")).invocation).toEqual({ model: false, user: false });
  expect((await listed(policy("true"), "disable-model-invocation: true\n")).invocation).toEqual(byPeople);
});

test("a policy that is a symlink is not followed, and keeps the skill from the model", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/open.yaml": policy("true") });
  await mkdir(join(folder, "a/agents"));
  await symlink("../open.yaml", join(folder, FILE));
  const { skills, diagnostics } = await directory(folder).list({});
  expect(skills[0]?.invocation).toEqual(byPeople);
  expect(diagnostics).toMatchObject([{ code: "invocation-unclear", location: join(folder, FILE) }]);
});

test("a policy that could not be read is read again by the next listing", async () => {
  const { folder, invocation } = await listed(`# ${"x".repeat(2 ** 20)}\n`);
  expect(invocation).toEqual(byPeople);
  // Once a listing of what was written later lasts, so would one of this folder.
  const later = directory(await folderWith({ "a/SKILL.md": skillText("a") }));
  const lasts = async () => {
    const listing = await later.list({});
    return listing === (await later.list({}));
  };
  await expect.poll(lasts).toBe(true);
  const source = directory(folder);
  expect((await source.list({})).skills[0]?.invocation).toEqual(byPeople);
  await writeFile(join(folder, FILE), policy("true"));
  expect((await source.list({})).skills[0]?.invocation).toBeUndefined();
});

test("a change of the policy alone is a change of the skill, noticed by a reload", async () => {
  const { folder } = await listed(policy("true"));
  const toolset = new SkillsToolset({ directories: [folder], logger: false });
  const offered = async () => (await toolset.getInstructions()).includes("- a:");
  expect(await offered()).toBe(true);
  await writeFile(join(folder, FILE), policy("false"));
  expect(await toolset.reload()).toEqual({ added: [], changed: ["a"], removed: [] });
  expect(await offered()).toBe(false);
  await rm(join(folder, FILE));
  expect(await toolset.reload()).toMatchObject({ changed: ["a"] });
  expect(await offered()).toBe(true);
  expect(await toolset.reload()).toMatchObject({ changed: [] });
});

test.skipIf(process.platform === "win32").each([
  ["behind a link out of the skill", "../shared"],
  ["behind a link inside of it", ".ag"],
])("a policy %s keeps the skill from the model too", async (_, target) => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/.ag/openai.yaml": policy("false"),
    "shared/openai.yaml": policy("false"),
  });
  await symlink(target, join(folder, "a/agents"));
  const { skills } = await directory(folder).list({});
  expect(skills.find(({ name }) => name === "a")?.invocation).toEqual(byPeople);
});

test("a policy beside more files than are listed keeps the skill from the model too", async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`a/0/${index}.md`, ""]));
  const folder = await folderWith({ ...many, "a/SKILL.md": skillText("a"), [FILE]: policy("false") });
  expect((await directory(folder).list({})).skills[0]?.invocation).toEqual(byPeople);
});

test("a folder agents without a policy says nothing, and one that comes later is read", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/agents/reviewer.md": "" });
  const source = directory(folder);
  const list = async () => {
    const { skills, diagnostics } = await source.list({});
    return [skills[0]?.invocation, diagnostics];
  };
  expect(await list()).toEqual([undefined, []]);
  await writeFile(join(folder, FILE), policy("false"));
  expect(await list()).toEqual([byPeople, []]);
});
