import { loadSkills, memory } from "@skillplug/core";
import { expect, onTestFinished, test } from "vitest";
import { papers } from "./papers-skill.js";

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

test("a logger that throws stops nothing, and is one process warning", async () => {
  const warnings: string[] = [];
  const listener = ({ message }: Error) => void warnings.push(message);
  process.on("warning", listener);
  onTestFinished(() => void process.off("warning", listener));
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
