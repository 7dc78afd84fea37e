import { expect, test } from "vitest";
import { describeFailure, isReport, notStarted } from "../../src/scripts/script-result.js";

const result = { exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, durationMs: 1 };

test("a script that succeeded has no failure, whatever it printed to stderr", () => {
  expect(describeFailure({ ...result, stdout: "done", stderr: "a warning" })).toBeUndefined();
});

test("A45: a failure begins with the exit code and what was printed to stderr", () => {
  expect(describeFailure({ ...result, exitCode: 3, stderr: "no such city\n" })).toBe(
    "Script exited with code 3\nno such city",
  );
  expect(describeFailure({ ...result, exitCode: 3 })).toBe("Script exited with code 3");
});

test("a failure ends with what was printed to stdout", () => {
  const failed = { ...result, exitCode: 1, stdout: "\nhalf of it\n", stderr: "oh\n" };
  expect(describeFailure(failed)).toBe("Script exited with code 1\noh\n\nstdout:\nhalf of it");
});

test("bad input 29: a signal is named", () => {
  expect(describeFailure({ ...result, exitCode: null, signal: "SIGSEGV" })).toBe("Script was ended by SIGSEGV");
  expect(describeFailure({ ...result, exitCode: null })).toBe("Script was ended by an unknown signal");
});

test("A45: an interruption says why, and what was printed until then", () => {
  const interrupted = { code: "script_timeout", message: "Script execution timeout after 5ms" } as const;
  const ended = { ...result, signal: "SIGTERM", stdout: "so far\n", interrupted };
  expect(describeFailure(ended)).toBe("Script execution timeout after 5ms\n\nstdout:\nso far");
  expect(describeFailure({ ...ended, exitCode: 0 })).toContain("timeout");
  expect(describeFailure(notStarted("aborted", "Script aborted"))).toBe("Script aborted");
});

test.each([
  ["nothing, with 0", { exitCode: 0 }, true],
  ["something, with 1", { exitCode: 1, stdout: "2 problems" }, true],
  ["something, with 125", { exitCode: 125, stdout: "x" }, true],
  ["nothing, with 1", { exitCode: 1, stdout: " \n", stderr: "why" }, false],
  ["something, with 126 of a shell", { exitCode: 126, stdout: "x" }, false],
  ["something, ended by a signal", { exitCode: null, signal: "SIGKILL", stdout: "x" }, false],
  ["something, and was interrupted", { ...notStarted("aborted", "Aborted"), exitCode: 1, stdout: "x" }, false],
  ["something, as a function that threw", { exitCode: 1, stdout: "x", cause: new Error("why") }, false],
])("whether a script that printed %s has made a report", (_, ending, expected) => {
  expect(isReport({ ...result, ...ending })).toBe(expected);
});
