import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { runToEnd } from "@skillplug/testing/processes";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test } from "vitest";
import { HAS_TERMINAL, inTerminal } from "./in-terminal.js";
import { project } from "./project.js";
import { ENVIRONMENT, MAIN, piped, start } from "./skillplug.js";

const ESCAPE = "\u001B";

test("the reader of a pipe may leave early", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 300; index += 1) {
    files[`skills/s-${index}/SKILL.md`] = skillText(`s-${index}`, "x".repeat(1000));
  }
  const child = start(["list"], { cwd: await folderWith(files) });
  child.stdout.once("data", () => child.stdout.destroy());
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk, which /dev/full is", () => {
  /** Runs `skillplug` with one of its outputs on a full disk. */
  async function onFullDisk(args: readonly string[], full: 1 | 2, cwd: string) {
    const disk = await open("/dev/full", "w");
    onTestFinished(() => disk.close());
    const stdio: ("ignore" | "pipe" | number)[] = ["ignore", "pipe", "pipe"];
    stdio[full] = disk.fd;
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: ENVIRONMENT, stdio });
    const other = full === 1 ? child.stderr : child.stdout;
    const [[code], output] = await Promise.all([once(child, "close"), other ? text(other) : ""]);
    return { code, output };
  }
  test("data that cannot be written is exit code 1, and stderr says why", async () => {
    const { code, output } = await onFullDisk(["list"], 1, await project());
    expect(code).toBe(1);
    expect(output).toMatch(/^error: standard output cannot be written: .*ENOSPC/);
  });
  test("notes that cannot be written are exit code 1", async () => {
    expect(await onFullDisk(["list"], 2, await folderWith())).toMatchObject({ code: 1 });
  });
});

/** It says when it was asked to end, and goes on. */
const STUBBORN = `
  process.on("SIGTERM", () => console.log("asked to end"));
  setInterval(() => {}, 1000);
  console.log("pid", process.pid);`;

test("a second Ctrl-C does not wait for the script, which is killed", async () => {
  const cwd = await folderWith({ "skills/s/SKILL.md": skillText("s"), "skills/s/scripts/stay.mjs": STUBBORN });
  const child = start(["run", "s", "stay"], { cwd });
  let seen = "";
  child.stdout.on("data", (chunk) => {
    const before = seen;
    seen += chunk;
    for (const sign of ["pid", "asked to end"]) {
      if (!before.includes(sign) && seen.includes(sign)) child.kill("SIGINT");
    }
  });
  const { code, stderr } = await runToEnd(child);
  expect(code).toBe(130);
  expect(seen).toContain("asked to end");
  // Who waits for the script's end says that it has ended.
  expect(stderr).toBe("");
});

describe("colour in a pipe", () => {
  test("is not there, even in CI, but with FORCE_COLOR", async () => {
    const cwd = await project();
    const [ci, empty, forced, both, error] = await Promise.all([
      piped([], { cwd, env: { CI: "1" } }),
      piped([], { cwd, env: { FORCE_COLOR: "" } }),
      piped([], { cwd, env: { FORCE_COLOR: "1" } }),
      piped([], { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }),
      piped(["show", "nope"], { cwd }),
    ]);
    expect(ci.stdout).not.toContain(ESCAPE);
    expect(forced.stdout).toContain(ESCAPE);
    expect(empty.stdout).not.toContain(ESCAPE);
    expect(both.stdout).not.toContain(ESCAPE);
    expect(error.stderr).not.toContain(ESCAPE);
  });
  test("is on stderr for errors and notes with FORCE_COLOR, and not with --no-color", async () => {
    const [cwd, empty] = await Promise.all([project(), folderWith()]);
    const env = { FORCE_COLOR: "1" };
    const [error, plainError, note, plainNote] = await Promise.all([
      piped(["show", "nope"], { cwd, env }),
      piped(["show", "nope", "--no-color"], { cwd, env }),
      piped(["list"], { cwd: empty, env }),
      piped(["list", "--no-color"], { cwd: empty, env }),
    ]);
    expect(error.stderr).toContain(`${ESCAPE}[31merror:${ESCAPE}[39m Skill`);
    expect(plainError.stderr).not.toContain(ESCAPE);
    expect(note.stderr).toContain(`${ESCAPE}[2mNo skills in`);
    expect(plainNote.stderr).not.toContain(ESCAPE);
  });
});

describe.skipIf(!HAS_TERMINAL)("in a terminal, which needs python3", () => {
  test("there is colour, but not with NO_COLOR, --no-color, FORCE_COLOR=0 or a dumb terminal", async () => {
    const cwd = await project();
    const cases: [args: string[], env: Record<string, string>, coloured: boolean][] = [
      [["list"], {}, true],
      [["list"], { NO_COLOR: "" }, true],
      [["list"], { FORCE_COLOR: "" }, true],
      [["list"], { NO_COLOR: "1" }, false],
      [["list"], { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
      [["list", "--no-color"], {}, false],
      [["--no-color", "list"], {}, false],
      [["list"], { FORCE_COLOR: "0" }, false],
      [["list"], { FORCE_COLOR: "false" }, false],
      [["list"], { TERM: "dumb" }, false],
    ];
    const seen = cases.map(async ([args, env]) => (await inTerminal(args, { cwd, env })).output.includes(ESCAPE));
    expect(await Promise.all(seen)).toEqual(cases.map(([, , coloured]) => coloured));
  });

  test("each output is coloured only where it leads to the terminal itself", async () => {
    const cwd = await project();
    const [data, log] = [join(cwd, "data"), join(cwd, "log")];
    const [toData, toLog] = await Promise.all([
      inTerminal(["show", "nope"], { cwd, files: { 1: data } }),
      inTerminal(["show", "nope"], { cwd, files: { 2: log } }),
    ]);
    expect(toData.output).toContain(`${ESCAPE}[31merror:${ESCAPE}[39m Skill 'nope' not found`);
    expect(toLog.output).toBe("");
    expect(await readFile(log, "utf8")).toMatch(/^error: Skill 'nope' not found/);
  });

  test("--json is the same data as in a pipe, without colour", async () => {
    const cwd = await project();
    const [terminal, pipe] = await Promise.all([
      inTerminal(["list", "--json"], { cwd }),
      piped(["list", "--json"], { cwd }),
    ]);
    expect(terminal.output).toBe(pipe.stdout);
  });

  test("validate and doctor say by colour which severity", async () => {
    const cwd = await folderWith({ "skills/other/SKILL.md": "no front matter" });
    const [validated, examined] = await Promise.all([
      inTerminal(["validate"], { cwd }),
      inTerminal(["doctor"], { cwd }),
    ]);
    expect(validated.code).toBe(1);
    expect(validated.output).toContain(`${ESCAPE}[31merror`);
    expect(examined.code).toBe(1);
    expect(examined.output).toContain(`${ESCAPE}[32mok`);
  });
});
