import { realpathSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import {
  CallableScriptExecutor,
  directory,
  FileBasedSkillScript,
  type LoadOptions,
  loadSkills,
  localExecutor,
  memory,
  type ScriptRequest,
  SkillsToolset,
  type ToolCallOptions,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";

const FILES = { "a/SKILL.md": skillText("a"), "a/scripts/where.sh": 'pwd; echo "$SKILL_DIR $CLAUDE_SKILL_DIR"' };

/** Where the script of a skill runs, and in which folder it finds its skill. */
async function placeOf(options: LoadOptions = {}, call: ToolCallOptions = {}) {
  const skills = await folderWith(FILES);
  const toolset = await loadSkills(skills, options);
  const [place, own] = (await toolset.runSkillScript("a", "where", [], call)).split("\n");
  expect(own).toBe(`${skills}/a ${skills}/a`);
  return place;
}

/** This process works there until the test ends. */
function workIn(folder: string): void {
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe("the folder in which a script runs", () => {
  test("is that of this process, at the time of the run", async () => {
    expect(await placeOf()).toBe(realpathSync(process.cwd()));
    const skills = await folderWith(FILES);
    const toolset = await loadSkills(skills);
    const later = await folderWith();
    workIn(later);
    expect((await toolset.runSkillScript("a", "where")).split("\n")[0]).toBe(later);
  });

  test("is named by the toolset, and before it by the call; a relative path begins at this process's", async () => {
    const [one, two] = [await folderWith({ "below/x": "" }), await folderWith()];
    expect(await placeOf({ workFolder: one })).toBe(one);
    expect(await placeOf({ workFolder: one }, { workFolder: two })).toBe(two);
    const way = relative(process.cwd(), join(one, "below"));
    expect(await placeOf({ workFolder: way })).toBe(join(one, "below"));
    expect(await placeOf({}, { workFolder: way })).toBe(join(one, "below"));
  });

  test("is told by a function from the run context, for each call", async () => {
    const folders = { ada: await folderWith(), bob: await folderWith() };
    const workFolder = async (context: unknown) => folders[(context as { user: "ada" | "bob" }).user];
    expect(await placeOf({ workFolder }, { context: { user: "ada" } })).toBe(folders.ada);
    expect(await placeOf({ workFolder }, { context: { user: "bob" } })).toBe(folders.bob);
  });

  test("is the executor's own cwd where nobody names one, and a named one goes first", async () => {
    const [cwd, named] = [await folderWith(), await folderWith()];
    const executor = localExecutor({ cwd });
    expect(await placeOf({ executor })).toBe(cwd);
    expect(await placeOf({ executor, workFolder: named })).toBe(named);
    expect(await placeOf({ executor }, { workFolder: named })).toBe(named);
  });

  test("is the same for a private copy, where SKILL_DIR is the copy's", async () => {
    const skills = await folderWith(FILES);
    const workFolder = await folderWith();
    const toolset = await loadSkills(directory(skills, { trusted: false }), { approval: "never", workFolder });
    const [place, own = ""] = (await toolset.runSkillScript("a", "where")).split("\n");
    expect(place).toBe(workFolder);
    expect(own).not.toContain(skills);
  });

  test("reaches any executor as an absolute path, and functions as it was named", async () => {
    const workFolder = await folderWith();
    const run = vi.fn((_: ScriptRequest) => "");
    const executor = new CallableScriptExecutor(run);
    const skills = await folderWith(FILES);
    await (await loadSkills(skills, { executor })).runSkillScript("a", "where");
    await (await loadSkills(skills, { executor, workFolder })).runSkillScript("a", "where");
    expect(run.mock.calls.map(([request]) => request.workFolder)).toEqual([realpathSync(process.cwd()), workFolder]);
  });

  test("of a script that another toolset hands on is that of the call, and of the outer one where that names one", async () => {
    const skills = await folderWith(FILES);
    const [inner, outer] = [await folderWith(), await folderWith()];
    const handed = await (await loadSkills(skills, { workFolder: inner })).getSkill("a");
    const place = async (options: LoadOptions, call?: ToolCallOptions) => {
      const toolset = new SkillsToolset({ skills: handed ? [handed] : [], ...options });
      return (await toolset.runSkillScript("a", "where", [], call)).split("\n")[0];
    };
    expect(await place({})).toBe(inner);
    expect(await place({ workFolder: outer })).toBe(outer);
    expect(await place({}, { workFolder: outer })).toBe(outer);
  });

  test("of a script that is a file of the program is its own, unless the call names one", async () => {
    const folder = await folderWith({ "where.sh": "pwd" });
    const workFolder = await folderWith();
    const script = new FileBasedSkillScript({ name: "where.sh", directory: folder });
    expect(await script.run()).toBe(folder);
    expect(await script.run(undefined, [], { workFolder: relative(process.cwd(), workFolder) })).toBe(workFolder);
  });
});

describe("what is no work folder", () => {
  test.each<[string, unknown]>([
    ["an empty text", ""],
    ["a number", 7],
    ["null", null],
    ["a list", ["."]],
  ])("%s is refused when skills are loaded, and in a call nothing runs", async (_, workFolder) => {
    const skills = await folderWith(FILES);
    const wrong = { workFolder: workFolder as string };
    await expect(loadSkills(skills, wrong)).rejects.toMatchObject({
      code: "invalid_option",
      message: expect.stringMatching(/workFolder .*must be the path of a folder.* or a function/),
    });
    const refusal = { code: "script_not_started", message: expect.stringMatching(/its work folder must be the path/) };
    if (workFolder !== null) {
      const toolset = await loadSkills(skills);
      await expect(toolset.runSkillScript("a", "where", [], wrong)).rejects.toMatchObject(refusal);
    }
    const told = await loadSkills(skills, { workFolder: () => workFolder as string });
    await expect(told.runSkillScript("a", "where")).rejects.toMatchObject(refusal);
  });

  test("a folder that is missing, or a file, is named in the answer", async () => {
    const folder = await folderWith({ file: "" });
    for (const name of ["missing", "file"]) {
      await expect(placeOf({ workFolder: join(folder, name) })).rejects.toMatchObject({
        code: "script_not_started",
        message: expect.stringContaining(
          `the script would run in ${join(folder, name)}, which is no folder. Create it`,
        ),
      });
    }
  });

  test("what a function throws is the program's own failure, and an abort ends the waiting", async () => {
    const workFolder = () => {
      throw new Error("nobody is logged in");
    };
    await expect(placeOf({ workFolder })).rejects.toMatchObject({
      code: "function_failed",
      message: "The script did not run, since the function workFolder failed: nobody is logged in",
    });
    const abort = new AbortController();
    const waiting = placeOf({ workFolder: () => new Promise(() => {}) }, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  });

  test("the folder of this process, when it was removed, is told; a named one works", async () => {
    const removed = await folderWith();
    workIn(removed);
    await rm(removed, { recursive: true });
    await expect(placeOf()).rejects.toMatchObject({
      code: "script_not_started",
      message: expect.stringContaining("the working folder of this program was removed"),
    });
    const workFolder = await folderWith();
    expect(await placeOf({ workFolder })).toBe(workFolder);
  });
});

describe("what is told of it", () => {
  test("load_skill names it, unless a function tells it or scripts run elsewhere", async () => {
    const skills = await folderWith(FILES);
    const workFolder = await folderWith();
    const line = async (options: LoadOptions) =>
      /^They run in .*$/m.exec(await (await loadSkills(skills, options)).loadSkill("a"))?.[0];
    const how = "relative paths in args are files there, $SKILL_DIR/… the skill's own.";
    expect(await line({ workFolder })).toBe(`They run in the work folder ${workFolder}: ${how}`);
    expect(await line({ executor: localExecutor({ cwd: workFolder }) })).toContain(workFolder);
    expect(await line({ workFolder: () => workFolder })).toBe(`They run in the work folder: ${how}`);
    const elsewhere = new CallableScriptExecutor(() => "");
    expect(await line({ executor: elsewhere })).toBe(`They run in the work folder: ${how}`);
  });

  test("a skill whose scripts are functions says nothing of it", async () => {
    const scripts = [{ name: "now", function: () => "" }];
    const toolset = await loadSkills(memory([{ name: "b", description: "B.", content: "", scripts }]));
    expect(await toolset.loadSkill("b")).not.toContain("work folder");
  });
});

describe("an approval", () => {
  const asked = async (options: LoadOptions, call: ToolCallOptions = {}) => {
    const approval = vi.fn(() => true);
    const toolset = await loadSkills(await folderWith(FILES), { approval, ...options });
    await toolset.runSkillScript("a", "where", [], call);
    return approval.mock.lastCall?.[0 as never] as unknown;
  };

  test("tells the work folder and the standard input", async () => {
    const workFolder = await folderWith();
    expect(await asked({ workFolder }, { stdin: "text" })).toMatchObject({ workFolder, stdin: "text" });
    expect(await asked({})).toMatchObject({ workFolder: realpathSync(process.cwd()) });
    expect(await asked({})).not.toHaveProperty("stdin");
  });

  test("does not count where a link leads to another folder since, nor for another standard input", async () => {
    const [root, skills] = [await folderWith({ "one/x": "", "two/x": "" }), await folderWith(FILES)];
    await symlink("one", join(root, "current"));
    const toolset = await loadSkills(skills, {
      approval: "always",
      approvalBy: "framework",
      workFolder: join(root, "current"),
    });
    const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
    const input = { skill_name: "a", script_name: "where", stdin: "one" };
    await tool?.requestApproval?.(input, { callId: "1" });
    await rm(join(root, "current"));
    await symlink("two", join(root, "current"));
    const moved = await tool?.execute(input, { callId: "1", approved: true });
    expect(moved?.text).toMatch(/the work folder changed in between/);
    await tool?.requestApproval?.(input, { callId: "2" });
    const other = await tool?.execute({ ...input, stdin: "two" }, { callId: "2", approved: true });
    expect(other?.text).toMatch(/the standard input changed in between/);
    await tool?.requestApproval?.(input, { callId: "3" });
    expect((await tool?.execute(input, { callId: "3", approved: true }))?.ok).toBe(true);
  });

  test("of a call is of the folder that the call names", async () => {
    const [root, skills] = [await folderWith({ "one/x": "" }), await folderWith(FILES)];
    const toolset = await loadSkills(skills, { approval: "always", approvalBy: "framework" });
    const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
    const input = { skill_name: "a", script_name: "where" };
    const request = await tool?.requestApproval?.(input, { callId: "1", workFolder: join(root, "one") });
    expect(request?.workFolder).toBe(join(root, "one"));
    expect((await tool?.execute(input, { callId: "1", approved: true }))?.text).toMatch(/the work folder changed/);
  });
});

test("a work folder full of a stranger's files gives no program its modules", async () => {
  const skills = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/x.py": "import json, helper; print(json.dumps(helper.WHO))",
    "a/scripts/helper.py": "WHO = 'ours'",
    "a/scripts/y.mjs": 'import { who } from "./helper.mjs"; console.log(who)',
    "a/scripts/helper.mjs": "export const who = 'ours';",
    "a/scripts/z.sh": "helper || echo none",
  });
  const workFolder = await folderWith({
    "helper.py": "WHO = 'theirs'",
    "json.py": "raise SystemExit('theirs')",
    "helper.mjs": "export const who = 'theirs';",
    "package.json": '{"type": "commonjs"}',
    "helper*": "#!/bin/sh\necho theirs",
    "python3*": "#!/bin/sh\necho theirs",
    "sitecustomize.py": "print('theirs')",
    ".env": "WHO=theirs",
  });
  await mkdir(join(workFolder, "node_modules"));
  await writeFile(join(workFolder, ".python-version"), "2.7\n");
  const toolset = await loadSkills(skills, { workFolder });
  expect(await toolset.runSkillScript("a", "x")).toBe('"ours"');
  expect(await toolset.runSkillScript("a", "y")).toBe("ours");
  expect(await toolset.runSkillScript("a", "z")).toBe("none");
});
