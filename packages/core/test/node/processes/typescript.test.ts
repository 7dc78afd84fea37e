import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { access, cp, mkdir, readdir, readFile, rmdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localExecutor } from "../../../src/node/processes/local-executor.js";
import { runProcess } from "../../../src/node/processes/run-process.js";
import { prepareTypeScript } from "../../../src/node/processes/typescript.js";
import { runScript } from "./scripts.js";

const ownRequire = createRequire(import.meta.url);
const only = (installed: string) => (name: string) => (name === installed ? ownRequire.resolve(name) : undefined);
const limits = { timeoutMs: 120_000, killGraceMs: 100, maxOutputBytes: 100_000, env: process.env };

// What scripts do: a helper beside, types that Node cannot strip, a file beside, a test for being the main program.
const SCRIPT = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { greet, Tone } from "./lib/greet.js";
const beside: string = readFileSync(new URL("./beside.txt", import.meta.url), "utf8");
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(greet(process.argv[2] as string, Tone.Loud), await Promise.resolve(beside));
}`;
const FILES = {
  "scripts/hello.mts": SCRIPT,
  "scripts/lib/greet.ts":
    'export enum Tone { Quiet, Loud }\nexport const greet = (name: string, tone: Tone): string => "Hello " + name + Tone[tone];',
  "scripts/beside.txt": "beside",
  "scripts/package.json": '{"type": "module"}',
};
const script = (directory: string, name = "scripts/hello.mts") => ({ directory, path: join(directory, name) });

test("D42: a TypeScript script runs by tsx", async () => {
  const skill = await folderWith(FILES);
  const result = await runScript(skill, "scripts/hello.mts", { args: ["you"] });
  expect(result).toMatchObject({ exitCode: 0, stdout: "Hello youLoud beside\n" });
  const { command } = await prepareTypeScript(script(skill), { resolveModule: only("tsx"), nodeStripsTypes: true });
  expect(command.slice(0, 2)).toEqual([process.execPath, "--import"]);
});

describe("where tsx and esbuild may come from", () => {
  /** What is asked for, folder by folder, while only one folder has it. */
  async function ask(name: string, has: (folder: string) => boolean, file = "/there/module.mjs") {
    const skill = await folderWith(FILES);
    const asked: string[] = [];
    const resolveModule = (wanted: string, folder: string) => {
      if (wanted !== name) return undefined;
      asked.push(folder);
      return has(folder) ? file.replace("SKILL", skill) : undefined;
    };
    const prepared = prepareTypeScript(script(skill), { resolveModule, nodeStripsTypes: true });
    return { asked, skill, command: (await prepared).command };
  }
  const own = join(fileURLToPath(new URL("../../../src/node/processes", import.meta.url)), "");
  const main = dirname(realpathSync(process.argv[1] ?? ""));

  test("tsx: the working folder, that of this package, that of the main program, and never the skill's", async () => {
    const { asked, skill } = await ask("tsx", () => false);
    expect(asked).toEqual([process.cwd(), own, main]);
    expect(asked).not.toContain(skill);
    expect((await ask("tsx", (folder) => folder === main)).command).toContain("file:///there/module.mjs");
  });

  test("a tsx that lies in the skill is passed over, wherever it was found from", async () => {
    const { command, skill } = await ask("tsx", () => true, "SKILL/scripts/hello.mts");
    expect(command).toEqual([process.execPath, join(skill, "scripts/hello.mts")]);
  });

  test("esbuild runs in this process: never from the working folder, which can hold what others wrote", async () => {
    const { asked, command } = await ask("esbuild", (folder) => folder === process.cwd());
    expect(asked).toEqual([own, main]);
    expect(command[0]).toBe(process.execPath);
    expect(command).toHaveLength(2);
  });

  test("a program in an argument of Node has no folder: its own first argument is none", async () => {
    const planted = await folderWith({
      "node_modules/esbuild/index.js": 'require("node:fs").writeFileSync(process.env.MARK, "loaded");',
      "node_modules/esbuild/package.json": '{"name": "esbuild", "main": "index.js"}',
      "scripts/a.mts": "const answer: number = 42; console.log(answer);",
    });
    const app = await folderWith({ "package.json": '{"type": "module"}' });
    await cp(fileURLToPath(new URL("../../../dist", import.meta.url)), join(app, "dist"), { recursive: true });
    const mark = join(app, "mark");
    const code = `import(${JSON.stringify(pathToFileURL(join(app, "dist/node/processes/typescript.js")).href)}).then(
      ({ prepareTypeScript }) => prepareTypeScript({ directory: "/skill", path: "/skill/a.ts" })).catch(() => {});`;
    const env = { ...process.env, NODE_PATH: undefined, MARK: mark };
    const evaluated = ["-e", code, join(planted, "scripts/a.mts")];
    await runProcess([process.execPath, ...evaluated], { ...limits, cwd: planted, env });
    await expect(access(mark)).rejects.toThrow("ENOENT");
  });
});

test("D42: without tsx it runs through esbuild, and nothing stays behind", async () => {
  const skill = await folderWith(FILES);
  const prepared = await prepareTypeScript(script(skill), { resolveModule: only("esbuild"), nodeStripsTypes: false });
  const result = await runProcess([...prepared.command, "you"], { ...limits, cwd: skill });
  expect(result).toMatchObject({ exitCode: 0, stdout: "Hello youLoud beside\n", stderr: "" });
  await prepared.dispose?.();
  await expect(access(prepared.command.at(-1) ?? "")).rejects.toThrow("ENOENT");
});

test("D42: the executor checks and runs it through esbuild where tsx is not installed, and cleans up", async () => {
  const skill = await folderWith(FILES);
  const app = await folderWith({
    "package.json": '{"type": "module"}',
    "app.ts": `
      import { readdirSync } from "node:fs";
      import { LocalScriptExecutor } from "./src/node/processes/local-executor.js";
      const executor = new LocalScriptExecutor();
      const request = { skillName: "x", scriptName: "scripts/hello.mts", directory: process.argv[2] ?? "", args: ["you"] };
      const problem = await executor.check(request);
      const left = readdirSync(process.env.TMPDIR ?? "").filter((name) => name.startsWith("skillplug"));
      console.log(JSON.stringify({ problem, left, ...(await executor.execute(request, {})) }));`,
    "temporary/x": "",
  });
  await cp(fileURLToPath(new URL("../../../src", import.meta.url)), join(app, "src"), { recursive: true });
  await mkdir(join(app, "node_modules"));
  for (const name of ["esbuild", "fastest-levenshtein"]) {
    await symlink(dirname(ownRequire.resolve(`${name}/package.json`)), join(app, "node_modules", name));
  }
  // pnpm lets its own programs find every package by NODE_PATH.
  const env = { ...process.env, NODE_PATH: undefined, TMPDIR: join(app, "temporary") };
  const tsx = pathToFileURL(ownRequire.resolve("tsx")).href;
  const command = [process.execPath, "--import", tsx, "app.ts", skill];
  const { stdout, stderr } = await runProcess(command, { ...limits, cwd: app, env });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ left: [], exitCode: 0, stdout: "Hello youLoud beside\n" });
  expect(JSON.parse(stdout)).not.toHaveProperty("problem");
  expect((await readdir(env.TMPDIR)).filter((name) => name.startsWith("skillplug"))).toEqual([]);
});

test("through esbuild, packages and CommonJS are found from the script's place, and errors name its lines", async () => {
  const skill = await folderWith({
    "run.ts":
      'import answer from "answer";\nimport { sep } from "node:path";\nconsole.log(answer, sep);\nthrow new Error("here");',
    "old.cts":
      'const answer: number = require("answer");\nconsole.log(answer, require("node:path").basename(__filename));',
    "broken.ts": "const = 1;",
  });
  await mkdir(join(skill, "node_modules/answer"), { recursive: true });
  await writeFile(join(skill, "node_modules/answer/index.js"), 'module.exports = require("fs") && 42;');
  const tools = { resolveModule: only("esbuild"), nodeStripsTypes: false };
  const run = async (name: string) => {
    const { command, dispose } = await prepareTypeScript(script(skill, name), tools);
    const result = await runProcess(command, { ...limits, cwd: skill });
    await dispose?.();
    return result;
  };
  const failed = await run("run.ts");
  expect(failed).toMatchObject({ exitCode: 1, stdout: "42 /\n" });
  expect(failed.stderr).toContain("run.ts:4");
  expect((await run("old.cts")).stdout).toBe("42 old.cts\n");
  const temporary = await folderWith();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(run("broken.ts")).rejects.toThrow("broken.ts:1:6");
  expect(await readdir(temporary)).toEqual([]);
});

test("esbuild is not loaded from the skill's folder, as it would run in this process", async () => {
  const skill = await folderWith(FILES);
  const resolveModule = (name: string, folder: string) =>
    name === "esbuild" && folder === skill ? "/evil.js" : undefined;
  await expect(prepareTypeScript(script(skill), { resolveModule, nodeStripsTypes: false })).rejects.toMatchObject({
    code: "script_not_started",
  });
});

test("D42: without either, a Node that strips types runs it", async () => {
  const tools = { resolveModule: () => undefined, nodeStripsTypes: true };
  const { command } = await prepareTypeScript({ path: "/skill/a.ts", directory: "/skill" }, tools);
  expect(command).toEqual([process.execPath, "/skill/a.ts"]);
});

test("D42: with nothing that can run it, the answer says what to install", async () => {
  const tools = { resolveModule: () => undefined, nodeStripsTypes: false };
  await expect(prepareTypeScript({ path: "/skill/a.ts", directory: "/skill" }, tools)).rejects.toThrow(
    `Node ${process.version} cannot run TypeScript by itself. Install tsx (npm install tsx) or esbuild, or use Node 22.18 or later`,
  );
});

test.skipIf(process.platform === "win32")(
  "it runs by tsx also where the working folder of this program was removed",
  async () => {
    const skill = await folderWith(FILES);
    const removed = await folderWith();
    const before = process.cwd();
    process.chdir(removed);
    onTestFinished(() => process.chdir(before));
    await rmdir(removed);
    const tools = { resolveModule: only("tsx"), nodeStripsTypes: false };
    const { command, dispose } = await prepareTypeScript(script(skill), tools);
    const result = await runProcess([...command, "you"], { ...limits, cwd: skill });
    await dispose?.();
    expect(result).toMatchObject({ exitCode: 0, stdout: "Hello youLoud beside\n" });
  },
);

describe("a script that awaits at its top level", () => {
  const both = (name: string) => (name === "tsx" || name === "esbuild" ? ownRequire.resolve(name) : undefined);
  const tools = { resolveModule: both, nodeStripsTypes: false };
  async function run(files: Readonly<Record<string, string>>, name: string, args: readonly string[] = []) {
    const skill = await folderWith(files);
    const { command, dispose } = await prepareTypeScript(script(skill, name), tools);
    const result = await runProcess([...command, ...args], { ...limits, cwd: skill });
    await dispose?.();
    return { ...result, isBundled: command.includes("--enable-source-maps"), skill };
  }
  const AWAIT = "const x: number = await Promise.resolve(4);\n";

  test("imports by tsconfig paths and by the main of a folder do not reach it, and TypeScript above the skill neither", async () => {
    const outer = await folderWith({
      "skill/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib": ["lib.ts"]}}}',
      "skill/lib.ts": 'export const x: string = "lib";',
      "skill/part/package.json": '{"main": "main.js"}',
      "skill/part/main.js": 'export const x = "main";',
      "skill/part/index.ts": 'export const x: string = "index";',
      "node_modules/types/package.json": '{"main": "main.ts", "type": "module"}',
      "node_modules/types/main.ts": "export const x: number = 1;",
      "beside.ts": "export const x: number = 1;",
      "plain.mjs": 'export const x = "plain";',
    });
    const skill = join(outer, "skill");
    const importing = async (name: string) => {
      await writeFile(join(skill, "a.ts"), `import { x } from "${name}";\nconsole.log(await x);`);
      const { command, dispose } = await prepareTypeScript(script(skill, "a.ts"), tools);
      const { stdout, stderr } = await runProcess(command, { ...limits, cwd: skill });
      await dispose?.();
      return stdout.trim() || /ERR_[A-Z_]+/.exec(stderr)?.[0];
    };
    expect(await importing("./part")).toBe("index");
    expect(await importing("../plain.mjs")).toBe("plain");
    expect(await importing("@lib")).toBe("ERR_INVALID_MODULE_SPECIFIER");
    if ("typescript" in process.features && process.features.typescript) return;
    for (const above of ["types", "../beside.js"]) expect(await importing(above)).toBe("ERR_UNKNOWN_FILE_EXTENSION");
  });

  test("what is no TypeScript either way goes to tsx, which says where", async () => {
    const result = await run({ "scripts/a.ts": `${AWAIT}const = 1;` }, "scripts/a.ts");
    expect(result).toMatchObject({ isBundled: false, exitCode: 1 });
    expect(result.stderr).toContain("a.ts:2:6");
  });

  test.each([
    ["with imports", `import { sep } from "node:path";\n${AWAIT}console.log(x, sep);`, "4 /"],
    ["without any", `${AWAIT}console.log(x);`, "4"],
    ["in a block", 'export {};\ntry {\n  console.log(await Promise.resolve("4"));\n} catch {}', "4"],
    ["with for await", "for await (const x of [4]) console.log(x);", "4"],
    ["and requires", `const { sep } = require("node:path");\n${AWAIT}console.log(x, sep);`, "4 /"],
    [
      "and asks whether it is the program",
      `${AWAIT}if (require.main === module) console.log(x, typeof exports);`,
      "4 object",
    ],
  ])("%s runs as an ES module", async (_, code, printed) => {
    expect(await run({ "scripts/a.ts": code }, "scripts/a.ts")).toMatchObject({
      stdout: `${printed}\n`,
      isBundled: true,
    });
  });

  test("each of its files sees its own place", async () => {
    const place = "[import.meta.url, import.meta.dirname, __dirname, __filename]";
    const files = {
      "scripts/a.ts": `import { place } from "./lib/b.js";\n${AWAIT}console.log(JSON.stringify([${place}, place, process.argv[1]]));`,
      "scripts/lib/b.ts": `${AWAIT}export const place = ${place};`,
    };
    const { stdout, skill } = await run(files, "scripts/a.ts");
    const placeOf = (path: string) => {
      const file = join(skill, path);
      return [pathToFileURL(file).href, dirname(file), dirname(file), file];
    };
    expect(JSON.parse(stdout)).toEqual([
      placeOf("scripts/a.ts"),
      placeOf("scripts/lib/b.ts"),
      join(skill, "scripts/a.ts"),
    ]);
  });

  test.each([
    [
      "only functions do",
      "async function f() { await 1; }\nconsole.log(__dirname.length > 0, require.main === module);\nf();",
    ],
    ["only a text does", 'const text = "await";\nconsole.log(typeof require === "function", true, text.length === 0);'],
  ])("where %s, tsx runs it as it always did", async (_, code) => {
    const { stdout, isBundled } = await run({ "a.ts": code }, "a.ts");
    expect([isBundled, stdout.startsWith("true true")]).toEqual([false, true]);
  });

  test("tsx runs it too where it is a module by its name or by a package.json", async () => {
    expect(await run({ "a.mts": `${AWAIT}console.log(x)` }, "a.mts")).toMatchObject({
      stdout: "4\n",
      isBundled: false,
    });
    const files = { "scripts/a.ts": `${AWAIT}console.log(x)`, "package.json": '{ "type": "module" }' };
    expect(await run(files, "scripts/a.ts")).toMatchObject({ stdout: "4\n", isBundled: false });
  });

  test.skipIf(process.platform === "win32")(
    "a FIFO in the skill stops nobody who only asks how it would run",
    async () => {
      const skill = await folderWith({ "scripts/a.ts": `import "./b.js";\n${AWAIT}console.log(x)` });
      for (const name of ["package.json", "b.ts"]) execFileSync("mkfifo", [join(skill, "scripts", name)]);
      const request = { skillName: "test", scriptName: "scripts/a.ts", directory: skill };
      expect(await localExecutor().describe?.(request)).toEqual([
        process.execPath,
        "--enable-source-maps",
        "scripts/a.ts (bundled by esbuild)",
      ]);
    },
  );

  test("a package that it cannot import is named by Node, and a file by esbuild", async () => {
    const failed = await run({ "a.ts": `import y from "no-such-package";\n${AWAIT}console.log(x, y);` }, "a.ts");
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Cannot find package 'no-such-package'"),
    });
    const file = run({ "scripts/a.ts": `import y from "./no.js";\n${AWAIT}console.log(x, y);` }, "scripts/a.ts");
    await expect(file).rejects.toThrow('a.ts:1:14: ERROR: [plugin: own-files] Could not resolve "./no.js"');
  });

  test.skipIf(process.platform === "win32")(
    "what is no regular file of the skill is neither read nor waited for here: Node is left to open it",
    async () => {
      const outside = await folderWith({ "b.cjs": "module.exports = 'theirs';" });
      const skill = await folderWith({
        "pipe.ts": `import "./fifo.ts";\n${AWAIT}`,
        "zero.ts": `import y from "./zero.json";\n${AWAIT}console.log(x, y);`,
        "other/config.ts": `import y from "some-package";\n${AWAIT}console.log(x, y);`,
        "own/config.ts": `import y from "some-package";\n${AWAIT}console.log(x, y);`,
        "link.ts": `import b from "./link.cjs";\n${AWAIT}console.log(b, x);`,
        "up.ts": `const b = require("${outside}/b");\n${AWAIT}console.log(b, x);`,
        "large.ts": `import b from "./large.cjs";\n${AWAIT}console.log(b, x);`,
        "large.cjs": `module.exports = "large";//${"x".repeat(4 * 1024 * 1024)}`,
      });
      await symlink("/dev/zero", join(skill, "zero.json"));
      await symlink(join(outside, "b.cjs"), join(skill, "link.cjs"));
      await symlink(join(outside, "b.cjs"), join(outside, "b.js"));
      for (const name of ["fifo.ts", "pipe.json"]) execFileSync("mkfifo", [join(skill, name)]);
      for (const name of ["tsconfig.json", "package.json"])
        await symlink("../pipe.json", join(skill, name === "package.json" ? "own" : "other", name));
      const bundled = async (name: string) => {
        const { command, dispose } = await prepareTypeScript(script(skill, name), tools);
        onTestFinished(() => dispose?.());
        return { command, code: await readFile(command.at(-1) ?? "", "utf8") };
      };
      expect((await bundled("pipe.ts")).code).toContain(`import "${pathToFileURL(join(skill, "fifo.ts")).href}"`);
      expect((await bundled("zero.ts")).code).toContain(`from "${pathToFileURL(join(skill, "zero.json")).href}"`);
      for (const name of ["own/config.ts", "other/config.ts"])
        expect((await bundled(name)).code).toContain('from "some-package"');
      for (const [name, printed] of [
        ["link.ts", "theirs"],
        ["up.ts", "theirs"],
        ["large.ts", "large"],
      ] as const) {
        const { command, code } = await bundled(name);
        expect(code).not.toMatch(/theirs|x{5000}/);
        expect((await runProcess(command, { ...limits, cwd: skill })).stdout).toBe(`${printed} 4\n`);
      }
    },
  );

  /** An esbuild whose service is as the code says, until it is stopped. */
  async function esbuildThat(code: string) {
    const real = pathToFileURL(ownRequire.resolve("esbuild")).href;
    const folder = await folderWith({
      "esbuild.mjs": `import * as real from "${real}";\nlet service = async () => {${code}};\nlet stops = 0;
        export const transform = async (...all) => (await service()) ?? real.transform(...all);
        export const build = async (...all) => (await service()) ?? real.build(...all);
        export const stop = async () => { stops += 1; service = stops === 1 ? async () => undefined : async () => { throw new Error("stopped again"); }; };`,
    });
    const find = (name: string) => (name === "esbuild" ? join(folder, "esbuild.mjs") : both(name));
    return { resolveModule: find, nodeStripsTypes: false };
  }
  const died = 'throw new Error("The service was stopped")';

  test("a service of esbuild that has died is started anew, once, also for several", async () => {
    const skill = await folderWith({ "a.ts": `${AWAIT}console.log(x)` });
    // All three are under way when it dies.
    const asked = "globalThis.asked = (globalThis.asked ?? 0) + 1; if (globalThis.asked === 3) globalThis.allAsked();";
    vi.stubGlobal("asked", 0);
    vi.stubGlobal("died", new Promise<void>((resolve) => vi.stubGlobal("allAsked", resolve)));
    onTestFinished(() => void vi.unstubAllGlobals());
    const withDead = await esbuildThat(`${asked} await globalThis.died; ${died}`);
    const prepare = () => prepareTypeScript(script(skill, "a.ts"), withDead);
    for (const { command, dispose } of await Promise.all([prepare(), prepare(), prepare()])) {
      expect((await runProcess(command, { ...limits, cwd: skill })).stdout).toBe("4\n");
      await dispose?.();
    }
  });

  test("one that does not work at all is the error, and no word on the script", async () => {
    const skill = await folderWith({ "a.ts": AWAIT });
    const never = await folderWith({
      "esbuild.mjs": `export const transform = async () => { ${died} };\nexport const build = transform;\nexport const stop = async () => {};`,
    });
    const resolveModule = (name: string) => (name === "esbuild" ? join(never, "esbuild.mjs") : both(name));
    await expect(prepareTypeScript(script(skill, "a.ts"), { ...tools, resolveModule })).rejects.toMatchObject({
      code: "script_not_started",
      message: "esbuild, which prepares this TypeScript, does not work: The service was stopped. Install it again",
    });
  });

  test("esbuild is given up with the signal", async () => {
    const skill = await folderWith({ "a.ts": AWAIT });
    const slow = await esbuildThat("serviceIsAsked(); await new Promise(() => {})");
    const controller = new AbortController();
    vi.stubGlobal("serviceIsAsked", () => controller.abort(new Error("enough")));
    onTestFinished(() => void vi.unstubAllGlobals());
    const prepared = prepareTypeScript(script(skill, "a.ts"), slow, false, controller.signal);
    await expect(prepared).rejects.toMatchObject({
      code: "script_not_started",
      message: "esbuild was given up while it prepared the script: enough",
    });
  });

  test.each([
    ["is asked what the script is", "transform", undefined],
    ["bundles it", "build", undefined],
    ["bundles it, and the call has a signal too", "build", new AbortController().signal],
  ])("esbuild has the time limit of the script while it %s", async (_, held, signal) => {
    const real = await import("../../../src/node/processes/esbuild-bundle.js");
    const loadEsbuild = async (file: string) => ({
      ...(await real.loadEsbuild(file)),
      [held]: () => new Promise(() => {}),
    });
    vi.doMock("../../../src/node/processes/esbuild-bundle.js", () => ({ ...real, loadEsbuild }));
    vi.resetModules();
    onTestFinished(() => void vi.doUnmock("../../../src/node/processes/esbuild-bundle.js"));
    const { LocalScriptExecutor } = await import("../../../src/node/processes/local-executor.js");
    const request = { skillName: "s", scriptName: "a.ts", directory: await folderWith({ "a.ts": AWAIT }) };
    const { interrupted } = await new LocalScriptExecutor({ timeoutMs: 1_000 }).execute(request, { signal });
    expect(interrupted).toEqual({
      code: "script_not_started",
      message:
        "Failed to execute script: esbuild was given up while it prepared the script: The operation was aborted due to timeout",
    });
  });

  test("without esbuild, from where it may be loaded, it is left to tsx", async () => {
    const skill = await folderWith({ "a.ts": AWAIT });
    const resolveModule = (name: string, folder: string) =>
      folder === process.cwd() && (name === "tsx" || name === "esbuild") ? "/there/tsx.mjs" : undefined;
    const { command } = await prepareTypeScript(script(skill, "a.ts"), { resolveModule, nodeStripsTypes: true });
    expect(command).toEqual([process.execPath, "--import", "file:///there/tsx.mjs", join(skill, "a.ts")]);
  });
});
