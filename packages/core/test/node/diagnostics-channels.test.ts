import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import {
  FileSystemDiscovery,
  type SkillEvent,
  type SkillOperation,
  SkillsToolset,
  type SkillTrace,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { papers } from "../events/papers-skill.js";

const OPERATIONS: readonly SkillOperation[] = ["discover", "search", "load", "read", "run"];

/** What the tracing channels publish, until the test ends: the step, and the message as it was then. */
function traced() {
  const published: { step: string; trace: SkillTrace; event: SkillEvent | undefined }[] = [];
  for (const operation of OPERATIONS) {
    const channel = tracingChannel<unknown, SkillTrace>(`skillplug:${operation}`);
    const note = (step: string) => (trace: SkillTrace) =>
      void published.push({ step: `${operation} ${step}`, trace, event: trace.event });
    const subscribers = {
      start: note("start"),
      end: note("end"),
      asyncStart: note("asyncStart"),
      asyncEnd: note("asyncEnd"),
      error: note("error"),
    };
    channel.subscribe(subscribers);
    onTestFinished(() => void channel.unsubscribe(subscribers));
  }
  return published;
}

test("each operation is traced from its start to its end, with the event that it came to", async () => {
  const published = traced();
  const toolset = new SkillsToolset({ skills: [papers] });
  await toolset.listSkills();
  await toolset.runSkillScript("papers", "echo", ["a"], { context: "mine" });
  expect(published.map(({ step }) => step)).toEqual(
    ["discover", "run"].flatMap((name) => ["start", "end", "asyncStart", "asyncEnd"].map((step) => `${name} ${step}`)),
  );
  const [start, , , end] = published.slice(4);
  expect(start?.event).toBeUndefined();
  expect(start?.trace).toMatchObject({ operation: "run", skill: "papers", script: "echo", context: "mine" });
  expect(end?.trace).toBe(start?.trace);
  expect(end?.event).toMatchObject({ type: "run-end", outcome: "ok", callId: start?.trace.callId });
  expect(JSON.stringify(published)).not.toContain('[\\"a\\"]');
});

test.each([
  [
    "a script that fails",
    "run",
    (toolset: SkillsToolset) => toolset.runSkillScript("papers", "fail"),
    "function_failed",
  ],
  ["a skill that is not there", "load", (toolset: SkillsToolset) => toolset.loadSkill("nothing"), "skill_not_found"],
] as const)("%s is an error on its channel, and rejects as ever", async (_, operation, call, outcome) => {
  const published = traced();
  await expect(call(new SkillsToolset({ skills: [papers] }))).rejects.toMatchObject({ code: outcome });
  const steps = published.filter(({ step }) => step.startsWith(operation));
  expect(steps.map(({ step }) => step)).toContain(`${operation} error`);
  expect(steps.at(-1)?.event).toMatchObject({ outcome });
});

test("a store that is bound to the start of a run is there inside its script", async () => {
  const storage = new AsyncLocalStorage<number>();
  const { start } = tracingChannel<number, SkillTrace>("skillplug:run");
  start.bindStore(storage, ({ callId }) => callId);
  onTestFinished(() => void start.unbindStore(storage));
  const events: SkillEvent[] = [];
  const scripts = [{ name: "where", function: () => storage.getStore() }];
  const toolset = new SkillsToolset({ skills: [{ ...papers, scripts }], onEvent: (event) => events.push(event) });
  const printed = await toolset.runSkillScript("papers", "where");
  expect(Number(printed)).toBe(events.find(({ type }) => type === "run-start")?.callId);
  expect(storage.getStore()).toBeUndefined();
});

test("the plain channel has every event, of toolsets and of skills that were discovered without one", async () => {
  const events: unknown[] = [];
  const listener = (event: unknown) => void events.push(event);
  subscribe("skillplug:event", listener);
  onTestFinished(() => void unsubscribe("skillplug:event", listener));
  const own: SkillEvent[] = [];
  const toolset = new SkillsToolset({ skills: [papers], approval: "always", onEvent: (event) => own.push(event) });
  await toolset.runSkillScript("papers", "echo").catch(() => {});
  expect(own).toHaveLength(4);
  expect(events).toEqual(own);
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/notes.md": "Notes" });
  const [skill] = await FileSystemDiscovery.discover(folder);
  expect(await skill?.resources[0]?.load()).toBe("Notes");
  expect(events.at(-1)).toMatchObject({ type: "read", skill: "a", resource: "notes.md" });
});

test("where nobody listens no clock is read, no event is made and nothing is published", async () => {
  const toolset = new SkillsToolset({ skills: [papers] });
  const use = async (other: SkillsToolset) => {
    await other.reload();
    await other.loadSkill("papers");
    await other.readSkillResource("papers", "guide.md");
    await other.searchSkills("papers");
  };
  await use(toolset);
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  const asked = async (other: SkillsToolset) => {
    now.mockClear();
    await other.loadSkill("papers");
    await other.readSkillResource("papers", "guide.md");
    return now.mock.calls.length;
  };
  expect(await asked(toolset)).toBe(0);
  const heard = new SkillsToolset({ skills: [papers], onEvent: () => {} });
  await use(heard);
  expect(await asked(heard)).toBe(4);
});

test("call ids rise only with calls that are heard", async () => {
  const ids: number[] = [];
  const heard = new SkillsToolset({ skills: [papers], onEvent: ({ callId }) => ids.push(callId) });
  const unheard = new SkillsToolset({ skills: [papers] });
  await heard.listSkills();
  await heard.loadSkill("papers");
  await unheard.loadSkill("papers");
  await heard.loadSkill("papers");
  const [first = 0] = ids;
  expect(ids).toEqual([first, first + 1, first + 2]);
});
