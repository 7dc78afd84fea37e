import { realpathSync } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  CallableScriptExecutor,
  localExecutor,
  memory,
  type ScriptExecutor,
  SkillError,
  type SkillInput,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
  type ToolCallOptions,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";

const workFolder = realpathSync(process.cwd());
const MEGABYTES_10 = 10 * 1024 * 1024;
const skill: SkillInput = {
  name: "papers",
  description: "Finds papers.",
  content: "# P",
  resources: [
    { name: "data/x.txt", content: "beside" },
    { name: "now.txt", function: () => "not a file" },
  ],
  scripts: [
    { name: "scripts/read.sh", content: "echo $SKILL_DIR; cat $SKILL_DIR/data/x.txt" },
    { name: "scripts/fail.sh", content: "pwd; exit 1" },
    { name: "scripts/sum", function: () => "not a file either" },
  ],
};

/** An empty folder in which this program keeps its temporary files until the test ends. */
async function temporaryFiles(): Promise<string> {
  const folder = await folderWith();
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** What reading a file of a source was asked for. */
interface Reading {
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** A source whose files are not on this disk, and what was read of it. */
function recordedSource(inner = memory([skill])) {
  const readings: Reading[] = [];
  const readFile: SkillSource["readFile"] = (summary, path, { maxBytes, signal }) => {
    readings.push({ path, maxBytes, signal });
    return inner.readFile(summary, path, { maxBytes, signal });
  };
  return { readings, source: { ...inner, readFile } };
}

/** A toolset with what runs scripts in the test's own way. */
const toolsetOf = (source: SkillSource, options: SkillsToolsetOptions = {}) =>
  new SkillsToolset({ logger: false, sources: [source], ...options });

test("files that are not on this disk are laid there for a run, and nothing of them stays", async () => {
  const temporary = await temporaryFiles();
  const toolset = toolsetOf(memory([skill]));
  const [folder = "", beside] = (await toolset.runSkillScript("papers", "read")).split("\n");
  expect(folder.startsWith(temporary)).toBe(true);
  expect(beside).toBe("beside");
  await expect(access(folder)).rejects.toThrow("ENOENT");
  await expect(toolset.runSkillScript("papers", "fail")).rejects.toMatchObject({ code: "script_failed" });
  expect(await readdir(temporary)).toEqual([]);
});

test("an executor of somebody else's receives the files, and no folder is made for it", async () => {
  const temporary = await temporaryFiles();
  const received: string[] = [];
  const executor: ScriptExecutor = {
    async execute({ files, directory }) {
      expect(directory).toBeUndefined();
      for await (const { path } of files?.() ?? []) received.push(path);
      expect(await readdir(temporary)).toEqual([]);
      throw new Error("the machine is away");
    },
  };
  await expect(toolsetOf(memory([skill]), { executor }).runSkillScript("papers", "read")).rejects.toMatchObject({
    code: "function_failed",
    message: "The executor failed to run scripts/read.sh: the machine is away",
  });
  expect(received).toEqual(["SKILL.md", "data/x.txt", "scripts/fail.sh", "scripts/read.sh"]);
});

test("the reading of what is laid onto the disk has a limit, and ends with the call's signal", async () => {
  const { source, readings } = recordedSource();
  const controller = new AbortController();
  await toolsetOf(source).runSkillScript("papers", "read", [], { signal: controller.signal });
  const paths = ["SKILL.md", "data/x.txt", "scripts/fail.sh", "scripts/read.sh"];
  expect(readings.map(({ path, maxBytes }) => ({ path, maxBytes }))).toEqual(
    paths.map((path) => ({ path, maxBytes: MEGABYTES_10 })),
  );
  expect(readings.every(({ signal }) => signal instanceof AbortSignal)).toBe(true);
});

test("a file of 10 MB is laid onto the disk, one that is a byte longer is refused", async () => {
  const withFile = (bytes: number) => {
    const data = { name: "data.bin", content: new Uint8Array(bytes) };
    const scripts = [{ name: "scripts/size.sh", content: "wc -c < $SKILL_DIR/data.bin" }];
    return toolsetOf(memory([{ ...skill, resources: [data], scripts }]));
  };
  expect(await withFile(MEGABYTES_10).runSkillScript("papers", "size")).toBe(String(MEGABYTES_10));
  await expect(withFile(MEGABYTES_10 + 1).runSkillScript("papers", "size")).rejects.toMatchObject({
    code: "resource_load_failed",
    message: expect.stringContaining(`data.bin has ${MEGABYTES_10 + 1} bytes and at most ${MEGABYTES_10} are read`),
  });
});

/** A call's options, with a listener that keeps what it hears. */
function callOptions() {
  const heard: unknown[][] = [];
  const onOutput = (...output: unknown[]) => void heard.push(output);
  return { signal: new AbortController().signal, context: { user: 1 }, onOutput, heard };
}

/** The same signal and context, and a listener that leads to the call's own. */
function expectOptions(received: unknown, { heard, ...options }: ReturnType<typeof callOptions>) {
  const { onOutput, ...rest } = received as ToolCallOptions;
  expect(rest).toMatchObject({ signal: options.signal, context: options.context });
  onOutput?.("x", "stderr");
  expect(heard).toEqual([["x", "stderr"]]);
}

test("what runs a script that was laid onto the disk receives the call's signal, context and listener", async () => {
  const run = vi.fn((..._: unknown[]) => "");
  const options = callOptions();
  const toolset = toolsetOf(memory([skill]), { executor: new CallableScriptExecutor(run) });
  await toolset.runSkillScript("papers", "read", ["a"], options);
  const request = {
    skillName: "papers",
    files: expect.any(Function),
    scriptName: "scripts/read.sh",
    args: ["a"],
    workFolder,
  };
  expect(run).toHaveBeenCalledExactlyOnceWith(request, expect.anything());
  expectOptions(run.mock.lastCall?.[1], options);
});

test("B15: the folder scripts can be left out of a name, and one that fits several scripts runs none", async () => {
  const names = ["scripts/deep/x", "other/deep/x", "a/y", "b/y"];
  const scripts = names.map((name) => ({ name, function: () => name }));
  const toolset = toolsetOf(memory([{ ...skill, scripts }]));
  expect(await toolset.runSkillScript("papers", "deep/x")).toBe("scripts/deep/x");
  await expect(toolset.runSkillScript("papers", "y")).rejects.toMatchObject({
    code: "script_not_found",
    message: "Script 'y' fits several scripts: a/y, b/y. Give the whole path.",
    available: ["a/y", "b/y"],
  });
});

test("nothing is read, laid onto the disk or run of a script that is not approved", async () => {
  const temporary = await temporaryFiles();
  const { source, readings } = recordedSource();
  const execute = vi.fn();
  const toolset = toolsetOf(source, { approval: "always", executor: { execute } });
  await expect(toolset.runSkillScript("papers", "read")).rejects.toMatchObject({ code: "denied" });
  expect([readings, await readdir(temporary), execute.mock.calls]).toEqual([[], [], []]);
});

test("A46: an executor receives the script, its arguments, and the call's signal, context and listener", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/x.sh": "" });
  const run = vi.fn((..._: unknown[]) => " printed \n");
  const toolset = new SkillsToolset({ directories: [folder], executor: new CallableScriptExecutor(run) });
  const options = callOptions();
  expect(await toolset.runSkillScript("a", "x", ["b"], options)).toBe("printed");
  const request = { skillName: "a", scriptName: "scripts/x.sh", directory: join(folder, "a"), args: ["b"], workFolder };
  const checked = { ...request, files: expect.any(Function), checkFolder: expect.any(Function) };
  expect(run).toHaveBeenCalledExactlyOnceWith(checked, expect.anything());
  expectOptions(run.mock.lastCall?.[1], options);
});

test("a function receives the arguments, an empty object where there are none, and the call's options", async () => {
  const call = vi.fn((..._: unknown[]) => "");
  const toolset = toolsetOf(memory([{ ...skill, scripts: [{ name: "now", function: call }] }]));
  const options = callOptions();
  await toolset.runSkillScript("papers", "now", { city: "Oslo" }, options);
  await toolset.runSkillScript("papers", "now");
  expect(call.mock.calls).toEqual([
    [{ city: "Oslo" }, expect.anything()],
    [{}, { signal: expect.any(AbortSignal) }],
  ]);
  expectOptions(call.mock.calls[0]?.[1], options);
});

test("A45: what is printed comes trimmed; how a script ended is what the call rejects with", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/print.sh": "echo; echo '  two  words  '; echo",
    "a/scripts/fail.sh": "echo half; echo why >&2; exit 7",
    "a/scripts/wait.sh": "exec sleep 600",
  });
  const run = (name: string, options: SkillsToolsetOptions = {}, signal?: AbortSignal) =>
    new SkillsToolset({ directories: [folder], ...options }).runSkillScript("a", `scripts/${name}`, [], { signal });
  expect(await run("print.sh")).toBe("two  words");
  await expect(run("fail.sh")).rejects.toMatchObject({
    name: "SkillScriptExecutionError",
    code: "script_failed",
    message: "Script exited with code 7\nwhy\n\nstdout:\nhalf",
  });
  await expect(run("wait.sh", { executor: localExecutor({ timeoutMs: 1 }) })).rejects.toMatchObject({
    name: "SkillScriptExecutionError",
    code: "script_timeout",
    message: "Script execution timeout after 1ms",
  });
  await expect(run("wait.sh", { executor: localExecutor({ cwd: "/no/such/folder" }) })).rejects.toMatchObject({
    name: "SkillScriptExecutionError",
    code: "script_not_started",
    message: expect.stringMatching(/^Failed to execute script: .*\/no\/such\/folder/),
  });
  await expect(run("print.sh", {}, AbortSignal.abort())).rejects.toMatchObject({
    name: "SkillScriptExecutionError",
    code: "aborted",
    message: "Script aborted before it started",
  });
});

test("an abort ends a call that waits for its turn, and one whose files are being read leaves nothing behind", async () => {
  const temporary = await temporaryFiles();
  const abort = new AbortController();
  const { source } = recordedSource();
  const slow: SkillSource = {
    ...source,
    readFile(summary, path, limits) {
      if (path !== "data/x.txt") return source.readFile(summary, path, limits);
      abort.abort();
      return new Promise(() => {});
    },
  };
  const executors = [undefined, new CallableScriptExecutor(() => "")];
  for (const executor of executors) {
    const run = toolsetOf(slow, { executor }).runSkillScript("papers", "read", [], { signal: abort.signal });
    await expect(run).rejects.toMatchObject({ code: "aborted" });
  }
  expect(await readdir(temporary)).toEqual([]);
});

test("a copy is not run when its source says, once it was read, that the folder is another one", async () => {
  const temporary = await temporaryFiles();
  const checkFolder = vi.fn(() => Promise.reject(new SkillError("script_not_started", "the folder was replaced")));
  const source: SkillSource = { ...memory([skill]), trusted: false, checkFolder };
  const toolset = toolsetOf(source, { approval: "never" });
  const heard = vi.fn();
  await expect(toolset.runSkillScript("papers", "read", [], { onOutput: heard })).rejects.toMatchObject({
    code: "script_not_started",
    message: "the folder was replaced",
  });
  expect([checkFolder.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
  expect(await readdir(temporary)).toEqual([]);
});
