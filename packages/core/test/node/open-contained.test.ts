import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { type FileCalls, systemCalls } from "../../src/node/file-calls.js";
import { lookAtContained, useContainedFolder } from "../../src/node/open-contained.js";
import { checkPinned, pinFolder } from "../../src/node/pinned-folder.js";
import { readPinnedFile } from "../../src/node/read-pinned-file.js";
import { around, portable, ways } from "./around-calls.js";

const posixOnly = test.skipIf(process.platform === "win32");
const linuxOnly = test.skipIf(process.platform !== "linux" || !existsSync("/proc/self/fd"));
const limits = { maxBytes: 100_000 };

/** A skill, a folder outside that looks like it, and what puts one in the place of a part of the other. */
async function skillAndOutside() {
  const root = await folderWith({
    "skill/docs/x.md": "inside",
    "outside/docs/x.md": "OUTSIDE",
    "skill/y.md": "inside",
    "outside/y.md": "OUTSIDE",
  });
  const skill = join(root, "skill");
  const put = (path: string, place: (at: string, instead: string) => void) => ({
    swap: () => {
      renameSync(join(skill, path), join(root, "away"));
      place(join(skill, path), join(root, "outside", path));
    },
    swapBack: () => {
      renameSync(join(skill, path), join(root, "swapped"));
      renameSync(join(root, "away"), join(skill, path));
    },
  });
  return { root, skill, put, pin: await pinFolder(skill) };
}
const link = (at: string, instead: string) => symlinkSync(instead, at);
const folder = (at: string, instead: string) => renameSync(instead, at);

const read = async (...[pin, path, , calls]: Parameters<typeof readPinnedFile>) => {
  const bytes = await readPinnedFile(pin, path, limits, calls);
  return Buffer.from(bytes).toString();
};

posixOnly.each(
  ways.flatMap(([way, calls]) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((step) => [
      { way, calls, step, what: "the skill's folder with a link", path: "", place: link },
      { way, calls, step, what: "the skill's folder with another", path: "", place: folder },
      { way, calls, step, what: "a folder inside with a link", path: "docs", place: link },
      { way, calls, step, what: "the file with a link", path: "docs/x.md", place: link },
    ]),
  ),
)("$way: nothing outside is read when call $step meets $what", async ({ calls, step, path, place }) => {
  for (const isBackAtOnce of [false, true]) {
    const { skill, put, pin } = await skillAndOutside();
    const { swap, swapBack } = put(path, place);
    const { wrapped } = around(calls, step, swap, isBackAtOnce ? swapBack : undefined);
    const text = await read(pin, "docs/x.md", limits, wrapped).catch((error: unknown) => error);
    if (text !== "inside") expect(text).toMatchObject({ code: "resource_load_failed" });
    expect(existsSync(skill)).toBe(true);
  }
});

posixOnly.each(ways)("%s: a folder that was replaced is refused, with what lies there now", async (_, calls) => {
  const { root, skill, pin } = await skillAndOutside();
  expect(await read(pin, "y.md", limits, calls)).toBe("inside");
  renameSync(skill, join(root, "away"));
  const refusal = (now: string) => ({
    code: "resource_load_failed",
    message: `The file y.md is refused: the folder of the skill, ${skill}, was replaced since it was listed: ${now} now; reload to use what is there now.`,
  });
  const asked = () => read(pin, "y.md", limits, calls);
  await expect(asked()).rejects.toMatchObject(refusal("there is nothing"));
  symlinkSync(join(root, "outside"), skill);
  await expect(asked()).rejects.toMatchObject(refusal("there is a link"));
  rmSync(skill);
  // A link to the very folder is a link all the same: it can lead elsewhere in the next moment.
  symlinkSync(join(root, "away"), skill);
  await expect(asked()).rejects.toMatchObject(refusal("there is a link"));
  rmSync(skill);
  writeFileSync(skill, "");
  await expect(asked()).rejects.toMatchObject(refusal("there is a file"));
  rmSync(skill);
  renameSync(join(root, "outside"), skill);
  await expect(asked()).rejects.toMatchObject(refusal("there is another folder"));
  renameSync(skill, join(root, "outside"));
  renameSync(join(root, "away"), skill);
  expect(await asked()).toBe("inside");
});

posixOnly.each(ways)(
  "%s: a folder above that became a link to where the skill lies is a replaced folder",
  async (_, calls) => {
    const root = await folderWith({ "area/skill/x.md": "inside" });
    const pin = await pinFolder(join(root, "area/skill"));
    renameSync(join(root, "area"), join(root, "moved"));
    symlinkSync("moved", join(root, "area"));
    await expect(read(pin, "x.md", limits, calls)).rejects.toThrow("it is reached by another path now; reload");
    const refusal = {
      code: "script_not_started",
      message: expect.stringContaining("it is reached by another path now"),
    };
    await expect(checkPinned(pin, calls)).rejects.toMatchObject(refusal);
  },
);

posixOnly.each(ways)("%s: a folder of the same number on another disk is another folder", async (_, calls) => {
  const { pin } = await skillAndOutside();
  const onAnotherDisk = { ...pin, dev: pin.dev + 1n };
  await expect(read(onAnotherDisk, "y.md", limits, calls)).rejects.toThrow("there is another folder now; reload");
  await expect(checkPinned(onAnotherDisk, calls)).rejects.toThrow("there is another folder now; reload");
});

posixOnly(
  "by names: another folder that is there while the file is opened and when it is compared is not read",
  async () => {
    const { put, pin } = await skillAndOutside();
    const { swap, swapBack } = put("", folder);
    let isOpened = false;
    const calls: FileCalls = {
      ...portable,
      async open(path, flags) {
        swap();
        const handle = await portable.open(path, flags);
        swapBack();
        renameSync(join(pin.path, "../swapped"), join(pin.path, "../outside"));
        isOpened = true;
        return handle;
      },
      lstat(path) {
        if (isOpened && path.endsWith("/y.md")) swap();
        isOpened &&= !path.endsWith("/y.md");
        return portable.lstat(path);
      },
    };
    const refused = { code: "resource_load_failed", message: expect.stringContaining("there is another folder now") };
    await expect(read(pin, "y.md", limits, calls)).rejects.toMatchObject(refused);
  },
);

posixOnly.each(ways.flatMap(([way, calls]) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => ({ way, calls, step }))))(
  "$way: a file that is replaced by a rename before call $step is read, the old or the new one",
  async ({ calls, step }) => {
    const { root, skill, pin } = await skillAndOutside();
    writeFileSync(join(root, "new"), "replaced");
    const { wrapped } = around(calls, step, () => renameSync(join(root, "new"), join(skill, "y.md")));
    expect(await read(pin, "y.md", limits, wrapped)).toMatch(/^(?:inside|replaced)$/);
  },
);

posixOnly.each(ways)("%s: a file that is missing for a moment is looked for again", async (_, calls) => {
  const { root, skill, pin } = await skillAndOutside();
  renameSync(join(skill, "y.md"), join(root, "kept"));
  let looks = 0;
  const look = (path: string) => {
    if (path.endsWith("/y.md")) looks += 1;
    if (looks === 3 && existsSync(join(root, "kept"))) renameSync(join(root, "kept"), join(skill, "y.md"));
  };
  const comesBack: FileCalls = {
    ...calls,
    open(path, flags) {
      if (calls.pathOf) look(path);
      return calls.open(path, flags);
    },
    realpath(path) {
      look(path);
      return calls.realpath(path);
    },
  };
  expect(await read(pin, "y.md", limits, comesBack)).toBe("inside");
});

posixOnly.each(ways)("%s: a FIFO in the place of a file is refused, and nothing waits for it", async (_, calls) => {
  const { skill, pin } = await skillAndOutside();
  rmSync(join(skill, "y.md"));
  execFileSync("mkfifo", [join(skill, "y.md")]);
  await expect(read(pin, "y.md", limits, calls)).rejects.toThrow("it is not a regular file");
});

linuxOnly("a FIFO is looked at and never opened, so that no writer is woken by it", async () => {
  const { skill, pin } = await skillAndOutside();
  rmSync(join(skill, "y.md"));
  execFileSync("mkfifo", [join(skill, "y.md")]);
  const opened: number[] = [];
  const calls: FileCalls = {
    ...systemCalls,
    open: (path, flags) => {
      opened.push(flags);
      return systemCalls.open(path, flags);
    },
  };
  await expect(read(pin, "y.md", limits, calls)).rejects.toThrow("it is not a regular file");
  expect(opened.map((flags) => (flags & 0o10000000) !== 0)).toEqual([true, true]);
});

posixOnly.each(ways)("%s: the names in a folder are read inside alone", async (_, calls) => {
  const { root, skill, pin } = await skillAndOutside();
  const names = async (path: string) =>
    useContainedFolder(pin, path, undefined, async (entries) => entries.map(({ name }) => name), calls);
  expect(await names("")).toEqual(["docs", "y.md"]);
  expect(await names("docs")).toEqual(["x.md"]);
  symlinkSync(join(root, "outside"), join(skill, "out"));
  await expect(names("out")).rejects.toThrow("leads out of the skill's folder");
  expect((await lookAtContained(pin, "docs", calls)).path).toBe(join(skill, "docs"));
});

test("an abort ends a long reading with the signal's own reason", async () => {
  const root = await folderWith({ long: "x".repeat(300 * 1024) });
  const controller = new AbortController();
  const reason = new Error("enough");
  let reads = 0;
  const calls: FileCalls = {
    ...systemCalls,
    async open(path, flags) {
      const handle = await systemCalls.open(path, flags);
      const original = handle.read.bind(handle) as (options: object) => ReturnType<typeof handle.read>;
      handle.read = ((options: object) => {
        reads += 1;
        if (reads === 2) controller.abort(reason);
        return original(options);
      }) as typeof handle.read;
      return handle;
    },
  };
  const asked = readPinnedFile(await pinFolder(root), "long", { maxBytes: 10 ** 6, signal: controller.signal }, calls);
  await expect(asked).rejects.toBe(reason);
  expect(reads).toBe(2);
});

describe("names that end like the kernel's mark of what was removed", () => {
  linuxOnly("a file beside the folder is outside", async () => {
    const root = await folderWith({ "skill/x": "inside", "skill (deleted)": "OUTSIDE" });
    const pin = await pinFolder(join(root, "skill"));
    symlinkSync("../skill (deleted)", join(root, "skill/leak"));
    await expect(readPinnedFile(pin, "leak", limits)).rejects.toThrow("leads out of the skill's folder");
  });

  linuxOnly("a file beside the folder that is removed while it is looked at is outside too", async () => {
    const root = await folderWith({ "skill/x": "inside", "skill (deleted)": "OUTSIDE" });
    const pin = await pinFolder(join(root, "skill"));
    symlinkSync("../skill (deleted)", join(root, "skill/leak"));
    const lstat: FileCalls["lstat"] = (path) => {
      if (path.endsWith(" (deleted)")) rmSync(path, { force: true });
      return systemCalls.lstat(path);
    };
    await expect(readPinnedFile(pin, "leak", limits, { ...systemCalls, lstat })).rejects.toThrow();
  });

  linuxOnly("a file in the folder is itself, and not another one", async () => {
    const root = await folderWith({ run: "plain", "run (deleted)": "marked" });
    const pin = await pinFolder(root);
    expect((await lookAtContained(pin, "run (deleted)")).path).toBe(join(root, "run (deleted)"));
    expect(String(await readPinnedFile(pin, "run (deleted)", limits))).toBe("marked");
  });

  linuxOnly("a folder that is called so is itself", async () => {
    const root = await folderWith({ "skill (deleted)/x": "inside", outside: "" });
    const pin = await pinFolder(join(root, "skill (deleted)"));
    expect(String(await readPinnedFile(pin, "x", limits))).toBe("inside");
    symlinkSync("../outside", join(root, "skill (deleted)/leak"));
    await expect(readPinnedFile(pin, "leak", limits)).rejects.toThrow("leads out of the skill's folder");
  });
});
