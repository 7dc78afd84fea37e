import { memory, type SkillSource, SkillsToolset } from "@skillplug/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const inner = memory([
  { name: "b", description: "B.", content: "", scripts: [{ name: "scripts/run.sh", content: "echo ran" }] },
]);
const never = () => new Promise<never>(() => {});

test.each<[string, Partial<SkillSource>]>([
  ["file", { readFile: never }],
  ["list of files", { filesOf: never }],
])("a source that never answers with a %s is waited for no longer than a minute", async (_, silent) => {
  const source: SkillSource = { ...inner, ...silent, trusted: false };
  const skills = new SkillsToolset({ sources: [source], approval: "never", logger: false });
  let settled: unknown;
  const run = skills.runSkillScript("b", "run").then(String, (error: unknown) => {
    settled = error;
  });
  // The wait has begun once there is a timer of it.
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(settled).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await run;
  expect(settled).toMatchObject({
    code: "source_failed",
    message: expect.stringMatching(/of the skill b: no answer within 60 seconds\. Try again later$/),
  });
});
