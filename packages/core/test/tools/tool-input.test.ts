import { expect, test } from "vitest";
import { callTool } from "./call-tool.js";

test.each([
  ["load_skill", {}, "name expected string, received undefined"],
  ["load_skill", { name: null }, "name expected string"],
  ["load_skill", { name: 7 }, "name expected string, received number"],
  ["load_skill", { name: "weather", extra: 1 }, 'Unrecognized key: "extra"'],
  ["load_skill", { name: "weather", constructor: 1 }, 'Unrecognized key: "constructor"'],
  ["load_skill", "weather", "not valid JSON"],
  ["load_skill", '"weather"', "expected a JSON object, got string"],
  ["load_skill", [], "expected a JSON object, got a list"],
  ["load_skill", null, "It takes name (string, required), offset (number)."],
  ["list_skills", { all: true }, "It takes no parameters."],
  ["run_skill_script", { skill_name: "weather" }, "script_name expected string"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: 5 }, "args"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: "Paris" }, "list of strings"],
  ["read_skill_resource", { skill_name: "weather", resource_name: "query", args: "[1]" }, "named args"],
  [
    "read_skill_resource",
    { skill_name: "weather" },
    "It takes skill_name (string, required), resource_name (string, required), args (value), offset (number), limit (number).",
  ],
] as const)("bad input 35: %s with %j says what was expected", async (name, input, expected) => {
  const result = await callTool(name, input);
  expect(result).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect(result.text).toContain(expected);
});

test.each([null, undefined, "", {}, "{}"])(
  "the input %j is none, which is enough where nothing is required",
  async (input) => {
    expect(await callTool("list_skills", input)).toMatchObject({ ok: true });
  },
);

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])("%s counts as absent", async (nothing) => {
  const input = { skill_name: "weather", resource_name: "cities", offset: nothing, limit: nothing };
  expect(await callTool("read_skill_resource", input)).toEqual({ ok: true, text: "Paris\nRome\n" });
});

test.each(["skill_name", "skillName"])(
  "a parameter's own name goes before its alias %s, whichever comes first",
  async (alias) => {
    for (const input of [
      { name: "weather", [alias]: "web-research" },
      { [alias]: "web-research", name: "weather" },
    ]) {
      expect(await callTool("load_skill", input)).toMatchObject({ ok: true, data: { name: "weather" } });
    }
  },
);

test("an input of a million characters is read, one more is refused before it is parsed, as text and as fields", async () => {
  const padded = (length: number) => `{"name":"weather"${" ".repeat(length - 18)}}`;
  expect(await callTool("load_skill", padded(1_000_000))).toMatchObject({ ok: true });
  const refusal = {
    ok: false,
    error: {
      code: "invalid_input",
      message:
        "Invalid input for load_skill: it is longer than 1000000 characters. Send less; put large data into a file.",
    },
  };
  expect(await callTool("load_skill", padded(1_000_001))).toMatchObject(refusal);
  expect(await callTool("load_skill", "[".repeat(1_000_001))).toMatchObject(refusal);
  const fields = { skill_name: "weather", script_name: "echo", args: "x".repeat(1_000_001 - 11) };
  expect(await callTool("run_skill_script", fields)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect((await callTool("run_skill_script", fields)).text).toContain("longer than 1000000");
});

test("of unknown fields ten are named, each cut, and the rest is counted", async () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}\n${"x".repeat(100)}`, 1]));
  const ten = (await callTool("list_skills", fields(10))).text;
  expect(ten.match(/"\d+ x+…"/g)).toHaveLength(10);
  expect(ten).not.toContain("more");
  expect((await callTool("list_skills", fields(100_000))).text).toContain(" and 99990 more. It takes no parameters.");
});
