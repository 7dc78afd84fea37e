// The part of the contract about aborts, approvals, the run context and progress.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, loadSkills, memory } from "@skillplug/core";
import { expect, test } from "vitest";
import type { ScriptStep } from "../models/scripted-model.js";
import { type Contract, ledgerScript } from "./contract.js";

/** What the caller has in hand while a run goes on: abort, approval, context, progress. */
export function testControl({ harness, folder, load, answerTo, expectSuccess, expectFailure }: Contract): void {
  const fileIn = (name: string) => join(folder().path, name);

  test("a run that is aborted before it starts runs nothing", async () => {
    const pidFile = fileIn("pid");
    let askedAgain = false;
    const script = waitingScript(pidFile, () => (askedAgain = true));
    await settled(harness.run({ toolset: await load(), script, signal: AbortSignal.abort() }));
    expect(askedAgain).toBe(false);
    expect(existsSync(pidFile)).toBe(false);
  });

  test("a run that is aborted midway ends its script, and the model is not asked again", async () => {
    const pidFile = fileIn("pid");
    const abort = new AbortController();
    let askedAgain = false;
    const script = waitingScript(pidFile, () => (askedAgain = true));
    const run = harness.run({ toolset: await load(), script, signal: abort.signal });
    const tooSoon = run.then(() => Promise.reject(new Error("The run ended before its script had started.")));
    await Promise.race([tooSoon, expect.poll(() => existsSync(pidFile), { timeout: 20_000 }).toBe(true)]);
    const pid = Number(await readFile(pidFile, "utf8"));
    expect(isRunning(pid)).toBe(true);
    abort.abort();
    await settled(run);
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    expect(askedAgain).toBe(false);
  });

  test("a script that is not approved does not run, and the model is told so", async () => {
    const pidFile = fileIn("pid");
    const call = { tool: "run_skill_script", input: ledgerScript("wait", [pidFile]) };
    expectFailure(await answerTo(call, { approval: () => false }), /approv|denied|declined/i);
    expect(existsSync(pidFile)).toBe(false);
  });

  test("a script that is approved runs", async () => {
    const call = { tool: "run_skill_script", input: ledgerScript("add", ["1", "2"]) };
    expectSuccess(await answerTo(call, { approval: async () => true }), "3");
  });

  test("an approval of the framework is asked for once and the script runs", async () => {
    const asked: unknown[] = [];
    const { answers, text } = await harness.run({
      toolset: await load({ approval: "always", approvalBy: "framework" }),
      script: [
        { calls: [{ tool: "load_skill", input: { name: "ledger" } }] },
        { calls: [{ tool: "run_skill_script", input: ledgerScript("add", ["1", "2"]) }] },
        { text: "Done." },
      ],
      onApproval: (call) => asked.push(call) > 0,
    });
    expect(text).toBe("Done.");
    expectSuccess(answers[0], "## Skill: ledger");
    expectSuccess(answers[1], "3");
    const input = expect.objectContaining({ skill_name: "ledger", script_name: expect.stringMatching(/add/) });
    expect(asked).toEqual([{ tool: "run_skill_script", input }]);
  });

  test("a refusal by the framework runs nothing, is an answer, and the run goes on", async () => {
    const pidFile = fileIn("pid");
    const { answers, text } = await harness.run({
      toolset: await load({ approval: "always", approvalBy: "framework" }),
      script: [
        { calls: [{ tool: "run_skill_script", input: ledgerScript("wait", [pidFile]) }] },
        { text: "I went on." },
      ],
      onApproval: () => false,
    });
    expect(answers.map(({ name }) => name)).toEqual(["run_skill_script"]);
    expect(answers[0]?.text).toMatch(/approv|denied|declined|reject/i);
    expect(text).toBe("I went on.");
    expect(existsSync(pidFile)).toBe(false);
  });

  test("the framework asks only for scripts of sources that are not trusted, unless told otherwise", async () => {
    const asked: string[] = [];
    const untrusted = directory(folder().skills, { trusted: false });
    const own = {
      name: "own",
      description: "Ours.",
      content: "Run it.",
      scripts: [{ name: "ours", function: () => "ours ran" }],
    };
    const input = { skill_name: "own", script_name: "ours" };
    const { answers } = await harness.run({
      toolset: await loadSkills([untrusted, memory([own])], { approvalBy: "framework" }),
      script: [
        { calls: [{ tool: "run_skill_script", input }] },
        { calls: [{ tool: "run_skill_script", input: ledgerScript("add", ["1", "2"]) }] },
        { text: "Done." },
      ],
      onApproval: ({ input }) => asked.push((input as { skill_name: string }).skill_name) > 0,
    });
    expectSuccess(answers[0], "ours ran");
    expectSuccess(answers[1], "3");
    expect(asked).toEqual(["ledger"]);
  });

  test("a function of a skill sees the run context", async () => {
    const seen: unknown[] = [];
    const whoami = (_args: unknown, { context }: { readonly context?: unknown }) => {
      seen.push(context);
      return "it is user-7";
    };
    const account = {
      name: "account",
      description: "Knows whose account it is.",
      content: "Run whoami.",
      scripts: [{ name: "whoami", function: whoami }],
    };
    const context = { userId: "user-7" };
    const input = { skill_name: "account", script_name: "whoami" };
    const { answers } = await harness.run({
      toolset: await loadSkills(memory([account])),
      script: [{ calls: [{ tool: "run_skill_script", input }] }, { text: "Done." }],
      context,
    });
    expectSuccess(answers[0], "it is user-7");
    expect(seen).toEqual([context]);
  });

  test("what a script prints is passed on while it runs, where the framework can", async () => {
    const goFile = fileIn("go");
    const { progress } = harness.carries;
    // The script goes on only once somebody has seen what it printed first. Without progress nobody does.
    if (!progress) await writeFile(goFile, "");
    let seen = "";
    const { answers } = await harness.run({
      toolset: await load(),
      script: [{ calls: [{ tool: "run_skill_script", input: ledgerScript("speak", [goFile]) }] }, { text: "Done." }],
      onProgress: (output) => {
        seen += output;
        if (output.includes("counting")) void writeFile(goFile, "");
      },
    });
    expectSuccess(answers[0], "counting", "counted");
    if (progress) expect(seen).toContain("counting");
    else expect(seen).toBe("");
  });
}

/** Runs the script that waits, and notes when the model is asked after that. */
function waitingScript(pidFile: string, onAskedAgain: () => void): ScriptStep[] {
  return [
    { calls: [{ tool: "run_skill_script", input: ledgerScript("wait", [pidFile]) }] },
    () => {
      onAskedAgain();
      return { text: "?" };
    },
  ];
}

/** Frameworks may resolve or reject when they are aborted. */
async function settled(run: Promise<unknown>): Promise<void> {
  await Promise.allSettled([run]);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
