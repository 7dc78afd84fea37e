import { describe, expect, test } from "vitest";
import { type Approval, memory, SkillsToolset, type SkillsToolsetOptions } from "../../src/index.js";

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

test("a function is told which script would run, with what and for whom", async () => {
  const seen: unknown[] = [];
  const toolset = toolsetWith(false, { approval: (request) => seen.push(request) > 0 });
  await toolset.runSkillScript("papers", "search", ["--top", "3"], { context: { user: "ada" } });
  const [request] = seen;
  expect(request).toEqual({
    skillName: "papers",
    scriptName: "search",
    args: ["--top", "3"],
    trusted: false,
    context: { user: "ada" },
  });
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
      expect((await runTool(toolsetWith(false, { approval }))).needsApproval).toBe(false);
  });

  test("the framework: the tool says which calls need an approval", async () => {
    const by = async (approval: Approval, trusted: boolean) =>
      (await runTool(toolsetWith(trusted, { approval, approvalBy: "framework" }))).needsApproval;
    expect(await by("never", false)).toBe(false);
    expect(await by("always", true)).toBe(true);
    for (const trusted of [true, false]) {
      const needsApproval = await by("untrusted", trusted);
      if (typeof needsApproval !== "function") throw new Error("expected a function");
      expect(await needsApproval(call)).toBe(!trusted);
      expect(await needsApproval(JSON.stringify(call))).toBe(!trusted);
      // Both are answered with an error, and run nothing.
      expect(await needsApproval({ skill_name: "no-such", script_name: "x" })).toBe(false);
      expect(await needsApproval("{")).toBe(false);
    }
  });

  test("only running a script needs one", async () => {
    const tools = await toolsetWith(false, { approval: "always", approvalBy: "framework" }).getTools();
    expect(tools.filter(({ needsApproval }) => needsApproval).map(({ name }) => name)).toEqual(["run_skill_script"]);
  });

  test("the framework's approval is needed, and enough", async () => {
    const tool = await runTool(toolsetWith(true, { approval: "always", approvalBy: "framework" }));
    expect(await tool.execute(call)).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(await tool.execute(call, { approved: true })).toMatchObject({ ok: true, text: "found" });
  });

  test("where core asks, nobody can say that it was approved elsewhere", async () => {
    const tool = await runTool(toolsetWith(true, { approval: () => false }));
    expect(await tool.execute(call, { approved: true })).toMatchObject({ ok: false, error: { code: "denied" } });
  });

  test("two that would ask are an error that says what to do", () => {
    expect(() => toolsetWith(true, { approval: () => true, approvalBy: "framework" })).toThrow(
      /approval is a function.*Leave one of them out/,
    );
    expect(() => toolsetWith(true, { approvalBy: "nobody" as never })).toThrow(/approvalBy.*"core" or "framework"/);
  });
});
