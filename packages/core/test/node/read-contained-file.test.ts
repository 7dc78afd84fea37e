import { execFileSync } from "node:child_process";
import { constants, existsSync, renameSync, symlinkSync } from "node:fs";
import { mkdir, open, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { readContainedFile } from "../../src/node/read-contained-file.js";
import { aroundOpen, openBelow } from "./file-system-calls.js";

const limits = { maxBytes: 1000 };
const posixOnly = test.skipIf(process.platform === "win32");
const textOf = async (...args: Parameters<typeof readContainedFile>) =>
  Buffer.from(await readContainedFile(...args)).toString();

test("bad input 15: an encoded path is not decoded", async () => {
  const folder = await folderWith({ "skill/a.md": "a", secret: "s" });
  await expect(readContainedFile(join(folder, "skill"), "..%2fsecret", limits)).rejects.toThrow("does not exist");
});

test("B32: a path that leaves the folder is refused before anything is looked at, whether or not the file exists", async () => {
  const folder = await folderWith({ "skill/a.md": "a", secret: "s", "skill-evil/x": "x" });
  for (const path of ["../secret", "../missing", "../skill-evil/x", "x/../../secret"]) {
    await expect(readContainedFile(join(folder, "skill"), path, limits)).rejects.toMatchObject({
      code: "resource_load_failed",
      message: expect.stringContaining("is refused: it leaves or repeats a folder."),
    });
  }
  await expect(readContainedFile(join(folder, "skill"), join(folder, "secret"), limits)).rejects.toThrow(
    "is refused: it is not relative.",
  );
});

posixOnly("A47, G05: a symlink out of the folder is refused, one inside is followed", async () => {
  const folder = await folderWith({ "skill/a.md": "inside", secret: "s", "other/b.md": "b", "skill-evil/x": "x" });
  const skill = join(folder, "skill");
  await symlink("../secret", join(skill, "link"));
  await symlink("../other", join(skill, "folder"));
  await symlink("../skill-evil", join(skill, "sibling"));
  await symlink("..", join(skill, "above"));
  await symlink("a.md", join(skill, "alias"));
  for (const path of ["link", "folder/b.md", "sibling/x", "above", "above/secret"]) {
    await expect(readContainedFile(skill, path, limits)).rejects.toMatchObject({
      code: "resource_load_failed",
      message: `The file ${path} is refused: it leads out of the skill's folder.`,
    });
  }
  expect(await textOf(skill, "alias", limits)).toBe("inside");
});

posixOnly("a folder that is a symlink itself holds its files", async () => {
  const folder = await folderWith({ "real/a.md": "inside" });
  await symlink("real", join(folder, "skill"));
  expect(await textOf(join(folder, "skill"), "a.md", limits)).toBe("inside");
});

posixOnly("names that begin with two dots lie inside", async () => {
  const folder = await folderWith({ "..data/x": "mounted", "...": "dots" });
  await symlink("..data/x", join(folder, "x"));
  expect(await textOf(folder, "..data/x", limits)).toBe("mounted");
  expect(await textOf(folder, "x", limits)).toBe("mounted");
});

posixOnly(
  "bad input 17: a symlink loop, a FIFO, a socket, a device and a directory are refused at once",
  { timeout: 10_000 },
  async () => {
    const folder = await folderWith({ "a.md": "" });
    await symlink("loop", join(folder, "loop"));
    await symlink("/dev/zero", join(folder, "zero"));
    await mkdir(join(folder, "directory"));
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    // Should the reading wait for a writer after all, this is one, so that the process can end.
    onTestFinished(async () => (await open(fifo, constants.O_RDWR | constants.O_NONBLOCK)).close());
    const server = createServer().listen(join(folder, "socket"));
    onTestFinished(() => void server.close());
    for (const [name, why] of [
      ["loop", "could not be read: it is a symlink that leads in a circle."],
      ["zero", "is refused: it leads out of the skill's folder."],
      ["directory", "is refused: it is not a regular file."],
      ["fifo", "is refused: it is not a regular file."],
      // Where it has to be opened to be looked at, it is the system that refuses.
      ["socket", `${process.platform === "linux" ? "is refused" : "could not be read"}: it is not a regular file.`],
    ]) {
      await expect(readContainedFile(folder, `${name}`, limits)).rejects.toMatchObject({
        code: "resource_load_failed",
        message: `The file ${name} ${why}`,
      });
    }
  },
);

test("a file that is missing, below a file or in a missing folder does not exist any more", async () => {
  const folder = await folderWith({ "a.md": "" });
  for (const [root, path] of [
    [folder, "gone.md"],
    [folder, "a.md/x"],
    [join(folder, "gone"), "a.md"],
  ] as const) {
    await expect(readContainedFile(root, path, limits)).rejects.toMatchObject({
      code: "resource_load_failed",
      message: `The file ${path} could not be read: it does not exist any more.`,
      cause: expect.any(Error),
    });
  }
});

test("a file for which the system has no words of ours is refused with its own", async () => {
  await expect(readContainedFile(await folderWith(), "x".repeat(300), limits)).rejects.toThrow(
    /could not be read: ENAMETOOLONG/,
  );
});

/** A skill with docs/x.md, and a folder outside with another file of that name, which take each other's place. */
async function swappable() {
  const folder = await folderWith({ "skill/docs/x.md": "inside", "outside/x.md": "secret" });
  const [docs, away] = [join(folder, "skill/docs"), join(folder, "away")];
  return {
    skill: join(folder, "skill"),
    swap: () => {
      if (existsSync(away)) return;
      renameSync(docs, away);
      symlinkSync("../outside", docs);
    },
    swapBack: () => {
      renameSync(docs, join(folder, "link"));
      renameSync(away, docs);
    },
  };
}

posixOnly("a folder that is swapped for a symlink just before its file is opened is refused", async () => {
  const { skill, swap } = await swappable();
  aroundOpen(swap);
  await expect(readContainedFile(skill, "docs/x.md", limits)).rejects.toThrow("leads out of the skill's folder");
});

posixOnly("so is one that is back in its place right after each opening", async () => {
  const { skill, swap, swapBack } = await swappable();
  aroundOpen(swap, swapBack);
  await expect(readContainedFile(skill, "docs/x.md", limits)).rejects.toThrow("leads out of the skill's folder");
});

posixOnly(
  "a file that is swapped for a symlink just before it is opened is read when the link stays inside",
  async () => {
    const folder = await folderWith({ "x.md": "inside", "other.md": "other" });
    let isSwapped = false;
    aroundOpen(() => {
      if (isSwapped) return;
      isSwapped = true;
      renameSync(join(folder, "x.md"), join(folder, "away"));
      symlinkSync("other.md", join(folder, "x.md"));
    });
    expect(await textOf(folder, "x.md", limits)).toBe("other");
  },
);

test("bad input 18: a sparse file of 5 GiB is refused without reading it", async () => {
  const folder = await folderWith({ big: "" });
  await truncate(join(folder, "big"), 5 * 1024 ** 3);
  await expect(readContainedFile(folder, "big", limits)).rejects.toThrow(
    `it has at least ${5 * 1024 ** 3} bytes and at most 1000 are read`,
  );
});

test("a file of exactly the limit is read, one byte more is not", async () => {
  const folder = await folderWith({ fits: "x".repeat(1000) });
  expect(await readContainedFile(folder, "fits", limits)).toHaveLength(1000);
  await writeFile(join(folder, "fits"), "x".repeat(1001));
  await expect(readContainedFile(folder, "fits", limits)).rejects.toThrow("at least 1001 bytes");
});

test("a file that takes several readings is read whole", async () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `${index}`).join(" ");
  const folder = await folderWith({ long: text });
  expect(await textOf(folder, "long", { maxBytes: text.length })).toBe(text);
});

test.skipIf(process.platform !== "linux")("a file that tells size 0 is read up to the limit all the same", async () => {
  const { length } = await readFile("/proc/version");
  expect(await readContainedFile("/proc", "version", { maxBytes: length })).toHaveLength(length);
  await expect(readContainedFile("/proc", "version", { maxBytes: length - 1 })).rejects.toThrow(
    `it has at least ${length} bytes and at most ${length - 1} are read`,
  );
});

// The kernel hands it out a page at a time.
const IN_PIECES = "/proc/crypto";
test.skipIf(!existsSync(IN_PIECES))("a file that comes in short pieces is read whole", async () => {
  const text = await readFile(IN_PIECES, "utf8");
  expect(await textOf("/proc", "crypto", { maxBytes: 2 * text.length })).toBe(text);
});

test.skipIf(process.platform !== "linux")("files are closed again, those that are refused too", async () => {
  const folder = await folderWith({ fits: "", large: "x".repeat(1001) });
  await readContainedFile(folder, "fits", limits);
  await expect(readContainedFile(folder, "large", limits)).rejects.toThrow("at most 1000 are read");
  expect(openBelow(folder)).toEqual([]);
});

test("an abort ends a reading with the signal's own reason", async () => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await expect(readContainedFile(await folderWith({ "a.md": "" }), "a.md", { ...limits, signal })).rejects.toBe(reason);
});
