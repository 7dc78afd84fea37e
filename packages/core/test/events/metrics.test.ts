import { createMetrics, type SkillEvent, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { papers } from "./papers-skill.js";

test("B30: count, duration and errors of each operation", async () => {
  const { record, snapshot } = createMetrics();
  const toolset = new SkillsToolset({ skills: [papers], onEvent: record });
  const before = snapshot();
  await toolset.searchSkills("papers");
  await toolset.loadSkill("papers");
  await toolset.loadSkill("nothing").catch(() => {});
  await toolset.readSkillResource("papers", "guide.md");
  for (const script of ["echo", "echo", "fail", "nothing"])
    await toolset.runSkillScript("papers", script).catch(() => {});
  const counted = Object.entries(snapshot()).map(([operation, { count, errors }]) => [operation, count, errors]);
  expect(counted).toEqual([
    ["discover", 1, 0],
    ["search", 1, 0],
    ["load", 2, 1],
    ["read", 1, 0],
    ["run", 4, 2],
  ]);
  expect(before.run).toEqual({ count: 0, errors: 0, totalMs: 0, maxMs: 0 });
});

test("B30: durations are added up, and the longest is kept", () => {
  const { record, snapshot } = createMetrics();
  const run = (durationMs: number): SkillEvent => {
    return { type: "run-end", callId: 1, skill: "a", script: "b", outcome: "ok", durationMs };
  };
  for (const durationMs of [2, 5, 3]) record(run(durationMs));
  record({ type: "denied", callId: 1, skill: "a", script: "b" });
  expect(snapshot().run).toEqual({ count: 3, errors: 0, totalMs: 10, maxMs: 5 });
});
