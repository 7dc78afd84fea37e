import { parseSkill } from "@skillplug/core/format";
import { describe, expect, test } from "vitest";

const file = (...lines: readonly string[]) => ["---", ...lines, "---", "body"].join("\n");
const named = ["name: a", "description: d"];
const refusalOf = (text: string): Promise<string> =>
  parseSkill(text).then(
    () => "loaded",
    (error: Error) => error.message,
  );

describe("of front matter that cannot be read, the advice fits the cause, and following it mends the file", () => {
  test.each([
    ["quotes that are not closed", ['description: "d'], /Close the quotes/, ['description: "d"']],
    ["single quotes that are not closed", ["description: 'd"], /Close the quotes/, ["description: 'd'"]],
    ["a list that is not closed", ["description: [d"], /Close the bracket/, ["description: d"]],
    [
      "a tab",
      ["description: d", "metadata:", "\tb: c"],
      /Indent with spaces/,
      ["description: d", "metadata:", "  b: c"],
    ],
    ["a field twice", ["description: d", "description: e"], /Remove one of the two/, ["description: d"]],
    ["an alias", ["description: *d"], /begins with \* or & belongs in quotes/, ['description: "*d"']],
    ["a tag", ["description: !d e"], /begins with ! belongs in quotes/, ['description: "!d e"']],
    ["a field without its blank", ["description:d", "license: x"], /Write each field as/, ["description: d"]],
    ["a line before the fields", ["hello", "description: d"], /Write each field as/, ["description: d"]],
  ])("%s", async (_, lines, advice, mended) => {
    expect(await refusalOf(file(...lines, "name: a"))).toMatch(advice);
    expect(await refusalOf(file(...mended, "name: a"))).toBe("loaded");
  });

  test("no closing line, whatever the length of the file", async () => {
    for (const body of ["short", "long ".repeat(100_000)]) {
      expect(await refusalOf(`---\nname: a\ndescription: d\n${body}`)).toBe(
        'The front matter is not closed. End it, before the instructions, with a line that is exactly "---".',
      );
    }
  });
});

describe("of a value that is read as text, the warning says why", () => {
  test.each([
    ["argument-hint: [date] [duration]", "since it begins with [, as a list or a map does, and is none"],
    ['metadata: {"a":{"b":1}', "since it begins with {, as a list or a map does, and is none"],
    ["allowed-tools: *", "since * at its beginning has a meaning of its own in YAML"],
    ["owner: @team", "since @ at its beginning has a meaning of its own in YAML"],
    ['triggers: "a", "b" and more', "mostly because of text behind its quotes, or of quotes within them"],
    ["when_to_use: Use: always", 'mostly because of an unquoted ": "'],
  ])("%s", async (line, why) => {
    const { warnings } = await parseSkill(file(...named, line));
    expect(warnings).toMatchObject([{ code: "unquoted-value", line: 4 }]);
    expect(warnings[0]?.message).toContain(`is not valid YAML as it stands, ${why}. It was read as one text;`);
    const value = line.slice(line.indexOf(":") + 2).replaceAll('"', '\\"');
    expect((await parseSkill(file(...named, `${line.split(":")[0]}: "${value}"`))).warnings).toEqual([]);
  });
});
