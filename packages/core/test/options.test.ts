// What callers without types can get wrong, where options decide what is trusted and what runs.

import { pathToFileURL } from "node:url";
import {
  CallableScriptExecutor,
  directory,
  FileSystemDiscovery,
  type LoadOptions,
  LocalScriptExecutor,
  loadSkills,
  localExecutor,
  memory,
  SkillError,
  SkillsToolset,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";

/** The message of the refusal; everything else that comes of it fails the test. */
async function refusal(call: () => unknown): Promise<string> {
  const error = await Promise.resolve()
    .then(call)
    .catch((thrown: unknown) => thrown);
  return SkillError.isInstance(error) && error.code === "invalid_option" ? error.message : `no refusal: ${error}`;
}

/** What only JavaScript can pass. */
const untyped = (options: unknown) => options as never;

describe("a name that is no option is refused, with the nearest one", () => {
  const cases: [string, () => unknown, string][] = [
    ["loadSkills", () => loadSkills([], untyped({ aproval: "always" })), "Did you mean approval?"],
    ["loadSkills", () => loadSkills([], untyped({ exludeTools: [] })), "Did you mean excludeTools?"],
    ["loadSkills", () => loadSkills([], untyped({ OnDuplicate: "last" })), "Did you mean onDuplicate?"],
    ["SkillsToolset", () => new SkillsToolset(untyped({ directory: "x" })), "Did you mean directories?"],
    ["localExecutor", () => localExecutor(untyped({ timeout: 1 })), "Did you mean timeoutMs?"],
    ["localExecutor", () => new LocalScriptExecutor(untyped({ pyhtonPath: "x" })), "Did you mean pythonPath?"],
    ["directory", () => directory("x", untyped({ trust: false })), "Did you mean trusted?"],
    ["memory", () => memory([], untyped({ trusted: false })), "It takes id."],
    ["search", () => new SkillsToolset({ search: untyped({ embedding: () => [] }) }), "It takes translate, embed and"],
    ["FileSystemDiscovery.discover", () => FileSystemDiscovery.discover("x", untyped({ depth: 1 })), "It takes"],
    [
      "CallableScriptExecutor",
      () => new CallableScriptExecutor(() => "", untyped({ timeoutMS: 1 })),
      "Did you mean timeoutMs?",
    ],
  ];
  test.each(cases)("%s", async (place, call, advice) => {
    const message = await refusal(call);
    expect(message).toMatch(new RegExp(`^${place.replace(".", "\\.")} has no option \\w+\\. `));
    expect(message).toContain(advice);
  });

  test("an option of something else is told where it belongs", async () => {
    expect(await refusal(() => loadSkills([], untyped({ trusted: false })))).toBe(
      "loadSkills has no option trusted. Write loadSkills(directory(PATH, { trusted: false })).",
    );
    expect(await refusal(() => loadSkills([], untyped({ skills: [] })))).toContain("memory([…])");
  });

  test("what a prototype or a stranger's text has in it is neither an option nor shown whole", async () => {
    expect(await refusal(() => loadSkills([], untyped(JSON.parse('{"toString": 1}'))))).toMatch(
      /no option toString\. It takes/,
    );
    expect(await refusal(() => loadSkills([], untyped(JSON.parse('{"__proto__": 1}'))))).toContain("__proto__");
    expect((await refusal(() => loadSkills([], untyped({ [`a\n${"x".repeat(10_000)}`]: 1 })))).length).toBeLessThan(
      800,
    );
  });

  test("an option that is undefined is absent", async () => {
    await expect(loadSkills([], { approval: undefined, maxDepth: undefined })).resolves.toBeDefined();
  });
});

describe("a value that an option does not take is refused", () => {
  const cases: [keyof LoadOptions, unknown, string][] = [
    ["validate", "strikt", '"lenient", "strict", true or false, but is "strikt".'],
    ["onDuplicate", "lst", '"last", "first" or "error", but is "lst".'],
    ["listSkillsIn", "foo", '"both" or "instructions", but is "foo".'],
    ["maxDepth", "x", 'a whole number from 0 on, but is "x".'],
    ["maxDepth", -1, "a whole number from 0 on, but is -1."],
    ["maxDepth", 1.5, "a whole number from 0 on, but is 1.5."],
    ["maxTokens", Number.NaN, "a number above 0, but is NaN."],
    ["maxTokens", 0, "a number above 0, but is 0."],
    ["countTokens", "o200k", 'a function, but is "o200k".'],
    ["instructionTemplate", ["x"], "a text, but is a list of 1."],
    ["enableBM25", "no", 'true or false, but is "no".'],
    ["excludeTools", "load_skill", "run_skill_script, but is"],
    ["filter", { name: "a" }, "a function, but is an object with name."],
    ["search", true, "an object, but is true."],
    ["executor", {}, "an executor with the method execute, but has no execute."],
    ["workFolder", "", 'the path of a folder or a function, but is "".'],
    ["approvals", {}, "a store with the methods put, get and take, but has no put, get or take."],
    ["approval", true, '"never", "untrusted", "always" or a function, but is true.'],
    ["approvalBy", "human", '"core" or "framework", but is "human".'],
    ["functionTimeoutMs", 0, "from 1 to 2147483647, but is 0."],
    ["onEvent", "log", 'a function, but is "log".'],
    ["eventDetails", 1, "true or false, but is 1."],
    ["logger", true, "false or a logger with the method warn, but is true."],
    ["bm25Threshold", "0.3", 'a number from 0 to 1, but is "0.3".'],
  ];
  test.each(cases)("%s: %j", async (name, value, expected) => {
    const message = await refusal(() => loadSkills([], { [name]: value }));
    expect(message).toContain(`The option ${name} of loadSkills must be `);
    expect(message).toContain(expected);
  });

  test("of an executor, a folder and a toolset too", async () => {
    expect(await refusal(() => localExecutor(untyped({ background: "kept" })))).toContain('"end" or "keep"');
    expect(await refusal(() => localExecutor(untyped({ env: { A: 1 } })))).toContain("an object of texts");
    expect(await refusal(() => localExecutor(untyped({ interpreters: { ".lua": "lua" } })))).toContain("commands");
    expect(await refusal(() => directory("x", untyped({ trusted: "no" })))).toContain("true or false");
    expect(await refusal(() => new SkillsToolset({ directories: untyped("./skills") }))).toContain(
      "a list of the paths",
    );
    expect(await refusal(() => new SkillsToolset({ skills: untyped({}) }))).toContain("a list of skills");
    const source = { id: "x", trust: false, list: () => ({}), readFile: () => ({}) };
    expect(await refusal(() => new SkillsToolset({ sources: untyped([source]) }))).toContain("has an object with id");
    const listed = { id: "x", trusted: false, index: "list", list: () => ({}), readFile: () => ({}) };
    expect(await refusal(() => new SkillsToolset({ sources: untyped([listed]) }))).toContain("has an object with id");
    expect(await refusal(() => directory("x", untyped({ index: "list" })))).toContain('"full" or "listed"');
    expect(await refusal(() => new SkillsToolset(untyped("./skills")))).toContain("must be an object");
  });
});

describe("where skills come from", () => {
  test.each([[null], [""], [["./skills", ""]], [42], [{ approval: "always" }], [new URL("https://example.com/x")]])(
    "%j is no place of skills",
    async (from) => {
      expect(await refusal(() => loadSkills(untyped(from)))).toMatch(
        /^loadSkills takes the path of a folder or its file: URL or a source with id, trusted, list and readFile, or a list of them, but got /,
      );
    },
  );

  test("is a path, the same as a file: URL, or the text of one", async () => {
    const folder = await folderWith({ "a b/x/SKILL.md": skillText("x") });
    const url = pathToFileURL(`${folder}/a b`);
    for (const from of [`${folder}/a b`, url, url.href, [url]])
      expect(Object.keys(await (await loadSkills(from)).listSkills())).toEqual(["x"]);
    expect(directory(url).id).toBe(directory(`${folder}/a b`).id);
    expect(Object.keys(await new SkillsToolset({ directories: [url] }).listSkills())).toEqual(["x"]);
    expect(await refusal(() => directory(untyped(new URL("https://example.com"))))).toContain("but got");
    expect(await refusal(() => directory(""))).toContain('but got "".');
  });
});
