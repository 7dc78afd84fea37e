import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { inRunFolder, inSkillFolder } from "../../../src/node/processes/run-folder.js";
import type { ScriptResult } from "../../../src/scripts/executor.js";

const ENDED: ScriptResult = { exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, durationMs: 0 };
const SCRIPT = { skillName: "s", scriptName: "scripts/run.sh" };

async function* noFiles() {}

test("of a private copy more files are kept than are named", async () => {
  const workFolder = await folderWith();
  const { kept } = await inRunFolder(
    { ...SCRIPT, files: noFiles, workFolder },
    undefined,
    async ({ directory }, isCopy) => {
      expect(isCopy).toBe(true);
      for (let number = 0; number < 103; number += 1) await writeFile(join(directory, `${number}.txt`), "");
      return ENDED;
    },
  );
  expect([kept?.files.length, kept?.more, kept?.lost]).toEqual([100, 3, 0]);
  expect(readdirSync(kept?.folder ?? "")).toHaveLength(103);
});

test("a copy is removed where the run rejects", async () => {
  let copy = "";
  const failed = inRunFolder({ ...SCRIPT, files: noFiles }, undefined, async ({ directory }) => {
    copy = directory;
    throw new Error("failed");
  });
  await expect(failed).rejects.toThrow("failed");
  expect(() => readdirSync(copy)).toThrow("ENOENT");
});

test("where no work folder is named, nothing is looked at", async () => {
  const directory = await folderWith();
  const result = await inRunFolder({ ...SCRIPT, directory }, undefined, async (placed, isCopy) => {
    expect([placed.directory, isCopy]).toEqual([directory, false]);
    await writeFile(join(directory, "new"), "");
    return ENDED;
  });
  expect(result).toEqual(ENDED);
});

test("what changes in the skill's own folder is told apart from the work folder, unless one holds the other", async () => {
  const directory = await folderWith();
  const workFolder = await folderWith();
  const run = async () => {
    await writeFile(join(directory, "new"), String(Math.random()));
    return ENDED;
  };
  const apart = await inRunFolder({ ...SCRIPT, directory, workFolder }, undefined, run);
  expect(apart.changes?.files).toEqual([]);
  expect(apart.skillChanges?.files.map(({ path }) => path)).toEqual(["new"]);
  const inside = await inRunFolder({ ...SCRIPT, directory, workFolder: directory }, undefined, run);
  expect(inside.skillChanges).toBeUndefined();
  expect(inside.changes?.files.map(({ path }) => path)).toEqual(["new"]);
});

test("what changes in a skill's folder below the work folder is the skill's alone", async () => {
  const workFolder = await folderWith({ "skills/s/SKILL.md": "" });
  const directory = join(workFolder, "skills", "s");
  const result = await inRunFolder({ ...SCRIPT, directory, workFolder }, undefined, async () => {
    await writeFile(join(workFolder, "report"), "");
    await writeFile(join(directory, "new"), "");
    return ENDED;
  });
  expect(result.changes?.files.map(({ path }) => path)).toEqual(["report"]);
  expect(result.skillChanges?.files.map(({ path }) => path)).toEqual(["new"]);
});

test("whoever works in a folder of the skill changes the skill on purpose", async () => {
  const directory = await folderWith();
  const workFolder = join(directory, "work");
  await mkdir(workFolder);
  const result = await inRunFolder({ ...SCRIPT, directory, workFolder }, undefined, async () => {
    await writeFile(join(workFolder, "new"), "");
    return ENDED;
  });
  expect(result.skillChanges).toBeUndefined();
  expect(result.changes?.files.map(({ path }) => path)).toEqual(["new"]);
});

test("of a skill's folder in which nothing changed, nothing is told", async () => {
  const result = await inRunFolder(
    { ...SCRIPT, directory: await folderWith(), workFolder: await folderWith() },
    undefined,
    async () => ENDED,
  );
  expect(result).toEqual({ ...ENDED, changes: { files: [], more: 0, complete: true } });
});

test("a copy that is only looked at is there until the look has ended, and gone then", async () => {
  let copy = "";
  const files = async function* () {
    yield { path: "scripts/run.sh", bytes: Buffer.from("echo") };
  };
  const text = await inSkillFolder({ ...SCRIPT, files }, async ({ directory }) => {
    copy = directory;
    await delay(100);
    return readFile(join(directory, "scripts", "run.sh"), "utf8");
  });
  expect(text).toBe("echo");
  expect(() => readdirSync(copy)).toThrow("ENOENT");
});
