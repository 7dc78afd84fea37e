import { mkdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { createFolderCache } from "../../../src/node/folders/folder-cache.js";
import { foundSkill } from "../../../src/node/folders/found-skill.js";
import { areUnmoved } from "../../../src/node/folders/unmoved.js";
import { untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");
const textOf = async (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString() });

test("folders above skills are unmoved until one of their names changes", async () => {
  const root = await folderWith({ "area/a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const skills = ["area/a", "b"].map((path) =>
    foundSkill(join(root, path), join(root, path), { fileKind: "file", mayHavePolicy: false, plugin: undefined }),
  );
  // Within a tick of the clock of a file system, however slow the machine is.
  const { ctimeMs } = statSync(join(root, "area"));
  expect(await areUnmoved(skills, root, ctimeMs + 5)).toBe(false);
  await untilClockTicked();
  const since = Date.now();
  expect(await areUnmoved(skills, root, since)).toBe(true);
  renameSync(join(root, "area/a"), join(root, "area/x"));
  renameSync(join(root, "area/x"), join(root, "area/a"));
  expect(await areUnmoved(skills, root, since)).toBe(false);
  expect(await areUnmoved(skills.slice(1), root, since)).toBe(true);
});

test("nothing is known of a skill outside the root, nor of the root itself", async () => {
  const root = await folderWith({ "skills/x": "", "a/x": "" });
  await untilClockTicked();
  const of = (path: string) =>
    areUnmoved(
      [foundSkill(path, path, { fileKind: "file", mayHavePolicy: false, plugin: undefined })],
      join(root, "skills"),
      Date.now(),
    );
  expect(await of(join(root, "a"))).toBe(false);
  expect(await of(join(root, "skills"))).toBe(false);
});

posixOnly("a folder above a SKILL.md that became a link is seen where the place is checked", async () => {
  const root = await folderWith({ "area/a/SKILL.md": "inside", "outside/a/SKILL.md": "OUTSIDE" });
  const path = join(root, "area/a/SKILL.md");
  const files = [{ path, real: path }];
  rmSync(join(root, "area"), { recursive: true });
  symlinkSync("outside", join(root, "area"));
  const [checked] = await createFolderCache(root).readFiles(files, { isPlaceChecked: true }, textOf);
  expect(checked).toEqual({ error: expect.objectContaining({ message: expect.stringContaining("was replaced") }) });
  rmSync(join(root, "area"));
  mkdirSync(join(root, "area"));
  renameSync(join(root, "outside/a"), join(root, "area/a"));
  const [real] = await createFolderCache(root).readFiles(files, { isPlaceChecked: true }, textOf);
  expect(real).toMatchObject({ value: { text: "OUTSIDE" } });
});
