import { describe, expect, test, vi } from "vitest";
import { type Approval, memory, SkillError, SkillsToolset, type SkillsToolsetOptions } from "../../src/index.js";

const skill = {
  name: "papers",
  description: "Finds papers.",
  content: "# P",
  scripts: [{ name: "search", function: () => "found" }],
};
const call = { skill_name: "papers", script_name: "search" };

function toolsetWith(trusted: boolean, options: SkillsToolsetOptions) {
  return new SkillsToolset({ ...options, sources: [{ ...memory([skill]), trusted }] });
}

async function runTool(toolset: SkillsToolset) {
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  if (!tool) throw new Error("run_skill_script is not offered");
  return tool;
}

test("untrusted is the rule unless another is given", async () => {
  expect(await toolsetWith(true, {}).runSkillScript("papers", "search")).toBe("found");
  await expect(toolsetWith(false, {}).runSkillScript("papers", "search")).rejects.toMatchObject({ code: "denied" });
});

const rules: readonly (readonly [Approval, boolean, boolean])[] = [
  ["never", false, true],
  ["untrusted", true, true],
  ["untrusted", false, false],
  ["always", true, false],
  [({ skillName }) => skillName === "papers", false, true],
  [async () => false, true, false],
];
test.each(rules)("approval %s, trusted %s: a script runs %s", async (approval, trusted, runs) => {
  const run = toolsetWith(trusted, { approval }).runSkillScript("papers", "search");
  if (runs) expect(await run).toBe("found");
  else await expect(run).rejects.toThrow("was not approved and did not run");
});

test.each([undefined, null, 1, "true", {}, Promise.resolve("yes")])(
  "only true approves, and not %j",
  async (answer) => {
    const execute = vi.fn(() => "found");
    const skills = [{ ...skill, scripts: [{ name: "search", function: execute }] }];
    const toolset = new SkillsToolset({ skills, approval: () => answer as boolean });
    await expect(toolset.runSkillScript("papers", "search")).rejects.toMatchObject({ code: "denied" });
    expect(execute).not.toHaveBeenCalled();
  },
);

const developerOf = {
  "turned down": "",
  "nobody is there": ` (For the developer: give loadSkills a function as approval, or approvalBy: "framework", where the framework or the loop asks.)`,
  "passed none on":
    " (For the developer: give approve to the function that runs the calls, or ask through the tool's requestApproval.)",
};
test.each([
  [() => false, "core", "The request was turned down."],
  ["untrusted", "core", "Its source is not trusted, and nobody is there to approve it."],
  ["always", "core", "Every script needs an approval, and nobody is there to give it."],
  ["untrusted", "framework", "It needs an approval, and the agent framework passed none on."],
  ["always", "framework", "It needs an approval, and the agent framework passed none on."],
] as const)(
  "a model reads why a script did not run, and what to do: approval %s by %s",
  async (approval, approvalBy, why) => {
    const [, developer] = Object.entries(developerOf).find(([words]) => why.includes(words)) ?? [];
    await expect(toolsetWith(false, { approval, approvalBy }).runSkillScript("papers", "search")).rejects.toMatchObject(
      {
        code: "denied",
        message: `The script 'search' of the skill 'papers' was not approved and did not run. ${why} Do not call it again; go on without it, or ask the user.${developer}`,
      },
    );
  },
);

test("a function is told which script would run, with what and for whom", async () => {
  const approval = vi.fn(() => true);
  const trusted = toolsetWith(true, { approval });
  await trusted.runSkillScript("papers", "search");
  const untrusted = toolsetWith(false, { approval });
  await untrusted.runSkillScript("papers", "search", ["--top", "3"], { context: { user: "ada" } });
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const named = { skillName: "papers", scriptName: "search", source: "memory", digest, commandLine: undefined };
  expect(approval.mock.calls).toEqual([
    [{ ...named, args: undefined, trusted: true, context: undefined }],
    [{ ...named, args: ["--top", "3"], trusted: false, context: { user: "ada" } }],
  ]);
});

test("a function that throws has not approved", async () => {
  const toolset = toolsetWith(true, {
    approval: () => {
      throw new Error("the policy server is down");
    },
  });
  const result = await (await runTool(toolset)).execute(call);
  expect(result).toMatchObject({ ok: false, text: expect.stringContaining("the policy server is down") });
});

describe("exactly one asks", () => {
  test("core: the tools ask the framework for nothing", async () => {
    for (const approval of ["never", "untrusted", "always", () => true] as const)
      expect(await runTool(toolsetWith(false, { approval }))).not.toHaveProperty("requestApproval");
  });

  test("the framework: the tool says which calls need an approval, and has no such method where none does", async () => {
    const by = (approval: Approval, trusted: boolean) =>
      runTool(toolsetWith(trusted, { approval, approvalBy: "framework" }));
    expect(await by("never", false)).not.toHaveProperty("requestApproval");
    for (const [approval, trusted, asks] of [
      ["always", true, true],
      ["always", false, true],
      ["untrusted", true, false],
      ["untrusted", false, true],
    ] as const) {
      const tool = await by(approval, trusted);
      const needs = async (input: unknown) => (await tool.requestApproval?.(input, {})) !== undefined;
      expect(await needs(call)).toBe(asks);
      expect(await needs(JSON.stringify(call))).toBe(asks);
      // All are answered with an error, and run nothing.
      expect(await needs({ skill_name: "no-such", script_name: "x" })).toBe(false);
      expect(await needs({ ...call, script_name: "no-such" })).toBe(false);
      expect(await needs("{")).toBe(false);
    }
  });

  test("only running a script needs one", async () => {
    const tools = await toolsetWith(false, { approval: "always", approvalBy: "framework" }).getTools();
    expect(tools.filter((tool) => tool.requestApproval).map(({ name }) => name)).toEqual(["run_skill_script"]);
  });

  test("the framework's approval is needed, and it counts for a call that it was asked about", async () => {
    const tool = await runTool(toolsetWith(true, { approval: "always", approvalBy: "framework" }));
    expect(await tool.execute(call)).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(await tool.execute(call, { approved: true })).toMatchObject({ ok: false, error: { code: "denied" } });
    await tool.requestApproval?.(call, { callId: "1" });
    expect(await tool.execute(call, { approved: true, callId: "1" })).toMatchObject({ ok: true, text: "found" });
  });

  test.each([["false"], ["no"], ["true"], [1], [{}], [[]]])("the answer %j is no yes", async (answer) => {
    const tool = await runTool(toolsetWith(true, { approval: "always", approvalBy: "framework" }));
    await tool.requestApproval?.(call, { callId: "1" });
    const options: { callId: string } = Object.assign({ callId: "1" }, { approved: answer });
    expect(await tool.execute(call, options)).toMatchObject({ ok: false, error: { code: "denied" } });
    // It was an answer all the same.
    expect(await tool.execute(call, { approved: true, callId: "1" })).toMatchObject({ ok: false });
  });

  test("where core asks, nobody can say that it was approved elsewhere", async () => {
    const tool = await runTool(toolsetWith(true, { approval: () => false }));
    expect(await tool.execute(call, { approved: true })).toMatchObject({ ok: false, error: { code: "denied" } });
  });

  test("two that would ask are an error that says what to do", () => {
    expect(() => toolsetWith(true, { approval: () => true, approvalBy: "framework" })).toThrow(
      /approval is a function.*Leave one of them out/,
    );
  });

  test("a misspelled rule is an error that names the rules, as it would decide what runs", () => {
    const refusal = (options: object) => {
      try {
        return toolsetWith(true, options);
      } catch (error) {
        return SkillError.isInstance(error) && error.code === "invalid_option" ? error.message : error;
      }
    };
    expect(refusal({ approvalBy: "nobody" })).toBe(
      'The option approvalBy of SkillsToolset must be "core" or "framework", but is "nobody".',
    );
    for (const approval of ["allways", "Always", "", true, null])
      expect(refusal({ approval })).toBe(
        `The option approval of SkillsToolset must be "never", "untrusted", "always" or a function, but is ${JSON.stringify(approval)}.`,
      );
  });
});
