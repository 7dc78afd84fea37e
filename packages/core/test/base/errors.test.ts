import {
  SkillError,
  SkillNotFoundError,
  SkillResourceLoadError,
  SkillResourceNotFoundError,
  SkillScriptExecutionError,
  SkillScriptNotFoundError,
  SkillValidationError,
} from "@skillplug/core";
import { expect, test, vi } from "vitest";
import { codeOf, failureOf, messageOf } from "../../src/base/errors.js";

test.each([
  ["SkillNotFoundError", SkillNotFoundError, "skill_not_found", "Skill 'x' not found"],
  ["SkillResourceNotFoundError", SkillResourceNotFoundError, "resource_not_found", "Resource 'x' not found"],
  ["SkillScriptNotFoundError", SkillScriptNotFoundError, "script_not_found", "Script 'x' not found"],
  ["SkillValidationError", SkillValidationError, "invalid_skill", "x"],
  ["SkillResourceLoadError", SkillResourceLoadError, "resource_load_failed", "x"],
  ["SkillScriptExecutionError", SkillScriptExecutionError, "script_failed", "x"],
] as const)("A03, B31: a %s has its name, code and message, and is a SkillError", (name, type, code, message) => {
  const cause = new Error("why");
  const error = new type("x", { cause });
  for (const parent of [type, SkillError, Error]) expect(error).toBeInstanceOf(parent);
  expect(SkillError.isInstance(error)).toBe(true);
  expect([error.name, error.code, error.message, error.cause]).toEqual([name, code, message, cause]);
  expect("cause" in new type("x")).toBe(false);
});

test("a validation error tells the rule and the line, an execution error how it ended", () => {
  expect(new SkillValidationError("x")).toMatchObject({ reason: "invalid-skill", line: undefined });
  expect(new SkillValidationError("x", { reason: "encoding", line: 3 })).toMatchObject({ reason: "encoding", line: 3 });
  expect(new SkillScriptExecutionError("x", { code: "script_timeout" }).code).toBe("script_timeout");
});

test("what was not found is told with the names that there are, twenty at most", () => {
  const names = Array.from({ length: 21 }, (_, index) => `n${index}`);
  const message = (available: string[]) => new SkillNotFoundError("x", { available }).message;
  expect(message([])).toBe("Skill 'x' not found. There are no skills.");
  expect(message(["a", "b"])).toBe("Skill 'x' not found. Available skills: a, b.");
  const twenty = names.slice(0, 20);
  expect(message(twenty)).toBe(`Skill 'x' not found. Available skills: ${twenty.join(", ")}.`);
  expect(message(names)).toBe(`Skill 'x' not found. Available skills: ${twenty.join(", ")} and 1 more.`);
  expect(new SkillNotFoundError("x", { available: names }).available).toEqual(twenty);
});

test("what fits several names is told with all of them", () => {
  const options = { available: ["a/x", "b/x"], ambiguous: true };
  expect(new SkillScriptNotFoundError("x", options).message).toBe(
    "Script 'x' fits several scripts: a/x, b/x. Give the whole path.",
  );
  expect(new SkillResourceNotFoundError("x", options).message).toBe(
    "Resource 'x' fits several resources: a/x, b/x. Give the whole path.",
  );
});

test("isInstance of each class is true for errors of that class alone, from another copy of the package too", async () => {
  vi.resetModules();
  const copy = await import("../../src/base/errors.js");
  expect(copy.SkillError).not.toBe(SkillError);
  const pairs = [
    [SkillValidationError, copy.SkillValidationError],
    [SkillNotFoundError, copy.SkillNotFoundError],
    [SkillResourceNotFoundError, copy.SkillResourceNotFoundError],
    [SkillScriptNotFoundError, copy.SkillScriptNotFoundError],
    [SkillResourceLoadError, copy.SkillResourceLoadError],
    [SkillScriptExecutionError, copy.SkillScriptExecutionError],
  ] as const;
  const recognisedBy = (error: unknown) =>
    pairs.filter(([type]) => type.isInstance(error)).map(([type]) => new type("x").name);
  for (const [here, there] of pairs) {
    for (const error of [new here("x"), new there("x")]) {
      expect([error.name, recognisedBy(error), SkillError.isInstance(error)]).toEqual([error.name, [error.name], true]);
    }
  }
  const base = new copy.SkillError("denied", "x");
  expect([SkillError.isInstance(base), codeOf(base)]).toEqual([true, "denied"]);
  for (const other of [base, new Error("x"), null, undefined, "x"]) {
    expect(recognisedBy(other)).toEqual([]);
  }
  for (const other of [new Error("x"), null, undefined, "x"]) expect(SkillError.isInstance(other)).toBe(false);
});

test("what others throw is a cause, but for errors of ours and aborts", () => {
  const ours = new SkillError("denied", "x");
  const { reason } = AbortSignal.abort();
  for (const error of [ours, reason]) expect(failureOf("what", error, "function_failed")).toBe(error);
  const cause = new RangeError("why");
  const failure = failureOf("The filter failed", cause, "function_failed");
  expect(failure).toMatchObject({ code: "function_failed", message: "The filter failed: why", cause });
  expect(SkillError.isInstance(failure)).toBe(true);
});

test("anything that was thrown has a code and a message", () => {
  expect(codeOf(new SkillNotFoundError("x"))).toBe("skill_not_found");
  expect(codeOf(AbortSignal.abort().reason)).toBe("aborted");
  expect(codeOf(new Error("x"))).toBe("function_failed");
  expect(codeOf("x")).toBe("function_failed");
  expect([messageOf(new Error("x")), messageOf("y"), messageOf(undefined)]).toEqual(["x", "y", "undefined"]);
});

const throwing = () => {
  throw new Error("no");
};

test.each([
  ["without a prototype", Object.create(null)],
  ["whose toString throws", { toString: throwing }],
  ["whose message throws", Object.defineProperty(new Error(), "message", { get: throwing })],
  ["that is a revoked proxy", revokedProxy()],
  ["that is a proxy", new Proxy({}, { has: throwing, getPrototypeOf: throwing })],
])("something thrown %s has a text, a code, and is no error of ours", (_, thrown) => {
  expect(messageOf(thrown)).toBe("something was thrown that has no text");
  expect(codeOf(thrown)).toBe("function_failed");
  expect(SkillError.isInstance(thrown)).toBe(false);
  const failure = failureOf("It failed", thrown, "function_failed");
  expect(failure).toMatchObject({ message: "It failed: something was thrown that has no text" });
  expect((failure as Error).cause === thrown).toBe(true);
});

test("a message that is no text is made one", () => {
  expect(messageOf(Object.assign(new Error(), { message: 42 }))).toBe("42");
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test("names in an error are one line of 64 characters at the most, and what fits several names twenty of them", () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}\n${"x".repeat(100)}`);
  const error = new SkillResourceNotFoundError(`a\n${"y".repeat(1e6)}`, { available: names, ambiguous: true });
  expect(error.message).toMatch(
    /^Resource 'a y{61}…' fits several resources: (?:\d+ x+…, ){19}19 x+… and 10 more\. Give the whole path\.$/,
  );
  expect(error.available).toHaveLength(20);
  for (const name of error.available ?? []) expect(name).toMatch(/^\d+ x+…$/);
  expect(new SkillNotFoundError("a…", { available: ["ab", "ac"], ambiguous: true }).message).toBe(
    "Skill 'a…' fits several skills: ab, ac. Give the whole name.",
  );
});
