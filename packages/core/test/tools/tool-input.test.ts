import { expect, test } from "vitest";
import { callTool } from "./call-tool.js";

test.each([
  ["load_skill", {}, "load_skill: name is missing. It takes name (string, required), offset (number)."],
  ["load_skill", { name: null }, "name is missing"],
  ["load_skill", { name: 7 }, "name expected string, received number"],
  ["load_skill", { name: "weather", extra: 1 }, 'Unrecognized key: "extra"'],
  ["load_skill", { name: "weather", constructor: 1 }, 'Unrecognized key: "constructor"'],
  ["load_skill", "weather", "not valid JSON"],
  ["load_skill", '"weather"', "expected a JSON object, got a string. It takes name (string, required)"],
  ["load_skill", [], "expected a JSON object, got a list"],
  ["load_skill", null, "It takes name (string, required), offset (number)."],
  ["list_skills", { all: true }, "It takes no parameters."],
  ["run_skill_script", { skill_name: "weather" }, "script_name is missing"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: 5 }, 'Send ["5"] instead'],
  [
    "run_skill_script",
    { skill_name: "weather", script_name: "now", args: [{}] },
    "a list whose item 1 is of type object",
  ],
  [
    "run_skill_script",
    { skill_name: "weather", script_name: "now", args: '{"city":' },
    "a text that is not valid JSON",
  ],
  [
    "read_skill_resource",
    { skill_name: "weather", resource_name: "query", args: 5 },
    "The resource's args must be an object",
  ],
  [
    "read_skill_resource",
    { skill_name: "weather", resource_name: "query", args: "Paris" },
    "The resource's args must be an object",
  ],
  ["list_skills", JSON.parse('{"__proto__": {}}'), 'Unrecognized key: "__proto__"'],
  ["load_skill", JSON.parse('{"__proto__": {"name": "weather"}}'), "name is missing"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: "Paris" }, "list of strings"],
  ["read_skill_resource", { skill_name: "weather", resource_name: "query", args: "[1]" }, "but got a list"],
  [
    "read_skill_resource",
    { skill_name: "weather" },
    "It takes skill_name (string, required), resource_name (string, required), args (object or string), offset (number), limit (number).",
  ],
] as const)("bad input 35: %s with %j says what was expected", async (name, input, expected) => {
  const result = await callTool(name, input);
  expect(result).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect(result.text).toContain(expected);
});

test.each([null, undefined, "", " ", {}, "{}", "null"])(
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
        "Invalid input for load_skill: it is longer than 1000000 characters: send less, and put large data into a file. It takes name (string, required), offset (number).",
    },
  };
  expect(await callTool("load_skill", padded(1_000_001))).toMatchObject(refusal);
  expect(await callTool("load_skill", "[".repeat(1_000_001))).toMatchObject(refusal);
  const fields = { skill_name: "weather", script_name: "echo", args: "x".repeat(1_000_001 - 11) };
  expect(await callTool("run_skill_script", fields)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect((await callTool("run_skill_script", fields)).text).toContain("longer than 1000000");
  expect((await callTool("list_skills", { ["x".repeat(1_000_001)]: 1 })).text).toContain("longer than 1000000");
});

test("of unknown fields ten are named, each cut, and the rest is counted", async () => {
  const ten = (await callTool("list_skills", fields(10))).text;
  expect(ten.match(/"\d+ x+…"/g)).toHaveLength(10);
  expect(ten).not.toContain("more");
  expect((await callTool("list_skills", fields(100))).text).toContain(" and 90 more. It takes no parameters.");
});

test("more than a hundred fields are refused before each is looked at, as text and as data", async () => {
  const refusal = "Error: Invalid input for list_skills: it has more than 100 fields. It takes no parameters.";
  for (const input of [fields(101), JSON.stringify(fields(101)), fields(100_000)]) {
    expect(await callTool("list_skills", input)).toMatchObject({ ok: false, text: refusal });
  }
});

test("numbers and truth values in a list of arguments are texts, as in its JSON text", async () => {
  const input = { skill_name: "weather", script_name: "echo", args: [1, true, "x"] };
  expect(await callTool("run_skill_script", input)).toMatchObject({ ok: true, text: '["1","true","x"]' });
});

test("an empty list of arguments is none, for a resource too", async () => {
  const input = { skill_name: "weather", resource_name: "query", args: [] };
  expect(await callTool("read_skill_resource", input)).toMatchObject({ ok: true, text: "{}" });
});

function fields(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}\n${"x".repeat(100)}`, 1]));
}
