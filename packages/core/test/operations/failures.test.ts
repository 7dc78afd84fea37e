import {
  directory,
  memory,
  type SkillInput,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

// What functions and sources of the program throw: an error that says whose it is, and what was thrown as its cause.

const cause = new RangeError("the line is down");
const fail = () => Promise.reject(cause);
const refuse = () => {
  throw cause;
};
const own: SkillInput = {
  name: "own",
  description: "Has functions",
  content: "",
  resources: [
    { name: "broken", function: fail },
    { name: "file.md", content: "text" },
  ],
  scripts: [{ name: "broken", function: fail }],
};
const toolset = (options: SkillsToolsetOptions = {}) => new SkillsToolset({ skills: [own], ...options });

/** A folder with one script, and how to run it. */
async function runFile(options: SkillsToolsetOptions): Promise<string> {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/run.sh": "echo ran" });
  return new SkillsToolset({ directories: [folder], ...options }).runSkillScript("a", "scripts/run.sh");
}

test.each<[string, string, () => Promise<unknown>, string]>([
  [
    "a resource",
    "SkillResourceLoadError",
    () => toolset().readSkillResource("own", "broken"),
    "The resource broken failed: the line is down",
  ],
  [
    "a script",
    "SkillScriptExecutionError",
    () => toolset().runSkillScript("own", "broken"),
    "Script exited with code 1\nthe line is down",
  ],
  [
    "an approval",
    "SkillError",
    () => runFile({ approval: fail }),
    "The script 'scripts/run.sh' did not run, since approval failed: the line is down",
  ],
  [
    "an executor",
    "SkillError",
    () => runFile({ executor: { execute: fail } }),
    "The executor failed to run scripts/run.sh: the line is down",
  ],
  [
    "a filter",
    "SkillError",
    () =>
      toolset({
        filter: () => {
          throw cause;
        },
      }).listSkills(),
    "No skills were loaded, since filter failed for own: the line is down",
  ],
])("%s that throws is a %s with the code function_failed, and its cause", async (_, name, call, message) => {
  await expect(call()).rejects.toMatchObject({ name, code: "function_failed", message, cause });
});

test("what a source throws is source_failed, for a skill's text, a resource and the files of a script", async () => {
  const scripts = [{ name: "run.sh", content: "echo ran" }];
  const source: SkillSource = { ...memory([{ ...own, scripts }]), id: "far-away", readFile: fail };
  const skills = new SkillsToolset({ sources: [source] });
  const message = (path: string) => `The source far-away could not read ${path} of the skill own: the line is down`;
  for (const [call, path] of [
    [skills.loadSkill("own"), "SKILL.md"],
    [skills.readSkillResource("own", "file.md"), "file.md"],
    [skills.runSkillScript("own", "run.sh"), expect.any(String)],
  ] as const) {
    const text = typeof path === "string" ? message(path) : expect.stringContaining("could not read");
    await expect(call).rejects.toMatchObject({ name: "SkillError", code: "source_failed", message: text, cause });
  }
});

test("a source that cannot tell a skill's folder is source_failed too", async () => {
  const scripts = [{ name: "run.sh", content: "echo ran" }];
  const source: SkillSource = { ...memory([{ ...own, scripts }]), id: "far-away", directoryOf: refuse };
  await expect(new SkillsToolset({ sources: [source] }).runSkillScript("own", "run.sh")).rejects.toMatchObject({
    code: "source_failed",
    message: "The source far-away could not tell the folder of the skill own: the line is down",
    cause,
  });
});

test("a source that throws what has no text fails alone, and a handler that does stops nothing", async () => {
  const fails = () => Promise.reject(Object.create(null));
  const source: SkillSource = { ...memory([]), id: "far-away", list: fails };
  const skills = new SkillsToolset({ sources: [source, memory([own])], logger: false, onEvent: fails });
  expect(Object.keys(await skills.listSkills())).toEqual(["own"]);
});

test("an abort in a source and an error of ours stay what they are", async () => {
  const { reason } = AbortSignal.abort();
  const aborted: SkillSource = { ...memory([own]), readFile: () => Promise.reject(reason) };
  await expect(new SkillsToolset({ sources: [aborted] }).loadSkill("own")).rejects.toBe(reason);
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const gone: SkillSource = {
    ...memory([own]),
    readFile: (_, path, limits) => directory(folder).readFile({ ...summary, baseDir: folder }, path, limits),
  };
  await expect(new SkillsToolset({ sources: [gone] }).loadSkill("own")).rejects.toMatchObject({
    code: "resource_load_failed",
  });
});

const summary = { name: "own", description: "", metadata: {}, resources: [], scripts: [] };

test("the reason of a call's own signal is thrown on as it is, whatever it is", async () => {
  const reason = new RangeError("enough");
  const signal = AbortSignal.abort(reason);
  const source: SkillSource = { ...memory([own]), readFile: () => Promise.reject(reason) };
  const skills = new SkillsToolset({ sources: [source] });
  await expect(skills.readSkillResource("own", "file.md", undefined, { signal })).rejects.toBe(reason);
  await expect(skills.readSkillResource("own", "file.md")).rejects.toMatchObject({
    code: "source_failed",
    cause: reason,
  });
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/run.sh": "" });
  const executor = { execute: () => Promise.reject(reason) };
  const run = new SkillsToolset({ directories: [folder], executor }).runSkillScript("a", "run", [], { signal });
  await expect(run).rejects.toBe(reason);
});

test("a filter that failed once does not keep the next load from working", async () => {
  let broken = true;
  const skills = toolset({
    filter: () => {
      if (broken) throw cause;
      return true;
    },
  });
  await expect(skills.listSkills()).rejects.toMatchObject({ code: "function_failed" });
  broken = false;
  expect(await skills.listSkills()).toEqual({ own: "Has functions" });
});
