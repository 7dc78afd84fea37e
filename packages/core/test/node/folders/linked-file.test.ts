import { execFileSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { MAX_SKILL_FILE_BYTES } from "../../../src/base/skill.js";
import { list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");

/** A folder whose skill `a` has a link in place of its SKILL.md. */
async function linkedTo(target: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await folderWith({ "root/a/other.md": "", ...files });
  await symlink(target, join(folder, "root/a/SKILL.md"));
  return join(folder, "root");
}

posixOnly("a SKILL.md that is a link to that of another skill is that skill, of which nothing is said", async () => {
  const root = await linkedTo("../shared/b/SKILL.md", { "root/shared/b/SKILL.md": skillText("b") });
  const { skills, diagnostics } = await list(root);
  expect(skills.map(({ baseDir }) => baseDir)).toEqual([join(root, "shared/b")]);
  expect(diagnostics).toEqual([]);
});

posixOnly("a SKILL.md that is a link to a file of its own skill is used", async () => {
  const root = await linkedTo("docs/own.md", { "root/a/docs/own.md": skillText("a") });
  expect(names((await list(root)).skills)).toEqual(["a"]);
});

posixOnly("a second listing sees that the file was changed to which a link leads", async () => {
  const root = await linkedTo("docs/own.md", { "root/a/docs/own.md": skillText("a", "before") });
  const source = directory(root);
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "before" }]);
  await writeFile(join(root, "a/docs/own.md"), skillText("a", "after"));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "after" }]);
});

posixOnly("what is wrong with the file itself is said of a link as well", async () => {
  const root = await linkedTo("docs/own.md", { "root/a/docs/own.md": "x".repeat(MAX_SKILL_FILE_BYTES + 1) });
  const { diagnostics } = await list(root);
  expect(diagnostics).toMatchObject([{ severity: "error" }]);
  expect(diagnostics[0]?.message).not.toContain("symlink");
});

posixOnly("a SKILL.md that is a link to elsewhere says what to do, and that loads it", async () => {
  const root = await linkedTo("../../elsewhere/SKILL.md", { "elsewhere/SKILL.md": skillText("e") });
  const { skills, diagnostics } = await list(root);
  expect(skills).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "skill-unreadable", severity: "error" }]);
  expect(diagnostics[0]?.message).toContain(
    "SKILL.md is a symlink to ../../elsewhere/SKILL.md, which leads out of the skill's folder",
  );
  expect(diagnostics[0]?.message).toContain("Make the folder a symlink to the folder of that file");
  await symlink("../elsewhere", join(root, "as-advised"));
  expect(names((await list(root)).skills)).toEqual(["e"]);
});

posixOnly("a SKILL.md that is a link to nowhere says so", async () => {
  const { diagnostics } = await list(await linkedTo("gone.md", {}));
  expect(diagnostics[0]?.message).toContain(
    "SKILL.md is a symlink to gone.md, where nothing can be found. Correct the link",
  );
});

posixOnly("a SKILL.md that is a link to what is no file says so", async () => {
  for (const target of ["docs", "pipe"]) {
    const root = await linkedTo(target, { "root/a/docs/own.md": "" });
    if (target === "pipe") execFileSync("mkfifo", [join(root, "a/pipe")]);
    expect((await list(root)).diagnostics[0]?.message).toContain(
      `SKILL.md is a symlink to ${target}, which is no file but a folder, a named pipe (FIFO), a socket or a device. Correct the link`,
    );
  }
});
