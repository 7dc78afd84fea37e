import { chmod, mkdir, readFile, rmdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test } from "vitest";
import { findProgram, findPython } from "../../../src/node/processes/programs.js";
import { scriptEnvironment } from "../../../src/node/processes/script-environment.js";
import { runScript } from "./scripts.js";

/** A program that says where it lies. */
const SAY = '#!/bin/sh\necho "$0" "$@"';
const here = (PATH: string) => scriptEnvironment({ PATH }, ["PATH"], {});

/** The tests of relative parts work in a folder of their own. */
function workIn(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
}

describe.skipIf(process.platform === "win32")("parts of the PATH that are not absolute", () => {
  test.each([
    ["/a:/b", "/a:/b"],
    ["/a::/b", "/a:/b"],
    [":/a", "/a"],
    ["/a:", "/a"],
    [".:/a:./bin:bin:../x:~/bin", "/a"],
    ["", "/dev/null"],
    [".", "/dev/null"],
    ["bin:", "/dev/null"],
  ])("of %j a script gets %j", (given, passed) => {
    expect(scriptEnvironment({ PATH: given }, ["PATH"], {})["PATH"]).toBe(passed);
    expect(scriptEnvironment({}, [], { PATH: given })["PATH"]).toBe(passed);
  });

  test("where there was no PATH there is none, and other variables are as they were", () => {
    expect(scriptEnvironment({ HOME: ".:x" }, ["HOME", "PATH"], {})).not.toHaveProperty("PATH");
    expect(scriptEnvironment({ HOME: ".:x" }, ["HOME"], {})["HOME"]).toBe(".:x");
  });

  test.each([".", "", "bin"])("with %j no program of the working folder is run", async (part) => {
    const folder = await folderWith({ "lua*": SAY, "bin/lua*": SAY });
    workIn(folder);
    for (const environment of [here(part), { PATH: part }]) {
      expect(await findProgram("lua", environment)).toBeUndefined();
    }
    const skill = await folderWith({ "a.lua": "", "lua*": SAY, "bin/lua*": SAY });
    const result = await runScript(skill, "a.lua", { parentEnvironment: { PATH: part } });
    expect(result.interrupted).toMatchObject({ code: "script_not_started" });
  });

  test("nor does a script find one there", async () => {
    const skill = await folderWith({ "a.sh": "helper || echo none", "helper*": SAY });
    const { stdout } = await runScript(skill, "a.sh", { parentEnvironment: { PATH: `.::${process.env["PATH"]}` } });
    expect(stdout).toBe("none\n");
  });

  test("a relative PYTHON leads nowhere, an absolute one and a name do", async () => {
    const tools = await folderWith({ "own*": SAY });
    const skill = await folderWith({ "a.py": "", "own*": SAY });
    workIn(tools);
    const run = async (PYTHON: string) => {
      const { stdout, interrupted } = await runScript(skill, "a.py", { parentEnvironment: { PATH: tools, PYTHON } });
      return interrupted?.code ?? stdout;
    };
    expect(await run("./own")).toBe("script_not_started");
    expect(await run(join(tools, "own"))).toContain(join(tools, "own"));
    expect(await run("own")).toContain(join(tools, "own"));
  });
});

describe.skipIf(process.platform === "win32")("programs of the skill itself", () => {
  test("are not what runs it, be they on the PATH by their folder or by a symlink", async () => {
    const skill = await folderWith({ "a.lua": "", "bin/lua*": SAY });
    const [links, tools] = [await folderWith(), await folderWith({ "lua*": SAY })];
    await symlink(join(skill, "bin/lua"), join(links, "lua"));
    await symlink(join(skill, "bin"), join(links, "bin"));
    const run = (PATH: string) => runScript(skill, "a.lua", { parentEnvironment: { PATH } });
    for (const trap of [join(skill, "bin"), links, join(links, "bin")]) {
      expect((await run(trap)).interrupted?.message).toContain("a.lua needs lua, which does not work here");
      expect((await run(`${trap}:${tools}`)).stdout).toContain(`${tools}/lua`);
    }
  });

  test("are not what a #! line may name: neither by a path nor relative to somewhere", async () => {
    const skill = await folderWith({ "bin/tool*": SAY });
    const tools = await folderWith({ "tool*": SAY });
    workIn(skill);
    for (const line of [`#!${skill}/bin/tool`, "#!bin/tool", "#!./bin/tool", "#!/usr/bin/env bin/tool"]) {
      const other = await folderWith({ script: line, "bin/tool*": SAY });
      const own = line.includes(skill) ? skill : other;
      await writeFile(join(own, "script"), line);
      const { stdout } = await runScript(own, "script", { parentEnvironment: { PATH: tools } });
      expect([line, stdout.split(" ")[0]]).toEqual([line, `${tools}/tool`]);
    }
  });

  test("run it where the program says so by a path", async () => {
    const skill = await folderWith({ "a.lua": "", "a.py": "", "bin/own*": "#!/bin/sh\nshift $(($# - 1)); echo own" });
    const own = join(skill, "bin/own");
    expect((await runScript(skill, "a.lua", { interpreters: { ".lua": [own] } })).stdout).toBe("own\n");
    expect((await runScript(skill, "a.py", { pythonPath: own })).stdout).toBe("own\n");
  });
});

describe.skipIf(process.platform === "win32")("which Python runs scripts", () => {
  test("a shim is asked for its Python once, a program of the machine is not started to be asked", async () => {
    const folder = await folderWith({ log: "", "python3*": '#!/bin/sh\necho "$@" >> log; echo "$0"' });
    await chmod(join(folder, "python3"), 0o755);
    workIn(folder);
    const skill = await folderWith({ "a.py": "" });
    await runScript(skill, "a.py", { parentEnvironment: { PATH: `${folder}:/usr/bin:/bin` }, cwd: folder });
    expect(await readFile(join(folder, "log"), "utf8")).toMatch(/^-c import sys; print\(sys.executable\)\n\/.*a.py\n$/);
    // A link to the shell, which could not answer the question: nobody asks it.
    const machine = await folderWith();
    await mkdir(join(machine, "bin"));
    await symlink("/bin/sh", join(machine, "bin/python3"));
    expect(await findPython(["python3"], { PATH: join(machine, "bin") })).toBe(join(machine, "bin/python3"));
  });

  test.skipIf(!hasProgram("python3"))(
    "a shim that fails is passed over for the next name (needs python3)",
    async () => {
      const folder = await folderWith({ "python3*": "#!/bin/sh\nexit 127", "python*": SAY });
      expect(await findPython(["python3", "python"], { PATH: `${folder}:/usr/bin:/bin` })).toBe(join(folder, "python"));
    },
  );
});

test.skipIf(process.platform === "win32")("a shim is asked also where the working folder was removed", async () => {
  const tools = await folderWith({ "python3*": `#!/bin/sh\necho "${"$"}{0%/*}/real"`, "real*": SAY });
  const folder = await folderWith();
  workIn(folder);
  await rmdir(folder);
  expect(() => process.cwd()).toThrow("ENOENT");
  expect(await findPython(["python3"], here(tools))).toBe(join(tools, "real"));
});
