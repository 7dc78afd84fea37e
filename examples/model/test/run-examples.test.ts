import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runProgram } from "./run-program.js";

const SCRIPT = fileURLToPath(new URL("../../../scripts/run-examples.mjs", import.meta.url));

/** A folder whose examples are these programs. */
async function examples(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skillplug-examples-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, program] of Object.entries(programs)) {
    for (const [file, text] of Object.entries({ "src/main.ts": "", "dist/main.js": program })) {
      const path = join(folder, "examples", name, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
  await mkdir(join(folder, "examples/model/src"), { recursive: true });
  return folder;
}

const GOOD = `console.log("what the good one says");`;
const BAD = `console.log("what the bad one says"); console.error("why it fails"); process.exit(1);`;

test("each example is one line, and those that fail show what they wrote", async () => {
  const { code, stdout } = await runProgram(SCRIPT, { cwd: await examples({ bad: BAD, good: GOOD }) });
  expect(code).toBe(1);
  expect(stdout.replaceAll(/ +[\d.]+ s/g, "")).toBe(
    "failed  bad\n    what the bad one says\n    why it fails\n    \nok  good\n\nFailed: bad\n",
  );
});

test("those that are named are run", async () => {
  const { code, stdout } = await runProgram(SCRIPT, { args: ["good"], cwd: await examples({ bad: BAD, good: GOOD }) });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +[\d.]+ s {2}good\n\nEvery example/);
});

test("a name that no example has ends with exit code 2 and the names that there are", async () => {
  const { code, stderr } = await runProgram(SCRIPT, { args: ["god"], cwd: await examples({ bad: BAD, good: GOOD }) });
  expect(stderr).toBe("No example is called god. The examples: bad, good.\n");
  expect(code).toBe(2);
});

test("keys and addresses of providers do not reach an example", async () => {
  const cwd = await examples({
    keys: "process.exit(Object.keys(process.env).some((name) => /OPENAI|GEMINI/.test(name)) ? 1 : 0)",
  });
  const env = { OPENAI_API_KEY: "secret", OPENAI_BASE_URL: "http://127.0.0.1:9", GEMINI_API_KEY: "secret" };
  expect(await runProgram(SCRIPT, { cwd, env })).toMatchObject({ code: 0 });
});
