import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContractFolder, contractFolder } from "@skillplug/testing";
import matter from "gray-matter";
import { expect, onTestFinished, test, vi } from "vitest";
import { appTools } from "../src/app-tools.js";
import { loadBackendSkills, SKILLS_ROOT, withSkills } from "../src/skills.js";
import { chunksOf, startBackend, userSays } from "./backend.js";

// E24: the tests of that ID bear the names of the scenarios that the requirements were written from.

// The real one, and a note of what it was given.
vi.mock("gray-matter", async (original) => {
  const { default: real } = await original<{ default: typeof matter }>();
  return { default: vi.fn(real) };
});

const loadGitCommit = { calls: [{ tool: "load_skill", input: { name: "git-commit" } }] };

async function backendTools() {
  return withSkills(appTools, await loadBackendSkills());
}

/** A skills root of this test alone, with two good skills. */
async function skillsRoot(): Promise<ContractFolder> {
  const folder = await contractFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

test("E02: gray-matter reads the front matter of a skill, and what it refuses is not loaded", async () => {
  const folder = await skillsRoot();
  const frontMatter = "---\nname: tides\ndescription: >-\n  Reads tide\n  tables.\n---\n";
  await folder.write("tides/SKILL.md", frontMatter);
  vi.mocked(matter).mockClear();
  expect((await (await loadBackendSkills(folder.skills)).getSkill("tides"))?.description).toBe("Reads tide tables.");
  expect(vi.mocked(matter).mock.calls[0]?.[0]).toContain("description: >-\n  Reads tide\n  tables.");
  vi.mocked(matter).mockImplementationOnce(() => {
    throw new Error("It does not parse.");
  });
  const skills = await loadBackendSkills(folder.skills);
  expect(await skills.getSkill("tides")).toBeUndefined();
  expect(await skills.getDiagnostics()).toMatchObject([{ message: expect.stringContaining("It does not parse.") }]);
});

test("E18: load_skill stands among the app's own tools, and streamText offers them all to the model", async () => {
  const { post, requests } = await startBackend(await backendTools(), { text: "Hello." });
  await chunksOf(await post(userSays("Hello")));
  const names = requests[0]?.tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["staged_diff", "find_issues", "load_skill"]));
});

test("E20: over HTTP, the result of load_skill stands in the UI message stream", async () => {
  const { post } = await startBackend(await backendTools(), loadGitCommit, { text: "Loaded." });
  const chunks = await chunksOf(await post(userSays("How do I write a commit message?")));
  expect(chunks).toContainEqual(
    expect.objectContaining({
      type: "tool-output-available",
      output: expect.objectContaining({ ok: true, text: expect.stringContaining("## Skill: git-commit") }),
    }),
  );
});

test("E21: a second step follows the result, and its text ends the stream", async () => {
  const { post, requests } = await startBackend(await backendTools(), loadGitCommit, (answers) => ({
    text: `${answers.length} answer`,
  }));
  const chunks = await chunksOf(await post(userSays("Go.")));
  expect(requests).toHaveLength(2);
  expect(chunks.filter(({ type }) => type === "start-step")).toHaveLength(2);
  expect(textOf(chunks)).toBe("1 answer");
  expect(chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
});

test("E22: without skills, load_skill is not registered and the chat goes on", async () => {
  const folder = await contractFolder({});
  onTestFinished(() => folder.remove());
  const tools = withSkills(appTools, await loadBackendSkills(folder.skills));
  const { post, requests } = await startBackend(tools, { text: "Hello." });
  expect(textOf(await chunksOf(await post(userSays("Hello"))))).toBe("Hello.");
  expect(requests[0]?.tools.map(({ name }) => name)).toEqual(["staged_diff", "find_issues"]);
});

test("E23: gray-matter is among the backend's dependencies, and reads a skill as the backend does", async () => {
  const { data, content } = matter(await readFile(join(SKILLS_ROOT, "git-commit/SKILL.md"), "utf8"), {});
  const skill = await (await loadBackendSkills()).getSkill("git-commit");
  expect(data).toMatchObject({ name: skill?.name, description: skill?.description });
  expect(content.trim()).toBe(skill?.content.trim());
  expect(await dependencies()).toHaveProperty("gray-matter");
});

test("E24: 扫描返回技能列表", async () => {
  const folder = await skillsRoot();
  await folder.write("team/backend/deep/er/tides/SKILL.md", "---\nname: tides\ndescription: Reads tide tables.\n---\n");
  const skills = await loadBackendSkills(folder.skills);
  expect(Object.keys(await skills.listSkills())).toEqual(["ledger", "tides", "weather"]);
  expect(await skills.getSkill("tides")).toMatchObject({
    name: "tides",
    description: "Reads tide tables.",
    uri: join(folder.skills, "team/backend/deep/er/tides/SKILL.md"),
  });
});

test("E24: 无效 frontmatter 被跳过", async () => {
  const folder = await skillsRoot();
  await folder.write("no-name/SKILL.md", "---\ndescription: Nameless.\n---\n");
  await folder.write("no-description/SKILL.md", "---\nname: no-description\n---\n");
  await folder.write("broken/SKILL.md", "---\nname: [broken\ndescription: {\n---\n");
  await folder.write("none/SKILL.md", "Not even a fence.\n");
  const skills = await loadBackendSkills(folder.skills);
  expect(Object.keys(await skills.listSkills())).toEqual(["ledger", "weather"]);
  const errors = (await skills.getDiagnostics()).filter(({ severity }) => severity === "error");
  expect(errors.map(({ location }) => location).sort()).toEqual(
    ["broken", "no-description", "no-name", "none"].map((name) => join(folder.skills, name, "SKILL.md")),
  );
  const { post } = await startBackend(withSkills(appTools, skills), { text: "Hello." });
  expect(textOf(await chunksOf(await post(userSays("Hello"))))).toBe("Hello.");
});

test("E24: 按有效名称返回技能内容", async () => {
  const skills = await loadBackendSkills();
  const [, body = ""] =
    /^---\n.*?\n---\n(.*)$/s.exec(await readFile(join(SKILLS_ROOT, "git-commit/SKILL.md"), "utf8")) ?? [];
  const skill = await skills.getSkill("git-commit");
  expect(body.length).toBeGreaterThan(1000);
  expect(skill?.content.trim()).toBe(body.trim());
  expect(skill?.baseDir).toBe(join(SKILLS_ROOT, "git-commit"));
  expect(await skills.loadSkill("git-commit")).toContain(body.trim());
});

test("E24: 无效名称返回错误或空", async () => {
  const skills = await loadBackendSkills();
  await expect(skills.loadSkill("git-push")).rejects.toThrow(/'git-push' not found.*git-commit/);
  expect(await skills.getSkill("git-push")).toBeUndefined();
});

test("E24: 工具描述中包含可用技能列表", async () => {
  const { skills } = await skillsRoot();
  const { post, requests } = await startBackend(withSkills(appTools, await loadBackendSkills(skills)), { text: "Hi." });
  await chunksOf(await post(userSays("Hello")));
  const description = requests[0]?.tools.find(({ name }) => name === "load_skill")?.description;
  expect(description).toContain("ledger: Adds up invoices and books them.");
  expect(description).toContain("weather: Tells how to word a weather report.");
});

test("E24: 调用 load_skill 返回技能内容", async () => {
  const { post, requests } = await startBackend(await backendTools(), loadGitCommit, { text: "Loaded." });
  await chunksOf(await post(userSays("Go.")));
  const { content } = (await (await loadBackendSkills()).getSkill("git-commit"))!;
  const answer = requests[1]?.answers[0]?.text;
  expect(answer).toContain("## Skill: git-commit");
  expect(answer).toContain("# Git commit");
  expect(answer).toContain(content.trim());
});

test("E24: 调用 load_skill 使用无效名称", async () => {
  const script = [
    { calls: [{ tool: "load_skill", input: { name: "git-push" } }] },
    { text: "There is no such skill." },
  ];
  const { post, requests, errors } = await startBackend(await backendTools(), ...script);
  const chunks = await chunksOf(await post(userSays("Go.")));
  expect(requests[1]?.answers[0]?.text).toMatch(/'git-push' not found.*git-commit/);
  expect(textOf(chunks)).toBe("There is no such skill.");
  expect(errors).toEqual([]);
});

test("E24: Chat 流中可调用 load_skill", async () => {
  const { post } = await startBackend(await backendTools(), loadGitCommit, { text: "Loaded." });
  const chunks = await chunksOf(await post(userSays("Go.")));
  const types = chunks.map(({ type }) => type);
  expect(chunks).toContainEqual(expect.objectContaining({ type: "tool-input-available", toolName: "load_skill" }));
  expect(types.indexOf("tool-output-available")).toBeGreaterThan(types.indexOf("tool-input-available"));
  expect(types.indexOf("text-delta")).toBeGreaterThan(types.indexOf("tool-output-available"));
});

test("E24: gray-matter 为后端依赖", async () => {
  expect(await dependencies()).toHaveProperty("gray-matter");
});

function textOf(chunks: Awaited<ReturnType<typeof chunksOf>>): string {
  return chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
}

async function dependencies(): Promise<unknown> {
  return JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")).dependencies;
}
