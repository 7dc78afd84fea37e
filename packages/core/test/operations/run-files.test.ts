import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { directory, loadSkills, memory, type ScriptExecutor, type ScriptRequest, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { readRunFiles } from "../../src/operations/run-files.js";

const posixOnly = test.skipIf(process.platform === "win32");
const runProgram = promisify(execFile);

const FILES = {
  "s/SKILL.md": skillText("s"),
  "s/data/word.txt": "hello",
  "s/scripts/say.mjs":
    "import { readFileSync } from 'node:fs'; console.log(readFileSync(new URL('../data/word.txt', import.meta.url), 'utf8'));",
};

/** Runs Node scripts on another machine, for which a folder of its own stands here. */
async function elsewhere(meanwhile: (seen: number) => Promise<void> = async () => {}) {
  const machine = await folderWith({});
  const requests: ScriptRequest[] = [];
  const executor: ScriptExecutor = {
    async execute(request) {
      requests.push(request);
      let seen = 0;
      for await (const { path, bytes, isExecutable } of request.files?.() ?? []) {
        await mkdir(dirname(join(machine, path)), { recursive: true });
        await writeFile(join(machine, path), bytes, { mode: isExecutable ? 0o755 : 0o644 });
        seen += 1;
        await meanwhile(seen);
      }
      const { stdout } = await runProgram(process.execPath, [join(machine, request.scriptName)]);
      await writeFile(join(machine, "ran"), "");
      return { stdout, stderr: "", exitCode: 0, signal: null, durationMs: 0, truncated: false };
    },
  };
  return { machine, executor, requests };
}

test("an executor elsewhere lays out the skill's files itself, and no folder of a stranger's skill is named to it", async () => {
  const root = await folderWith(FILES);
  const { executor, requests, machine } = await elsewhere();
  const strangers = directory(root, { trusted: false });
  for (const skills of [
    await loadSkills(root, { executor }),
    await loadSkills(strangers, { executor, approval: () => true, logger: false }),
  ]) {
    expect(await skills.runSkillScript("s", "say")).toBe("hello");
  }
  expect(requests.map((request) => request.directory)).toEqual([join(root, "s"), undefined]);
  // A copy of what was read is no other for what became of the folder since.
  expect(requests.map((request) => request.checkFolder !== undefined)).toEqual([true, false]);
  expect(readdirSync(machine).sort()).toEqual(["SKILL.md", "data", "ran", "scripts"]);
});

test("so does one for a source without a folder", async () => {
  const { executor } = await elsewhere();
  const scripts = [{ name: "scripts/say.mjs", content: FILES["s/scripts/say.mjs"] }];
  const resources = [{ name: "data/word.txt", content: "from memory" }];
  const skills = new SkillsToolset({
    sources: [memory([{ name: "s", description: "d", content: "", scripts, resources }])],
    executor,
  });
  expect(await skills.runSkillScript("s", "say")).toBe("from memory");
});

test("an executor may change the bytes in place that it was given", async () => {
  const digests: string[] = [];
  const seen: string[] = [];
  const executor: ScriptExecutor = {
    async execute({ files }) {
      for await (const { path, bytes } of files?.() ?? []) {
        if (path === "data/word.txt") seen.push(new TextDecoder().decode(bytes));
        bytes.fill(0);
      }
      return { stdout: "ran", stderr: "", exitCode: 0, signal: null, durationMs: 0, truncated: false };
    },
  };
  const scripts = [{ name: "scripts/say.mjs", content: "" }];
  const resources = [{ name: "data/word.txt", content: Buffer.from("word") }];
  const sources = [memory([{ name: "s", description: "d", content: "", scripts, resources }])];
  const approval = ({ digest }: { readonly digest: string }) => digests.push(digest) > 0;
  const skills = new SkillsToolset({ sources, executor, approval });
  for (const _ of [1, 2]) expect(await skills.runSkillScript("s", "say")).toBe("ran");
  expect(seen).toEqual(["word", "word"]);
  expect(new Set(digests).size).toBe(1);
});

test("files that are not those that were approved reject at the end, and nothing runs", async () => {
  const root = await folderWith(FILES);
  const { executor, machine } = await elsewhere(async (seen) => {
    if (seen === 1) await writeFile(join(root, "s/scripts/say.mjs"), "console.log('other')");
  });
  const approval = async () => {
    await writeFile(join(root, "s/data/word.txt"), "changed since");
    return true;
  };
  const skills = await loadSkills(directory(root, { trusted: false }), { executor, approval, logger: false });
  await expect(skills.runSkillScript("s", "say")).rejects.toMatchObject({ code: "denied" });
  expect(existsSync(join(machine, "ran"))).toBe(false);
});

test("an abort ends the reading", async () => {
  const root = await folderWith(FILES);
  const controller = new AbortController();
  const { executor, machine } = await elsewhere(async () => controller.abort());
  const skills = await loadSkills(root, { executor });
  const run = skills.runSkillScript("s", "say", [], { signal: controller.signal });
  await expect(run).rejects.toMatchObject({ code: "aborted" });
  expect(existsSync(join(machine, "ran"))).toBe(false);
});

async function entryOf(root: string) {
  const source = directory(root);
  const [skill] = (await source.list({ signal: undefined })).skills;
  if (!skill) throw new Error("The skill was not listed.");
  return { skill, source, trusted: true };
}

posixOnly("files come with whether they may be executed, and of links what lies behind", async () => {
  const root = await folderWith({ ...FILES, "s/bin/tool": "#!/bin/sh\n" });
  await chmod(join(root, "s/bin/tool"), 0o755);
  await symlink("data/word.txt", join(root, "s/word"));
  const found: [string, boolean | undefined][] = [];
  for await (const { path, isExecutable } of readRunFiles(await entryOf(root), {
    approved: undefined,
    signal: undefined,
  }))
    found.push([path, isExecutable]);
  expect(found.sort()).toEqual([
    ["SKILL.md", false],
    ["bin/tool", true],
    ["data/word.txt", false],
    ["scripts/say.mjs", false],
    ["word", false],
  ]);
});

test("no more is read than the reader has room for, and nothing when it leaves", async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`s/f${index}.md`, "x"]));
  const entry = await entryOf(await folderWith({ "s/SKILL.md": skillText("s"), ...many }));
  const signals: (AbortSignal | undefined)[] = [];
  const { source } = entry;
  const counting: typeof source = {
    ...source,
    readFile(skill, path, options) {
      signals.push(options.signal);
      return source.readFile(skill, path, options);
    },
  };
  const files = readRunFiles({ ...entry, source: counting }, { approved: undefined, signal: undefined });
  for await (const _ of files) {
    expect(signals.length).toBeLessThan(10);
    expect(signals[0]?.aborted).toBe(false);
    break;
  }
  expect(signals.every((signal) => signal?.aborted)).toBe(true);
});

test("a skill's folder that was replaced rejects at the end", async () => {
  const entry = await entryOf(await folderWith(FILES));
  const replaced = { ...entry.source, checkFolder: () => Promise.reject(new Error("replaced")) };
  const readAll = async () => {
    for await (const _ of readRunFiles({ ...entry, source: replaced }, { approved: undefined, signal: undefined }));
  };
  await expect(readAll()).rejects.toThrow("replaced");
});
