import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
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
      message: `Failed to execute script: the executor's option cwd is ${cwd}, which is no folder. Create it or name another`,
    });
});
