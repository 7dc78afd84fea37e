import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { makePrivateFolder, placeId, sweepFolders } from "../../../src/node/processes/private-folder.js";

const isRoot = process.getuid?.() === 0;
const otherPlace = createHash("sha256").update("elsewhere").digest("hex").slice(0, 16);

/** What is built, as root may read and remove everything: then another user runs it, where that one can read it. */
const built = fileURLToPath(new URL("../../../dist/node/processes/private-folder.js", import.meta.url));
const plainUser = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const canRunAsPlainUser =
  process.platform !== "win32" &&
  spawnSync(process.execPath, ["-e", `fs.readFileSync(${JSON.stringify(built)})`], plainUser).status === 0;

/** The id of a process that ran and was killed. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  child.kill("SIGKILL");
  await once(child, "exit");
  return child.pid ?? 0;
}

/** A process that runs until the test ends. */
function liveProcess(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

async function folderNamed(temporary: string, name: string): Promise<string> {
  await mkdir(join(temporary, name));
  await writeFile(join(temporary, name, "file"), "");
  return name;
}

test("folders of a host that died are swept; those of a live one, of another machine and of others' names stay", async () => {
  const temporary = await folderWith();
  const [place, dead, live] = [await placeId(), await deadProcess(), liveProcess()];
  await folderNamed(temporary, `skillplug-${place}-${dead}-AbCdEf`);
  const kept = await Promise.all([
    folderNamed(temporary, `skillplug-${place}-${live}-AbCdEf`),
    folderNamed(temporary, `skillplug-${place}-${process.pid}-AbCdEf`),
    folderNamed(temporary, `skillplug-${otherPlace}-${dead}-AbCdEf`),
    folderNamed(temporary, `skillplug-${dead}`),
    folderNamed(temporary, `my-skillplug-${place}-${dead}-AbCdEf`),
  ]);
  const target = await folderWith({ file: "" });
  await symlink(target, join(temporary, `skillplug-${place}-${dead}-link00`));
  await writeFile(join(temporary, `skillplug-${place}-${dead}-file00`), "");
  await sweepFolders(temporary);
  expect((await readdir(temporary)).sort()).toEqual(
    [...kept, `skillplug-${place}-${dead}-link00`, `skillplug-${place}-${dead}-file00`].sort(),
  );
  expect(await readdir(target)).toEqual(["file"]);
});

test.skipIf(!isRoot)("a folder of another user stays (needs root)", async () => {
  const temporary = await folderWith();
  const name = await folderNamed(temporary, `skillplug-${await placeId()}-${await deadProcess()}-AbCdEf`);
  await chown(join(temporary, name), 65534, 65534);
  await sweepFolders(temporary);
  expect(await readdir(temporary)).toEqual([name]);
});

test("in a container that starts again, the folder of the host before, which had our own id, is swept", async () => {
  const temporary = await folderWith();
  const before = await folderNamed(temporary, `skillplug-${await placeId()}-${process.pid}-before`);
  const now = await folderNamed(temporary, `skillplug-${await placeId()}-${process.pid}-during`);
  const earlier = new Date(Date.now() - process.uptime() * 1000 - 60_000);
  await utimes(join(temporary, before), earlier, earlier);
  await sweepFolders(temporary);
  expect(await readdir(temporary)).toEqual([now]);
});

test("a sweep of a folder that cannot be read does nothing", async () => {
  await sweepFolders("/no/such/folder");
});

test("a process sweeps before it makes its first folder, and names its own so that later ones can", async () => {
  const temporary = await folderWith();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const place = await placeId();
  await folderNamed(temporary, `skillplug-${place}-${await deadProcess()}-AbCdEf`);
  const folder = await makePrivateFolder();
  const own = expect.stringMatching(new RegExp(`^skillplug-${place}-${process.pid}-.{6}$`));
  expect(await readdir(temporary)).toEqual([own]);
  expect(folder.startsWith(temporary)).toBe(true);
  // Once a process: what is left behind later is for the next one.
  const late = await folderNamed(temporary, `skillplug-${place}-${await deadProcess()}-AbCdEf`);
  await makePrivateFolder();
  expect(await readdir(temporary)).toContain(late);
});

test("a host that was killed while its script ran leaves a folder, and the next host removes it", async () => {
  const temporary = await folderWith();
  const core = new URL("../../../dist/index.js", import.meta.url).href;
  const program = (script: string) => `
    import { SkillsToolset } from ${JSON.stringify(core)};
    const scripts = [{ name: "scripts/s.mjs", content: ${JSON.stringify(script)} }];
    const toolset = new SkillsToolset({ skills: [{ name: "a", description: "A.", content: "", scripts }] });
    console.log(await toolset.runSkillScript("a", "s", [], { onOutput: (text) => process.stdout.write(text) }));`;
  const start = (script: string) =>
    spawn(process.execPath, ["--input-type=module", "-e", program(script)], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "inherit"],
    });
  const host = start("console.log(process.pid); setTimeout(() => {}, 20_000)");
  const [printed] = await once(host.stdout, "data");
  host.kill("SIGKILL");
  await once(host, "exit");
  try {
    process.kill(Number(String(printed).trim()), "SIGKILL");
  } catch {
    // It has ended with its host.
  }
  expect(await readdir(temporary)).toHaveLength(1);
  const [code] = await once(start("console.log('done')"), "exit");
  expect(code).toBe(0);
  expect(await readdir(temporary)).toEqual([]);
});

test.skipIf(!canRunAsPlainUser)(
  "what a script has locked is removed too, and what cannot be removed is no error",
  async () => {
    const temporary = await folderWith();
    if (isRoot) await chown(temporary, 65_534, 65_534);
    const program = `const { makePrivateFolder, removeFolder } = await import(${JSON.stringify(built)});
    const { chmodSync, mkdirSync, symlinkSync, writeFileSync } = await import("node:fs");
    mkdirSync("outside");
    chmodSync("outside", 0o500);
    const folder = await makePrivateFolder();
    mkdirSync(folder + "/a/b", { recursive: true });
    writeFileSync(folder + "/a/b/file", "");
    symlinkSync(process.cwd() + "/outside", folder + "/a/link");
    for (const locked of ["/a/b", "/a"]) chmodSync(folder + locked, locked === "/a" ? 0 : 0o500);
    await removeFolder(folder);
    const kept = await makePrivateFolder();
    chmodSync(".", 0o500);
    await removeFolder(kept);`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      ...plainUser,
      cwd: temporary,
      env: { ...process.env, TMPDIR: temporary },
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const left = await readdir(temporary);
    expect(left).toEqual(["outside", expect.stringMatching(/^skillplug-/)]);
    expect((await stat(join(temporary, "outside"))).mode & 0o777).toBe(0o500);
  },
);

test("where no folder can be made, it is said once what to do", async () => {
  const folder = await folderWith({ file: "" });
  for (const [name, code] of [
    ["file", "ENOTDIR"],
    ["missing", "ENOENT"],
  ] as const) {
    vi.stubEnv("TMPDIR", join(folder, name));
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(makePrivateFolder()).rejects.toMatchObject({
      code: "script_not_started",
      message: `no folder can be made in ${join(folder, name)} (${code}). Set the variable TMPDIR to a folder that this program may write to`,
    });
  }
});
