import {
  memory,
  type SkillEvent,
  type SkillInput,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
} from "@skillplug/core";
import { expect, expectTypeOf, test } from "vitest";
import { logEvent } from "../../src/events/logger.js";
import { papers } from "./papers-skill.js";

const ended = { callId: 1, durationMs: 12.4 };
const discover = { type: "discover", ...ended, sources: 1, skills: 3, added: 2, changed: 1, removed: 4, problems: 5 };
const search = { type: "search", ...ended, queryLength: 6, hits: 7 };
const load = { type: "load", ...ended, skill: "papers" };
const read = { type: "read", ...ended, skill: "papers", resource: "guide.md" };
const run = { type: "run-end", ...ended, skill: "papers", script: "echo" };
const warning = (severity: "info" | "warning" | "error") => {
  const diagnostic = { code: "name-case", severity, message: "Say it so." } as const;
  return { type: "warning", callId: 1, diagnostic } as const;
};
const counted = "discover 3 skills (2 added, 1 changed, 4 removed, 5 problems)";

test.each([
  ["info", { ...discover, outcome: "ok" }, `${counted}: ok, 12 ms`],
  ["error", { ...discover, outcome: "invalid_skill" }, `${counted}: invalid_skill, 12 ms`],
  ["debug", { ...search, outcome: "ok" }, "search 7 hits: ok, 12 ms"],
  ["warn", { ...search, outcome: "embed_failed" }, "search 7 hits: embed_failed, 12 ms"],
  ["debug", { ...load, outcome: "ok" }, "load papers: ok, 12 ms"],
  ["warn", { ...load, outcome: "skill_not_found" }, "load papers: skill_not_found, 12 ms"],
  ["debug", { ...read, outcome: "ok" }, "read papers guide.md: ok, 12 ms"],
  ["warn", { ...read, outcome: "resource_not_found" }, "read papers guide.md: resource_not_found, 12 ms"],
  ["debug", { type: "run-start", callId: 1, skill: "papers", script: "echo" }, "run-start papers echo"],
  ["info", { ...run, outcome: "ok" }, "run-end papers echo: ok, 12 ms"],
  ["warn", { ...run, outcome: "script_failed" }, "run-end papers echo: script_failed, 12 ms"],
  ["warn", { type: "denied", callId: 1, skill: "papers", script: "echo" }, "denied papers echo"],
  ["warn", warning("warning"), "Say it so."],
  ["error", warning("error"), "Say it so."],
  ["info", warning("info"), "Say it so."],
] as [string, SkillEvent, string][])("B29: at the level %s: $2", (level, event, line) => {
  const lines: unknown[] = [];
  const at = (name: string) => (told: SkillEvent, message: string) => void lines.push([name, told, message]);
  logEvent({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }, event);
  expect(lines).toEqual([[level, event, `skillplug: ${line}`]]);
});

test("a line of a log is one clean line of at most 2,000 characters, whatever a model calls by name", () => {
  const lines: string[] = [];
  const write = (_: SkillEvent, message: string) => void lines.push(message);
  const logger = { debug: write, info: write, warn: write, error: write };
  const evil = "a\n::error::owned\u001B[2J\u202E ##teamcity[x]";
  const said = (names: string) => `skillplug: ${names}: skill_not_found, 12 ms`;
  for (const event of [
    { ...load, skill: `${evil}${"x".repeat(100)}` },
    { ...read, skill: evil, resource: "x".repeat(1_000_000) },
    { ...run, skill: evil, script: evil },
  ])
    logEvent(logger, { ...event, outcome: "skill_not_found" } as SkillEvent);
  logEvent(logger, { type: "denied", callId: 1, skill: evil, script: evil });
  const shown = "a ::error::owned # #teamcity[x]";
  expect(lines).toEqual([
    said(`load ${shown}${"x".repeat(33)}…`),
    said(`read ${shown} ${"x".repeat(63)}…`),
    said(`run-end ${shown} ${shown}`),
    `skillplug: denied ${shown} ${shown}`,
  ]);
  const diagnostic = { code: "x", severity: "warning", message: `##vso[x] ${"y".repeat(3_000)}` } as const;
  logEvent(logger, { type: "warning", callId: 1, diagnostic });
  expect(lines[4]).toMatch(/^skillplug: # #vso\[x\] y+…$/);
  expect(lines[4]).toHaveLength(2_000);
});

const untrusted: SkillSource = { ...memory([papers]), trusted: false };

test("B29: an injected logger receives typed events of discovery, loading and execution, each with a line that tells it", async () => {
  const lines: [string, SkillEvent, string][] = [];
  const level = (name: string) => (event: SkillEvent, message: string) => void lines.push([name, event, message]);
  const logger = { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error") };
  const skills: readonly SkillInput[] = [
    papers,
    { name: "Bad Name", description: "Is used, with a warning", content: "" },
  ];
  const toolset = new SkillsToolset({ skills, logger, sources: [untrusted] });
  await toolset.loadSkill("papers");
  await toolset.runSkillScript("papers", "echo", ["a"]);
  await toolset.runSkillScript("papers", "fail").catch(() => {});
  expect(lines.map(([name, { type }]) => `${name} ${type}`)).toEqual([
    "warn warning",
    "warn warning",
    "info discover",
    "debug load",
    "debug run-start",
    "info run-end",
    "debug run-start",
    "warn run-end",
  ]);
  for (const [, , message] of lines) expect(message).toMatch(/^skillplug: /);
  expect(lines[2]?.[2]).toMatch(
    /^skillplug: discover 2 skills \(2 added, 0 changed, 0 removed, 2 problems\): ok, \d+ ms$/,
  );
  expect(lines[7]?.[2]).toMatch(/^skillplug: run-end papers fail: function_failed, \d+ ms$/);
});

test("B29: console is a logger, and a logger with warn alone receives one text a load", async () => {
  const warnings: string[] = [];
  const source: SkillSource = { ...untrusted, list: () => Promise.reject(new Error("is away")) };
  await new SkillsToolset({
    sources: [source],
    logger: { warn: (message: string) => warnings.push(message) },
  }).getDiagnostics();
  expect(warnings).toEqual([expect.stringContaining("is away")]);
  expectTypeOf(console).toExtend<NonNullable<Exclude<SkillsToolsetOptions["logger"], false>>>();
});
