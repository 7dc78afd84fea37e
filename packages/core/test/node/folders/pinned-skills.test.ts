import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { directory, type SkillSource, type SkillSummary, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { systemCalls } from "../../../src/node/file-calls.js";
import { roundInodes } from "../file-system-calls.js";
import { untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");
const unlisted: SkillSummary = { name: "a", description: "b", metadata: {}, resources: [], scripts: [] };
const list = async (source: SkillSource) => source.list({ signal: undefined });
const first = async (source: SkillSource) => (await list(source)).skills[0] ?? unlisted;

/** A folder of skills with the skill `a`, and a skill elsewhere that looks like it. */
async function skillAndOther() {
  const root = await folderWith({
    "skills/a/SKILL.md": skillText("a", "inside"),
    "skills/a/x.md": "inside",
    "skills/a/go.sh": "echo inside",
    "other/SKILL.md": skillText("a", "OUTSIDE", "OUTSIDE"),
    "other/x.md": "OUTSIDE",
    "other/go.sh": "echo OUTSIDE",
  });
  const skill = join(root, "skills/a");
  const replacements: Record<string, () => void> = {
    "a link": () => symlinkSync(join(root, "other"), skill),
    "another folder": () => renameSync(join(root, "other"), skill),
    "a file": () => writeFileSync(skill, ""),
    nothing: () => undefined,
  };
  const replace = (by: string) => {
    renameSync(skill, join(root, "away"));
    replacements[by]?.();
  };
  return { skills: join(root, "skills"), skill, replace, moveBack: () => renameSync(join(root, "away"), skill) };
}

posixOnly.each([
  ["a link", ["warning"], true],
  ["another folder", ["warning"], true],
  ["a file", ["warning"], false],
  // That a skill is gone is no fault.
  ["nothing", [], false],
])(
  "a skill's folder in whose place is %s is refused until the reload, which tells it once",
  async (now, severities, isSkill) => {
    const { skills, skill, replace } = await skillAndOther();
    await untilClockTicked();
    const toolset = new SkillsToolset({ directories: [skills], logger: false });
    expect(await toolset.readSkillResource("a", "x.md")).toBe("inside");
    await untilClockTicked();
    replace(now);
    const why = expect.stringContaining(`was replaced since it was listed: there is ${now} now; reload`);
    await expect(toolset.readSkillResource("a", "x.md")).rejects.toMatchObject({
      code: "resource_load_failed",
      message: why,
    });
    await expect(toolset.loadSkill("a")).rejects.toMatchObject({ code: "resource_load_failed", message: why });
    await expect(toolset.runSkillScript("a", "go.sh")).rejects.toMatchObject({
      code: "script_not_started",
      message: why,
    });
    await toolset.reload();
    const replaced = (await toolset.getDiagnostics()).filter(({ code }) => code === "folder-replaced");
    const message = expect.stringContaining(`there is ${now} now`);
    expect(replaced).toMatchObject(severities.map((severity) => ({ severity, location: skill, message })));
    if (isSkill) expect(await toolset.readSkillResource("a", "x.md")).toBe("OUTSIDE");
    else await expect(toolset.readSkillResource("a", "x.md")).rejects.toMatchObject({ code: "skill_not_found" });
    await toolset.reload();
    expect((await toolset.getDiagnostics()).filter(({ code }) => code === "folder-replaced")).toEqual([]);
  },
);

posixOnly("what is edited, added or replaced inside a skill's folder is ordinary", async () => {
  const { skills, skill } = await skillAndOther();
  const source = directory(skills);
  const listed = await first(source);
  rmSync(join(skill, "x.md"));
  mkdirSync(join(skill, "x.md"));
  writeFileSync(join(skill, "x.md/y.md"), "new");
  expect(Buffer.from(await source.readFile(listed, "x.md/y.md", { maxBytes: 10 })).toString()).toBe("new");
  expect((await list(source)).diagnostics).toEqual([]);
});

posixOnly("a folder is pinned by its exact inode, also where a number cannot hold it", async () => {
  roundInodes();
  const source = directory((await skillAndOther()).skills);
  const skill = await first(source);
  expect(Buffer.from(await source.readFile(skill, "x.md", { maxBytes: 10 })).toString()).toBe("inside");
  await source.checkFolder?.(skill);
});

posixOnly("a root that a deployment switches stays as it was until the reload, which finds nothing wrong", async () => {
  const root = await folderWith({
    "v1/a/SKILL.md": skillText("a"),
    "v1/a/x.md": "one",
    "v2/a/SKILL.md": skillText("a"),
    "v2/a/x.md": "two",
  });
  const current = join(root, "current");
  symlinkSync("v1", current);
  const source = directory(current);
  const read = async (skill: SkillSummary) =>
    Buffer.from(await source.readFile(skill, "x.md", { maxBytes: 10 })).toString();
  const skill = await first(source);
  expect([skill.baseDir, source.directoryOf?.(skill)]).toEqual([join(current, "a"), join(root, "v1/a")]);
  rmSync(current);
  symlinkSync("v2", current);
  expect(await read(skill)).toBe("one");
  await source.checkFolder?.(skill);
  const { skills, diagnostics } = await list(source);
  expect(diagnostics).toEqual([]);
  expect(source.directoryOf?.(skills[0] ?? unlisted)).toBe(join(root, "v2/a"));
  expect(await read(skills[0] ?? unlisted)).toBe("two");
});

posixOnly("a root that was moved, with a link to its new place, is listed anew", async () => {
  const root = await folderWith({ "v1/a/SKILL.md": skillText("a") });
  symlinkSync("v1", join(root, "current"));
  const source = directory(join(root, "current"));
  await untilClockTicked();
  await first(source);
  renameSync(join(root, "v1"), join(root, "v2"));
  rmSync(join(root, "current"));
  symlinkSync("v2", join(root, "current"));
  expect(source.directoryOf?.(await first(source))).toBe(join(root, "v2/a"));
});

posixOnly(
  "a call that began with an old listing ends with it: its folder is read though it is no skill any more",
  async () => {
    const { skills, skill } = await skillAndOther();
    const source = directory(skills);
    const listed = await first(source);
    renameSync(join(skill, "SKILL.md"), join(skill, "old.md"));
    expect((await list(source)).skills).toEqual([]);
    expect(Buffer.from(await source.readFile(listed, "x.md", { maxBytes: 10 })).toString()).toBe("inside");
  },
);

posixOnly("checkFolder rejects once something else lies there, and no more when the folder is back", async () => {
  const { skills, replace, moveBack } = await skillAndOther();
  const source = directory(skills);
  const skill = await first(source);
  await source.checkFolder?.(skill);
  replace("nothing");
  await expect(source.checkFolder?.(skill)).rejects.toMatchObject({
    code: "script_not_started",
    message: expect.stringContaining("there is nothing now; reload"),
  });
  moveBack();
  await source.checkFolder?.(skill);
});

posixOnly("filesOf names every file that a private copy needs, and nothing from outside", async () => {
  const root = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/.env": "",
    "a/.git/config": "",
    "a/lib/.git/x": "",
    "a/.hg/x": "",
    "a/.svn/x": "",
    "a/__pycache__/x.pyc": "",
    "a/lib/__init__.py": "",
    "a/lib/x.pyc": "",
    "a/node_modules/m/index.js": "",
    [`a/${"d/".repeat(31)}deep.md`]: "",
    "outside/secret.md": "",
  });
  const skill = join(root, "a");
  const link = (target: string, name: string) => symlinkSync(target, join(skill, name));
  link("lib/x.pyc", "file-link");
  link("lib", "folder-link");
  link(".", "circle");
  link("../../outside", "lib/out");
  link("../outside/secret.md", "secret.md");
  link("nowhere", "dangling");
  link("..", "lib/up");
  execFileSync("mkfifo", [join(skill, "fifo")]);
  writeFileSync(join(skill, "back\\slash"), "");
  chmodSync(join(skill, "lib/x.pyc"), 0o610);
  const source = directory(root);
  const files = (await source.filesOf?.(await first(source), { signal: undefined })) ?? [];
  const contents = files.filter(({ linksTo }) => linksTo === undefined);
  expect(contents.map(({ path }) => path).sort()).toEqual(
    [
      ".env",
      "SKILL.md",
      "__pycache__/x.pyc",
      `${"d/".repeat(31)}deep.md`,
      "file-link",
      "folder-link/__init__.py",
      "folder-link/x.pyc",
      "lib/__init__.py",
      "lib/x.pyc",
      "node_modules/m/index.js",
    ].sort(),
  );
  const executable = contents.filter(({ isExecutable }) => isExecutable).map(({ path }) => path);
  expect(executable.sort()).toEqual(["file-link", "folder-link/x.pyc", "lib/x.pyc"]);
  const links = files.filter(({ linksTo }) => linksTo !== undefined);
  expect(Object.fromEntries(links.map(({ path, linksTo }) => [path, linksTo]))).toEqual({
    "file-link": "lib/x.pyc\0",
    "folder-link": "lib\0",
    circle: ".\0",
    "lib/out": `../../outside\0${join(root, "outside")}`,
    "folder-link/out": `../../outside\0${join(root, "outside")}`,
    "secret.md": `../outside/secret.md\0${join(root, "outside/secret.md")}`,
    dangling: "nowhere\0",
    "lib/up": "..\0",
    "folder-link/up": "..\0",
  });
});

test.each([
  ["5,000 files", 4999, "f", true],
  ["more than 5000 files", 5000, "f", false],
])("filesOf with %s", { timeout: 60_000 }, async (what, count, name, fits) => {
  const root = await folderWith({ "a/SKILL.md": skillText("a") });
  for (let index = 0; index < count; index += 1) writeFileSync(join(root, "a", `${name}${index}`), "");
  const source = directory(root);
  const files = source.filesOf?.(await first(source), { signal: undefined });
  if (fits) expect(await files).toHaveLength(5000);
  else {
    const message = expect.stringContaining(`The skill has ${what}, too many for a private copy`);
    await expect(files).rejects.toMatchObject({ code: "script_not_started", message });
  }
});

test("filesOf leaves out what comes and goes, however often", async () => {
  const root = await folderWith({ "a/SKILL.md": skillText("a"), "a/busy.lock": "" });
  const source = directory(root);
  const skill = await first(source);
  const { lstat } = systemCalls;
  const spy = vi.spyOn(systemCalls, "lstat").mockImplementation(async (path) => {
    if (!path.endsWith("busy.lock")) return lstat(path);
    rmSync(path);
    return lstat(path).finally(() => writeFileSync(path, ""));
  });
  onTestFinished(() => void spy.mockRestore());
  expect(await source.filesOf?.(skill, { signal: undefined })).toMatchObject([{ path: "SKILL.md" }]);
});

posixOnly(
  "filesOf looks at 20,000 names in all folders together, and refuses one more",
  { timeout: 60_000 },
  async () => {
    const root = await folderWith({ "a/SKILL.md": skillText("a"), "a/more/x.md": "" });
    // No reading accepts these names, and they count all the same.
    const left = 20_000 - ["SKILL.md", "more", "x.md"].length;
    const add = (index: number) => writeFileSync(join(root, index % 2 ? "a" : "a/more", `back\\slash${index}`), "");
    for (let index = 0; index < left; index += 1) add(index);
    const source = directory(root);
    const skill = await first(source);
    expect(await source.filesOf?.(skill, { signal: undefined })).toHaveLength(2);
    add(left);
    const message = expect.stringContaining("The skill has more than 20000 files and folders, too many");
    await expect(source.filesOf?.(skill, { signal: undefined })).rejects.toMatchObject({
      code: "script_not_started",
      message,
    });
  },
);

test("filesOf refuses folders more than 32 deep, and takes those that are 32 deep", async () => {
  const root = await folderWith({ "a/SKILL.md": skillText("a"), [`a/${"d/".repeat(32)}x`]: "" });
  const source = directory(root);
  const skill = await first(source);
  expect(await source.filesOf?.(skill, { signal: undefined })).toHaveLength(2);
  mkdirSync(join(root, "a", "d/".repeat(33)));
  const message = expect.stringContaining("folders more than 32 deep");
  await expect(source.filesOf?.(skill, { signal: undefined })).rejects.toMatchObject({ message });
});

posixOnly(
  "reaches tells all folders that lie where a source looks, however deep, those behind its links too",
  async () => {
    const root = await folderWith({ "skills/a/SKILL.md": skillText("a"), "elsewhere/b/SKILL.md": skillText("b") });
    symlinkSync("../elsewhere", join(root, "skills/link"));
    const source = directory(join(root, "skills"), { maxDepth: 2 });
    expect(source.reaches?.(join(root, "skills/a"))).toBe(false);
    await list(source);
    const reached = [
      "",
      "skills",
      "skills/a",
      "skills/new",
      "skills/x/y/z",
      "skills/a/1/2/3",
      "elsewhere",
      "elsewhere/b",
    ];
    const notLookedAt = ["skills/node_modules/x", "skills/x/.git", "elsewhere/x/y/z"];
    const others = ["other", "skills-more", "other/skills"];
    expect([...reached, ...notLookedAt].filter((path) => !source.reaches?.(join(root, path)))).toEqual([]);
    expect(others.filter((path) => source.reaches?.(join(root, path)))).toEqual([]);
  },
);

test("reaches holds for a source whose folder could not be listed", async () => {
  const root = await folderWith();
  const source = directory(join(root, "missing"), { trusted: false });
  await list(source).catch(() => undefined);
  expect(source.reaches?.(join(root, "missing/a"))).toBe(true);
});

test("a skill that holds the folder of a source that is not trusted is not trusted, also where no skill lies there yet", async () => {
  const root = await folderWith({ "a/SKILL.md": skillText("a"), "a/go.sh": "echo ran", "a/downloads/help.sh": "" });
  const downloads = directory(join(root, "a/downloads"), { trusted: false });
  const toolset = new SkillsToolset({ sources: [directory(root), downloads], logger: false });
  await expect(toolset.runSkillScript("a", "go.sh")).rejects.toMatchObject({ code: "denied" });
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "untrusted-folder", skill: "a" }]);
});

test.each([
  ["deeper than it looks", "downloads/1/2/3/4/ours"],
  ["below node_modules", "downloads/node_modules/ours"],
])("a trusted folder that lies %s in the folder of a source that is not trusted is not trusted", async (_, place) => {
  const root = await folderWith({ [`${place}/a/SKILL.md`]: skillText("a"), "ours/b/SKILL.md": skillText("b") });
  const ours = [directory(join(root, place)), directory(join(root, "ours"))];
  const downloads = directory(join(root, "downloads"), { trusted: false });
  for (const sources of [
    [...ours, downloads],
    [downloads, ...ours],
  ]) {
    const toolset = new SkillsToolset({ sources, logger: false });
    expect(await toolset.getDiagnostics()).toContainEqual(
      expect.objectContaining({ code: "untrusted-folder", message: expect.stringContaining("reached by") }),
    );
    expect((await toolset.getSkill("a"))?.trusted).toBe(false);
    expect(await toolset.getSkill("b")).not.toHaveProperty("trusted");
  }
});

test("the usual folders of skills stay trusted beside a source that is not trusted among them", async () => {
  const folders = [".agents/skills", ".claude/skills", "skills"];
  const files = folders.map((folder, index) => [`${folder}/s${index}/SKILL.md`, skillText(`s${index}`)]);
  const root = await folderWith(Object.fromEntries(files));
  const ours = folders.map((folder) => directory(join(root, folder)));
  const plain = new SkillsToolset({ sources: ours, logger: false });
  expect(await plain.getDiagnostics()).toEqual([]);
  const strangers = directory(join(root, ".claude/skills"), { trusted: false });
  const toolset = new SkillsToolset({ sources: [...ours, strangers], logger: false });
  const loaded = await Promise.all(folders.map((_, index) => toolset.getSkill(`s${index}`)));
  expect(loaded.map((skill) => skill?.trusted ?? true)).toEqual([true, false, true]);
});
