import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { SkillError } from "@skillplug/core";
import { folderWith } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { checkRelativePath } from "../../src/files/relative-path.js";
import { readContainedFile } from "../../src/node/read-contained-file.js";

const limits = { maxBytes: 1000 };
const posixOnly = test.skipIf(process.platform === "win32");

test.each([
  "../secret",
  "sub/../../secret",
  "..\\secret",
  "/etc/passwd",
  "C:\\x",
  "C:/x",
  "\\\\host\\share",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "../skills-evil/x",
  ".",
  "",
  "a//b",
  "a\nb",
  "a\0b",
  "name.",
  "name ",
  "x".repeat(1025),
])("A47: B32: bad input 15: the path %j is refused", async (path) => {
  const folder = await folderWith({ "skill/a.md": "a", secret: "s", "skills-evil/x": "x" });
  await expect(readContainedFile(join(folder, "skill"), path, limits)).rejects.toThrow(/refused/);
});

test("bad input 15: an encoded path is not decoded", async () => {
  const folder = await folderWith({ "skill/a.md": "a", secret: "s" });
  await expect(readContainedFile(join(folder, "skill"), "..%2fsecret", limits)).rejects.toThrow("does not exist");
});

test("A47: no path that is accepted leaves the folder", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("..", ".", "a", "/", "\\", "~", "C:", "%2e", " ", "b.md")), (parts) => {
      const path = parts.join("");
      try {
        checkRelativePath(path);
      } catch (error) {
        expect(SkillError.isInstance(error)).toBe(true);
        return;
      }
      for (const base of ["/x/skill"]) expect(join(base, path).startsWith(`${base}/`)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

posixOnly.each(["A47", "G05"])("%s: a symlink out of the folder is refused, one inside is followed", async () => {
  const folder = await folderWith({ "skill/a.md": "inside", secret: "s", "other/b.md": "b" });
  const skill = join(folder, "skill");
  await symlink("../secret", join(skill, "link"));
  await symlink("../other", join(skill, "folder"));
  await symlink("a.md", join(skill, "alias"));
  await expect(readContainedFile(skill, "link", limits)).rejects.toThrow("leads out");
  await expect(readContainedFile(skill, "folder/b.md", limits)).rejects.toThrow("leads out");
  expect(Buffer.from(await readContainedFile(skill, "alias", limits)).toString()).toBe("inside");
});

posixOnly("bad input 17: a symlink loop, a FIFO, a socket, a device and a directory are refused at once", async () => {
  const folder = await folderWith({ "a.md": "" });
  await symlink("loop", join(folder, "loop"));
  await symlink("/dev/zero", join(folder, "zero"));
  await mkdir(join(folder, "directory"));
  execFileSync("mkfifo", [join(folder, "fifo")]);
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => void server.close());
  for (const name of ["loop", "zero", "directory", "fifo", "socket"]) {
    await expect(readContainedFile(folder, name, limits)).rejects.toMatchObject({ code: "resource_load_failed" });
  }
});

test("B32: a path that leaves the folder is refused, whether or not the file exists", async () => {
  const folder = await folderWith({ "skill/a.md": "a", secret: "s" });
  for (const path of ["../secret", "../missing", join(folder, "secret")]) {
    await expect(readContainedFile(join(folder, "skill"), path, limits)).rejects.toMatchObject({
      code: "resource_load_failed",
      message: expect.stringContaining("refused"),
    });
  }
});

test("bad input 18: a sparse file of 5 GiB is refused without reading it", async () => {
  const folder = await folderWith({ big: "" });
  await truncate(join(folder, "big"), 5 * 1024 ** 3);
  await expect(readContainedFile(folder, "big", limits)).rejects.toThrow("at most 1000 are read");
});

test("a file of exactly the limit is read, one byte more is not", async () => {
  const folder = await folderWith({ fits: "x".repeat(1000) });
  expect(await readContainedFile(folder, "fits", limits)).toHaveLength(1000);
  await writeFile(join(folder, "fits"), "x".repeat(1001));
  await expect(readContainedFile(folder, "fits", limits)).rejects.toThrow("at least 1001 bytes");
});
