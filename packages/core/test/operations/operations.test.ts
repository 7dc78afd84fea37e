import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";

test("what runs scripts is loaded a moment after the tool that runs them was handed out, and not before", async () => {
  const loaded = vi.fn();
  vi.doMock("../../src/operations/run-script.js", async (original) => {
    loaded();
    return original();
  });
  vi.resetModules();
  onTestFinished(() => void vi.doUnmock("../../src/operations/run-script.js"));
  const { SkillsToolset } = await import("../../src/toolset.js");
  const folder = await folderWith({ "b/SKILL.md": skillText("b"), "b/scripts/x.sh": "" });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const toolset = new SkillsToolset({ directories: [folder], executor: { execute: vi.fn() } });
  await toolset.getTools();
  expect(loaded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce(), { timeout: 20_000 });
});
