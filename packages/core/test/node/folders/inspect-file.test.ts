import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync, symlinkSync } from "node:fs";
import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { directory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { aroundOpen, openBelow } from "../file-system-calls.js";
import { list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");

test("a file without an extension is a script when it begins with #!", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/program": "#!/bin/sh",
    "a/scripts/v1.2/program": "#!/bin/sh",
    "a/scripts/short": "#",
    "a/scripts/empty": "",
    "a/scripts/text": " #!/bin/sh",
  });
  const [skill] = (await list(folder)).skills;
  expect(names(skill?.scripts)).toEqual(["scripts/program", "scripts/v1.2/program"]);
  expect(names(skill?.resources)).toEqual(["scripts/empty", "scripts/short", "scripts/text"]);
});

test.skipIf(process.platform !== "linux")("files that are looked into are closed again", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/program": "#!/bin/sh",
    "a/scripts/text": "",
  });
  await list(folder);
  expect(openBelow(folder)).toEqual([]);
});

posixOnly("A16: an executable file without an extension is a script", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/go*": "binary",
    "a/scripts/stay": "text",
  });
  expect(names((await list(folder)).skills[0]?.scripts)).toEqual(["scripts/go"]);
});

posixOnly("a second listing sees that a file without an extension became a program", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/go": "binary" });
  const source = directory(folder);
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills[0]?.scripts).toEqual([]);
  await chmod(join(folder, "a/scripts/go"), 0o755);
  expect(names((await source.list({ signal: undefined })).skills[0]?.scripts)).toEqual(["scripts/go"]);
});

posixOnly("a link to a file of the skill is a file: a script or a resource by its own name", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/lib/tool.txt": "#!/bin/sh",
    "a/lib/plain.txt": "",
  });
  await mkdir(join(folder, "a/scripts"));
  await symlink("../lib/tool.txt", join(folder, "a/scripts/tool"));
  await symlink("../lib/plain.txt", join(folder, "a/scripts/plain"));
  await symlink("../lib/plain.txt", join(folder, "a/scripts/run.sh"));
  const { skills, diagnostics } = await list(folder);
  expect(names(skills[0]?.scripts)).toEqual(["scripts/run.sh", "scripts/tool"]);
  expect(names(skills[0]?.resources)).toEqual(["lib/plain.txt", "lib/tool.txt", "scripts/plain"]);
  expect(diagnostics).toEqual([]);
});

posixOnly("a link to a folder or to a FIFO of the skill is not listed, and nothing is wrong with it", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/docs/x.md": "" });
  execFileSync("mkfifo", [join(folder, "a/fifo")]);
  await symlink("docs", join(folder, "a/more"));
  await symlink("fifo", join(folder, "a/pipe"));
  await symlink(".", join(folder, "a/circle"));
  const { skills, diagnostics } = await list(folder);
  expect(names(skills[0]?.resources)).toEqual(["docs/x.md"]);
  expect(diagnostics).toEqual([]);
});

/** A FIFO in the place of a file, and what lets go whoever waits for it after all, so that the process can end. */
function exchangeForFifo(file: string): void {
  rmSync(file);
  execFileSync("mkfifo", [file]);
  onTestFinished(() => closeSync(openSync(file, constants.O_RDWR | constants.O_NONBLOCK)));
}

posixOnly(
  "files exchanged for FIFOs right before they are opened keep no thread: other files can be read",
  async () => {
    const files = Array.from({ length: 8 }, (_, index) => `scripts/tool${index}`);
    const folder = await folderWith({
      "a/SKILL.md": skillText("a"),
      "other.txt": "other",
      ...Object.fromEntries(files.map((file) => [`a/${file}`, "#!/bin/sh"])),
    });
    const exchanged = new Set<string>();
    aroundOpen((path) => {
      if (!path.includes("/scripts/tool") || exchanged.has(path)) return;
      exchanged.add(path);
      exchangeForFifo(path);
    });
    const { skills } = await list(folder);
    expect(exchanged.size).toBe(8);
    expect(names(skills[0]?.scripts)).toEqual([]);
    expect(await readFile(join(folder, "other.txt"), "utf8")).toBe("other");
  },
);

posixOnly("a file exchanged for a link out of the skill right before it is opened tells nothing", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/tool": "text", outside: "#!/bin/sh" });
  let isExchanged = false;
  aroundOpen((path) => {
    if (!path.endsWith("/tool") || isExchanged) return;
    isExchanged = true;
    rmSync(path);
    symlinkSync("../../outside", path);
  });
  expect(names((await list(folder)).skills[0]?.scripts)).toEqual([]);
  expect(isExchanged).toBe(true);
});
