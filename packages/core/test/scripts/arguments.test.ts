import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SkillError } from "../../src/base/errors.js";
import { parseScriptArguments, toCommandLine } from "../../src/scripts/arguments.js";

describe("toCommandLine", () => {
  test("A45: named arguments become flags", () => {
    const args = { verbose: true, quiet: false, none: null, missing: undefined, city: "San Francisco", days: 3 };
    expect(toCommandLine(args)).toEqual(["--verbose", "--city", "San Francisco", "--days", "3"]);
  });

  test("A45: a list in a named argument repeats the flag, an object is written as JSON", () => {
    expect(toCommandLine({ tag: ["a", 2, true, null, { b: 1 }], point: { x: 1 } })).toEqual([
      "--tag",
      "a",
      "--tag",
      "2",
      "--tag",
      "--tag",
      '{"b":1}',
      "--point",
      '{"x":1}',
    ]);
  });

  test("a name that brings its own dashes keeps them", () => {
    expect(toCommandLine({ "-v": true, "--city": "Paris" })).toEqual(["-v", "--city", "Paris"]);
  });

  test("no arguments are no words", () => {
    expect(toCommandLine(undefined)).toEqual([]);
    expect(toCommandLine({})).toEqual([]);
    expect(toCommandLine([])).toEqual([]);
  });

  test("more words than a command line takes are refused before they are made", () => {
    const nested = (list: unknown[], levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner) => [inner], list as unknown);
    const started = process.cpuUsage();
    // A name of 100 kB as often as it has values would be 20 GB.
    expect(() => toCommandLine({ ["a".repeat(100_000)]: Array(100_000).fill(1) })).toThrow("more words than");
    expect(() => toCommandLine({ a: nested(Array(450_000).fill(1), 98) })).toThrow("more words than");
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
    expect(toCommandLine({ a: nested([1, 2], 98) })).toEqual(["--a", "1", "--a", "2"]);
  });

  test("B15: a list is passed literally", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (list) => {
        expect(toCommandLine(parseScriptArguments(list))).toEqual(list);
      }),
    );
  });
});

describe("parseScriptArguments", () => {
  test("B15: a list, an object, a JSON string of either and null are accepted", () => {
    expect(parseScriptArguments(["Paris"])).toEqual(["Paris"]);
    expect(parseScriptArguments({ city: "Paris" })).toEqual({ city: "Paris" });
    expect(parseScriptArguments('["Paris"]')).toEqual(["Paris"]);
    expect(parseScriptArguments(' {"city": "Paris"} ')).toEqual({ city: "Paris" });
    for (const nothing of [null, undefined, "null", "", "  "]) expect(parseScriptArguments(nothing)).toBeUndefined();
  });

  test("B15: a JSON string of arguments equals the arguments", () => {
    const word = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    );
    const args = fc.oneof(
      fc.array(word),
      fc.dictionary(
        fc.string(),
        fc.jsonValue().map((v) => JSON.parse(JSON.stringify(v))),
      ),
      fc.constant(null),
    );
    fc.assert(
      fc.property(args, (input) => {
        expect(parseScriptArguments(JSON.stringify(input))).toEqual(parseScriptArguments(input));
      }),
    );
  });

  test("B15: numbers and booleans in a list become strings", () => {
    expect(parseScriptArguments([1, 1.5, true, "x"])).toEqual(["1", "1.5", "true", "x"]);
  });

  test("B15: anything else is refused with what to send", () => {
    const refusal = (input: unknown) => {
      try {
        return parseScriptArguments(input);
      } catch (error) {
        return SkillError.isInstance(error) && error.code === "invalid_input" ? error.message : error;
      }
    };
    expect(refusal("San Francisco")).toBe(
      'The script\'s args must be a list of strings such as ["--city", "Paris"], an object such as {"city": "Paris"}, or a JSON string of either, but got the text "San Francisco". Send ["San","Francisco"], or ["San Francisco"] where that is one word, instead.',
    );
    expect(refusal('"quoted"')).toContain("but got the text");
    expect(refusal("[1, 2")).toContain("but got a text that is not valid JSON (");
    expect(refusal(' {"city": Paris}')).toContain("but got a text that is not valid JSON (");
    expect(refusal(7)).toContain('but got the number "7". Send ["7"] instead');
    expect(refusal("7")).toContain('but got the number "7"');
    expect(refusal(["a", { b: 1 }])).toContain("a list whose item 2 is of type object");
    expect(refusal([null])).toContain("a list whose item 1 is null");
    expect(String(refusal("x".repeat(100_000))).length).toBeLessThan(400);
  });
});

test("a JSON text of 1 MB is read, and a longer one is refused before it is parsed", () => {
  const text = (length: number) => `["${"x".repeat(length - 4)}"]`;
  expect(parseScriptArguments(text(1024 * 1024))).toEqual(["x".repeat(1024 * 1024 - 4)]);
  expect(() => parseScriptArguments(text(1024 * 1024 + 1))).toThrowError(
    expect.objectContaining({
      code: "invalid_input",
      message: expect.stringContaining("The args have 1048577 characters; at most 1048576 are read."),
    }),
  );
});
