import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { localExecutor } from "../../../src/node/processes/local-executor.js";
import { confirmScript, locateScript } from "../../../src/node/processes/script-file.js";
import { aroundOpen } from "../file-system-calls.js";
import { runScript, runShell } from "./scripts.js";

/** The answer to a script that is not run. */
const refused = (why: RegExp) => ({
  exitCode: null,
  stdout: "",
  interrupted: { code: "script_not_started", message: expect.stringMatching(why) },
});

test("bad input 24: a script outside the skill, or a symlink there, is refused", async () => {
  const outside = await folderWith({ "evil.sh": "echo evil", "folder/evil.sh": "echo evil" });
  const skill = await folderWith({ "ok.sh": "echo ok" });
  await symlink(join(outside, "evil.sh"), join(skill, "link.sh"));
  await symlink(join(outside, "folder"), join(skill, "scripts"));
  const names = ["link.sh", "scripts/evil.sh", join(outside, "evil.sh"), `../${outside.split("/").pop()}/evil.sh`];
  const why = /^Failed to execute script: .* leads out of the skill's folder/;
  for (const name of names) expect(await runScript(skill, name)).toMatchObject(refused(why));
});

test("bad input 24: a sibling folder whose name begins alike is outside", async () => {
  const parent = await folderWith({ "skills/ok.sh": "echo ok", "skills-evil/x.sh": "echo evil" });
  const why = /\.\.\/skills-evil\/x\.sh leads out of the skill's folder/;
  expect(await runScript(join(parent, "skills"), "../skills-evil/x.sh")).toMatchObject(refused(why));
});

test("bad input 24: what is missing or no regular file is refused", async () => {
  const skill = await folderWith({ "ok.sh": "echo ok" });
  await mkdir(join(skill, "folder.sh"));
  await symlink("loop.sh", join(skill, "loop.sh"));
  execFileSync("mkfifo", [join(skill, "pipe.sh")]);
  for (const name of ["none.sh", "loop.sh", "a\0b"])
    expect(await runScript(skill, name)).toMatchObject(refused(/ cannot be found in the folder of the skill: /));
  for (const name of ["folder.sh", "pipe.sh", ""])
    expect(await runScript(skill, name)).toMatchObject(refused(/ is not a regular file$/));
  const elsewhere = join(skill, "no-such-skill");
  expect(await runScript(elsewhere, "ok.sh")).toMatchObject(
    refused(/ok\.sh cannot be found in the folder of the skill/),
  );
});

test("a symlink that stays inside the skill, and a skill that is reached through one, are run", async () => {
  const skill = await folderWith({ "lib/ok.sh": 'echo "$SKILL_DIR"' });
  await symlink("lib/ok.sh", join(skill, "short.sh"));
  const elsewhere = join(await folderWith(), "linked-skill");
  await symlink(skill, elsewhere);
  expect((await runScript(skill, "short.sh")).stdout).toBe(`${skill}\n`);
  expect((await runScript(elsewhere, "lib/ok.sh")).stdout).toBe(`${skill}\n`);
});

test("a working folder that is missing, or a file, is a result that names it", async () => {
  const folder = await folderWith({ file: "" });
  for (const cwd of [join(folder, "missing"), join(folder, "file")])
    expect((await runShell("pwd", { cwd })).interrupted).toEqual({
      code: "script_not_started",
      message: `Failed to execute script: the script would run in ${cwd}, which is no folder. Create it, or name another (workFolder, or the executor's option cwd)`,
    });
});

/** A request for the script of a skill whose folder is exchanged at the so-and-so-many-th check. */
async function exchangedAt(check: number, place: string) {
  const root = await folderWith({ "skill/scripts/go.sh": "echo inside", "outside/scripts/go.sh": "echo OUTSIDE" });
  const [skill, away] = [join(root, "skill"), join(root, "away")];
  let checks = 0;
  const checkFolder = async () => {
    checks += 1;
    if (checks !== check) return;
    renameSync(join(skill, place), away);
    symlinkSync(join(root, "outside", place), join(skill, place));
  };
  const request = { skillName: "test", scriptName: "scripts/go.sh", directory: skill, checkFolder };
  return { result: await localExecutor().execute(request, {}), checks };
}

test("a folder is checked before a script is looked for, and again right before it is started", async () => {
  expect(await exchangedAt(3, "")).toMatchObject({ checks: 2, result: { exitCode: 0, stdout: "inside\n" } });
});

test.each([
  [1, "", /the folder of the skill, .*, was replaced since it was listed: there is a link now/],
  [1, "scripts", /scripts\/go\.sh leads out of the skill's folder/],
  [1, "scripts/go.sh", /scripts\/go\.sh leads out of the skill's folder/],
  [2, "", /scripts\/go\.sh was exchanged while it was prepared, and is not run/],
  [2, "scripts", /scripts\/go\.sh was exchanged while it was prepared, and is not run/],
  [2, "scripts/go.sh", /scripts\/go\.sh was exchanged while it was prepared, and is not run/],
])("at check %d, an exchange of the skill's %j with a link out is seen", async (check, place, why) => {
  expect((await exchangedAt(check, place)).result).toMatchObject(refused(why));
});

test("another folder in the place of the skill's right before the start is seen, also where nothing checks it", async () => {
  const root = await folderWith({ "skill/go.sh": "echo inside", "outside/go.sh": "echo OUTSIDE" });
  const request = { skillName: "test", scriptName: "go.sh", directory: join(root, "skill") };
  const script = await locateScript(request);
  await confirmScript(script, request);
  renameSync(join(root, "skill"), join(root, "away"));
  renameSync(join(root, "outside"), join(root, "skill"));
  await expect(confirmScript(script, request)).rejects.toMatchObject({
    code: "script_not_started",
    message: "go.sh was exchanged while it was prepared, and is not run",
  });
});

test("a script that is gone right before its start is not found, and one that was replaced by a rename is run", async () => {
  for (const [isGone, outcome] of [
    [true, refused(/scripts\/go\.sh cannot be found/)],
    [false, { exitCode: 0, stdout: "new\n" }],
  ] as const) {
    const root = await folderWith({ "scripts/go.sh": "echo old", new: "echo new" });
    let checks = 0;
    const checkFolder = async () => {
      checks += 1;
      if (checks === 2)
        renameSync(join(root, isGone ? "scripts/go.sh" : "new"), join(root, isGone ? "x" : "scripts/go.sh"));
    };
    const request = { skillName: "test", scriptName: "scripts/go.sh", directory: root, checkFolder };
    expect(await localExecutor().execute(request, {})).toMatchObject(outcome);
  }
});

test("a check that rejects is the reason why a script is not started", async () => {
  const root = await folderWith({ "go.sh": "echo ran" });
  const checkFolder = () => Promise.reject(new Error("it moved"));
  const request = { skillName: "test", scriptName: "go.sh", directory: root, checkFolder };
  expect(await localExecutor().execute(request, {})).toMatchObject(refused(/^Failed to execute script: it moved$/));
});

test("a script exchanged for a FIFO before its #! line is read is not run, and nothing waits", async () => {
  const root = await folderWith({ "scripts/go": "#!/bin/sh\necho ran" });
  const script = join(root, "scripts/go");
  aroundOpen((path) => {
    if (path !== script) return;
    rmSync(script);
    execFileSync("mkfifo", [script]);
    onTestFinished(() => closeSync(openSync(script, constants.O_RDWR | constants.O_NONBLOCK)));
  });
  expect(await runScript(root, "scripts/go")).toMatchObject(refused(/go was exchanged while it was prepared/));
});
