import { describe, expect, test } from "vitest";
import { resolveEntry } from "../../src/operations/resolve-entry.js";
import { readWrittenPath } from "../../src/operations/written-path.js";

const entriesOf = (names: readonly string[]) => names.map((name) => ({ name }));
const skill = { name: "papers", baseDir: "/skills/papers" };
const resolve = (names: readonly string[], name: string) =>
  resolveEntry([{ entries: entriesOf(names), folders: ["scripts"] }], name, readWrittenPath(name, skill));

describe("resolveEntry", () => {
  // What stands first would win if a step were left out or came later.
  test.each([
    ["the exact path, before a path below a usual folder", "x.py", ["scripts/x.py", "x.py"], "x.py"],
    ["a path below a usual folder, before a file name", "x.py", ["lib/x.py", "scripts/x.py"], "scripts/x.py"],
    ["a file name, before a stem", "x", ["scripts/x.py", "lib/x"], "lib/x"],
    ["a stem of a path", "lib/x", ["lib/x.py", "lib/y.py"], "lib/x.py"],
    ["a stem of a file name", "x", ["lib/x.py", "lib/y.py"], "lib/x.py"],
    ["a path that begins with ./", "./scripts/x.py", ["x.py", "scripts/x.py"], "scripts/x.py"],
    ["the stem up to the last dot", "x.test", ["x.py", "lib/x.test.py"], "lib/x.test.py"],
  ])("B15: %s", async (_, name, names, found) => {
    expect(await resolve(names, name)).toMatchObject({ entry: { name: found }, ambiguous: false });
  });

  test("B15: a file name that begins with a dot has no extension", async () => {
    expect((await resolve(["lib/.env"], "")).entry).toBeUndefined();
    expect((await resolve(["lib/.env"], ".env")).entry).toEqual({ name: "lib/.env" });
  });

  test("B15: a step that fits several is ambiguous, and names them in their order", async () => {
    expect(await resolve(["b/x.py", "a/x.py", "c/x.sh"], "x.py")).toEqual({
      candidates: ["b/x.py", "a/x.py"],
      ambiguous: true,
    });
  });

  test("what fits nothing names everything, the nearest first", async () => {
    expect(await resolve(["scripts/fetch.py", "scripts/echo.py"], "scripts/ehco.py")).toEqual({
      candidates: ["scripts/echo.py", "scripts/fetch.py"],
      nearest: "scripts/echo.py",
      ambiguous: false,
    });
  });
});

describe("resolveEntry, of names as they are shown", () => {
  test.each([
    ["Q&amp;A.md", "docs/Q&A.md"],
    ["docs/Q&amp;A", "docs/Q&A.md"],
    ["a b.md", "a\nb.md"],
    ["e\u0301.md", "\u00E9.md"],
    ["\u00E9.md", "x/e\u0301.md"],
    [`${"n".repeat(199)}…`, `${"n".repeat(230)}.md`],
  ])("%j finds %j", async (sent, name) => {
    expect(await resolve(["other.md", name], sent)).toMatchObject({ entry: { name }, ambiguous: false });
  });

  test("the exact path goes before what is shown alike, and two that are shown alike are ambiguous", async () => {
    const names = ["a b.md", "a\u200B b.md", "a\nb.md"];
    expect(await resolve(names, "a b.md")).toMatchObject({ entry: { name: "a b.md" } });
    expect(await resolve(names.slice(1), "a b.md")).toEqual({ candidates: names.slice(1), ambiguous: true });
    expect(await resolve(["nnn1", "nnn2"], "nnn…")).toMatchObject({ candidates: ["nnn1", "nnn2"], ambiguous: true });
    expect((await resolve(["abc"], "…")).entry).toBeUndefined();
  });
});

describe("a path as instructions write it", () => {
  const names = ["references/guide.md", "references/deep/forms.md", "scripts/x.py", "reference.md"];

  test.each([
    ["the folder that load_skill prints", "/skills/papers/reference.md", "reference.md"],
    ["that folder, on Windows", "\\skills\\papers\\references\\guide.md", "references/guide.md"],
    ["{baseDir}", "{baseDir}/scripts/x.py", "scripts/x.py"],
    ["{{skillDir}}", "{{ skillDir }}/scripts/x.py", "scripts/x.py"],
    ["a variable", "$SKILL_DIR/scripts/x.py", "scripts/x.py"],
    ["a variable in braces", "$" + "{CLAUDE_SKILL_DIR}/scripts/x.py", "scripts/x.py"],
    ["angle brackets", "<skill-dir>/scripts/x.py", "scripts/x.py"],
    ["the skill's own name", "papers/reference.md", "reference.md"],
    ["a path to the skill", "~/.claude/skills/papers/scripts/x.py", "scripts/x.py"],
    ["a fragment", "references/guide.md#step-5", "references/guide.md"],
    ["a query", "references/guide.md?plain=1", "references/guide.md"],
    ["a query and a fragment", "references/guide.md?plain=1#a", "references/guide.md"],
    ["all at once", "./{baseDir}/references/guide.md#a", "references/guide.md"],
  ])("%s leads to the file", async (_, written, found) => {
    expect(await resolve(names, written)).toEqual({ entry: { name: found }, candidates: [], ambiguous: false });
  });

  test.each([
    ["another case", "REFERENCE.md", "reference.md"],
    ["another case of a folder", "References/Guide.md", "references/guide.md"],
    ["the end of a path", "deep/forms.md", "references/deep/forms.md"],
    ["a path from a file in a folder", "../scripts/x.py", "scripts/x.py"],
  ])("%s leads to the file, as a guess", async (_, written, found) => {
    expect(await resolve(names, written)).toMatchObject({ entry: { name: found }, guessed: true });
  });

  test("the exact path goes before every reading of it", async () => {
    const literal = ["x.md", "papers/x.md", "{baseDir}/x.md", "x.md#a", "X.md"];
    for (const name of literal) expect((await resolve(literal, name)).entry).toEqual({ name });
  });

  test("two files that fit a guess are both named, and none is read", async () => {
    const two = ["a/deep/forms.md", "b/deep/forms.md", "README.MD", "readme.md"];
    expect(await resolve(two, "deep/forms.md")).toMatchObject({
      candidates: ["a/deep/forms.md", "b/deep/forms.md"],
      ambiguous: true,
    });
    expect(await resolve(two, "Readme.md")).toMatchObject({ candidates: ["README.MD", "readme.md"], ambiguous: true });
  });

  test("the folder of a plugin is not that of the skill", async () => {
    expect((await resolve(names, "$" + "{CLAUDE_PLUGIN_ROOT}/scripts/x.py")).entry).toBeUndefined();
  });
});

test("what has more than 4,096 characters is no path that anybody wrote", async () => {
  const path = (length: number) => `papers/${"x".repeat(length - 10)}.md`;
  const longest = path(4_096).slice("papers/".length);
  expect((await resolve([longest], path(4_096))).entry).toEqual({ name: longest });
  expect((await resolve([`x${longest}`], path(4_097))).entry).toBeUndefined();
});

test("what fits nothing names the first group first, but for what was most likely meant", async () => {
  const groups = [
    { entries: entriesOf(["scripts/report.py"]), folders: ["scripts"] },
    { entries: entriesOf(["lib/x.py", "lib/deploy.sh"]), folders: [] },
  ];
  const candidates = async (name: string) =>
    (await resolveEntry(groups, name, readWrittenPath(name, skill))).candidates;
  expect((await candidates("zzzzzz.md"))[0]).toBe("scripts/report.py");
  expect(await candidates("deplyo.sh")).toEqual(["lib/deploy.sh", "scripts/report.py", "lib/x.py"]);
});
