import { loadSkills, memory, type SkillEvent } from "@skillplug/core";
import { expect, onTestFinished, test } from "vitest";
import { papers } from "./papers-skill.js";

/** What this process is warned of until the test ends. */
function processWarnings(): readonly string[] {
  const warnings: string[] = [];
  const listener = ({ message }: Error) => void warnings.push(message);
  process.on("warning", listener);
  onTestFinished(() => void process.off("warning", listener));
  return warnings;
}

test.each([
  [
    "throws",
    () => {
      throw new Error("by the handler");
    },
  ],
  ["rejects", () => Promise.reject(new Error("by the handler"))],
])("a handler that %s stops nothing, and is reported once", async (_, onEvent) => {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => void warnings.push(message) };
  const toolset = await loadSkills(memory([papers]), { logger, onEvent });
  expect(await toolset.runSkillScript("papers", "echo", ["a"])).toBe('["a"]');
  expect(await toolset.readSkillResource("papers", "guide.md")).toBe("Read me");
  expect(warnings).toEqual([expect.stringMatching(/^The onEvent handler failed: by the handler\. /)]);
});

test("a logger of warnings gets clean lines that no CI job takes for commands, of a load and of a handler", async () => {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => void warnings.push(message) };
  const onEvent = () => {
    throw new Error("x\n::error::owned ##vso[a]");
  };
  const failing = { ...memory([]), list: () => Promise.reject(new Error(`y ##teamcity[b] ${"z".repeat(9_000)}`)) };
  await loadSkills(failing, { logger, onEvent });
  expect(warnings).toEqual([
    expect.stringContaining("x ::error::owned # #vso[a]"),
    expect.stringContaining("y # #teamcity[b] zz"),
  ]);
  expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
});

test("a handler that fails is told to a logger of events as a warning of that call", async () => {
  const events: SkillEvent[] = [];
  const note = (event: SkillEvent) => void events.push(event);
  const onEvent = () => {
    throw new Error("by the handler");
  };
  await loadSkills(memory([papers]), { logger: { debug: note, info: note, warn: note, error: note }, onEvent });
  expect(events.map(({ type }) => type)).toEqual(["discover", "warning"]);
  expect(events[1]).toMatchObject({
    callId: events[0]?.callId,
    diagnostic: {
      code: "event-handler-failed",
      severity: "warning",
      message: expect.stringContaining("by the handler"),
    },
  });
});

test("a handler that fails is one process warning where no logger is given", async () => {
  const warnings = processWarnings();
  const onEvent = () => {
    throw new Error("by the handler");
  };
  await (await loadSkills(memory([papers]), { onEvent })).loadSkill("papers");
  await new Promise(setImmediate);
  expect(warnings).toEqual([expect.stringMatching(/^The onEvent handler failed: by the handler\. /)]);
});

test("a logger that throws stops nothing, and is one process warning", async () => {
  const warnings = processWarnings();
  const broken = () => {
    throw new Error("by the logger");
  };
  const toolset = await loadSkills(memory([papers]), {
    logger: { debug: broken, info: broken, warn: broken, error: broken },
  });
  expect(await toolset.readSkillResource("papers", "guide.md")).toBe("Read me");
  await new Promise(setImmediate);
  expect(warnings).toEqual([expect.stringMatching(/^The logger failed: by the logger\. /)]);
});
