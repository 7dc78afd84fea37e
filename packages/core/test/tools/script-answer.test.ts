import { expect, test } from "vitest";
import { createAnswerBudget } from "../../src/prompt/answer-budget.js";
import { estimateTokens } from "../../src/prompt/tokens.js";
import type { ScriptResult } from "../../src/scripts/executor.js";
import { createScriptAnswers } from "../../src/tools/script-answer.js";

const result: ScriptResult = { exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, durationMs: 1 };

test("beside notes that take all the room, 400 characters of the output are left", () => {
  const answers = createScriptAnswers(undefined, createAnswerBudget(1_000, estimateTokens));
  const text = answers.report({ ...result, stdout: "x".repeat(10_000), notes: ["n".repeat(20_000)] });
  expect(text).toMatch(/^x{100,}\n\[… \d+ of 10000 characters left out …\]\nx{100,}\n\n\[n/);
});
