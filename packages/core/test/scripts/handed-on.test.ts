import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ApprovalRequest,
  directory,
  memory,
  type SkillInput,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";
import { takeGrant, withGrant } from "../../src/scripts/handed-on.js";

/** A toolset with one skill of an untrusted folder. */
async function strangers(options: SkillsToolsetOptions = {}) {
  const folder = await folderWith({
    "x/SKILL.md": skillText("x"),
    "x/scripts/s.mjs": "console.log('ran', ...process.argv.slice(2))",
  });
  const toolset = new SkillsToolset({ logger: false, sources: [directory(folder, { trusted: false })], ...options });
  const skill = await toolset.getSkill("x");
  if (!skill) throw new Error("no skill x");
  return { folder, toolset, skill };
}

const handedTo = (skill: SkillInput, options: SkillsToolsetOptions = {}) =>
  new SkillsToolset({ logger: false, skills: [skill], ...options });

test("trust stays with a skill that is handed on, with a copy of it, and with a single script of it", async () => {
  const { skill } = await strangers();
  expect(skill.trusted).toBe(false);
  const [script] = skill.scripts;
  const copies: SkillInput[] = [
    skill,
    { ...skill, name: "y" },
    { name: "y", description: "Mine.", content: "", scripts: [...(script ? [script] : [])] },
    { name: "y", description: "Mine.", content: "", scripts: [...(script ? [{ ...script, name: "other" }] : [])] },
  ];
  for (const copy of copies) {
    const [name = ""] = copy.scripts?.map((entry) => entry.name) ?? [];
    await expect(handedTo(copy).runSkillScript(copy.name, name)).rejects.toMatchObject({
      code: "denied",
      message: expect.stringContaining("Its source is not trusted"),
    });
  }
});

test("a trusted skill that is handed on stays trusted", async () => {
  const folder = await folderWith({ "x/SKILL.md": skillText("x"), "x/scripts/s.mjs": "console.log('ran')" });
  const skill = await new SkillsToolset({ directories: [folder] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  expect(skill).not.toHaveProperty("trusted");
  expect(await handedTo(skill).runSkillScript("x", "s")).toBe("ran");
});

/** A skill of a trusted folder, which tells where it ran. */
async function ours(options: SkillsToolsetOptions = {}) {
  const folder = await folderWith({
    "x/SKILL.md": skillText("x"),
    "x/scripts/s.mjs": "console.log('ran in', process.env.SKILL_DIR)",
  });
  const skill = await new SkillsToolset({ logger: false, directories: [folder], ...options }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  return { folder, skill, inPlace: `ran in ${join(folder, "x")}` };
}

const reaching = (folder: string) => ({ logger: false, sources: [directory(folder, { trusted: false })] }) as const;

test("a trusted skill is not trusted where a source reaches its folder that is not, nor a copy or a single script of it", async () => {
  const { folder, skill } = await ours();
  const [script] = skill.scripts;
  const again = await handedTo(skill).getSkill("x");
  const text = { name: "z", description: "Mine.", content: "" };
  const copies: SkillInput[] = [
    skill,
    { ...skill, trusted: true, name: "z" },
    { ...text, scripts: [...(script ? [{ ...script, name: "other" }] : [])] },
    { ...again, ...text },
  ];
  for (const copy of copies) {
    const toolset = handedTo(copy, reaching(join(folder, "x/scripts")));
    const [name = ""] = copy.scripts?.map((entry) => entry.name) ?? [];
    await expect(toolset.runSkillScript(copy.name, name)).rejects.toMatchObject({ code: "denied" });
    const message = expect.stringContaining(`its folder ${join(folder, "x")} is reached by`);
    const found = (await toolset.getDiagnostics()).filter(({ code }) => code === "untrusted-folder");
    expect(found).toMatchObject([{ skill: copy.name, message }]);
  }
});

test("so it is with a skill without scripts, and it takes no trust from others where nobody reaches it", async () => {
  const folder = await folderWith({ "x/SKILL.md": skillText("x") });
  const skill = await new SkillsToolset({ directories: [folder] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  expect((await handedTo(skill, reaching(folder)).getSkill("x"))?.trusted).toBe(false);
  expect(await handedTo(skill, reaching(await folderWith())).getSkill("x")).not.toHaveProperty("trusted");
});

test("a skill that is handed on without trust takes the trust from its folder", async () => {
  const { skill, folder } = await strangers();
  const toolset = handedTo({ ...skill, name: "y" }, { directories: [folder] });
  expect((await toolset.getSkill("x"))?.trusted).toBe(false);
});

test("what cannot be told of a skill that was handed on makes it not trusted", async () => {
  const { folder } = await ours();
  const inner = directory(folder);
  const lost: SkillSource = {
    ...inner,
    directoryOf: () => {
      throw new Error("no idea");
    },
  };
  const skill = await new SkillsToolset({ sources: [lost] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  const [finding] = await handedTo(skill, reaching(await folderWith())).getDiagnostics();
  expect(finding?.message).toContain("its source cannot tell where it lies (no idea)");
});

test("a trusted skill that is not trusted where it was handed to runs from a private copy, also where nobody has to be asked", async () => {
  for (const approval of ["never", () => true] as const) {
    const { folder, skill, inPlace } = await ours();
    expect(await handedTo(skill, { approval }).runSkillScript("x", "s")).toBe(inPlace);
    const toolset = handedTo({ ...skill, name: "y" }, { ...reaching(folder), approval });
    expect(await toolset.runSkillScript("y", "s")).toMatch(/^ran in (?!.*skillplug-test)/);
  }
});

test("a yes of the outer toolset is compared in the inner one, though that asks nobody", async () => {
  const script = { name: "scripts/s.mjs", content: "console.log('approved')" };
  const inner = memory([{ name: "x", description: "X.", content: "", scripts: [script] }]);
  let readings = 0;
  const readFile: SkillSource["readFile"] = async (skill, path, limits) => {
    // The outer toolset reads it to ask, to pass the digest on, and to compare.
    if (path !== script.name || ++readings <= 3) return inner.readFile(skill, path, limits);
    return new TextEncoder().encode("console.log('another')");
  };
  const skill = await new SkillsToolset({ sources: [{ ...inner, readFile }] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  await expect(handedTo(skill, { approval: () => true }).runSkillScript("x", "s")).rejects.toThrow(
    "the skill's files changed",
  );
});

test("the outer toolset asks, and its yes reaches the inner one", async () => {
  const { skill } = await strangers();
  const asked: ApprovalRequest[] = [];
  const outer = handedTo(skill, {
    approval: (request) => {
      asked.push(request);
      return true;
    },
  });
  expect(await outer.runSkillScript("x", "s", ["a"])).toBe("ran a");
  expect(asked).toMatchObject([{ skillName: "x", scriptName: "scripts/s.mjs", args: ["a"], trusted: false }]);
});

test("by the framework too, through a third toolset, and once", async () => {
  const { skill } = await strangers();
  const second = await handedTo(skill).getSkill("x");
  if (!second) throw new Error("no skill x");
  const third = handedTo(second, { approvalBy: "framework" });
  const tool = (await third.getTools()).find(({ name }) => name === "run_skill_script");
  const input = { skill_name: "x", script_name: "s" };
  const call = { approved: true, callId: "1" };
  expect(await tool?.execute(input, call)).toMatchObject({ error: { code: "denied" } });
  await tool?.requestApproval?.(input, { callId: "1" });
  expect(await tool?.execute(input, call)).toMatchObject({ ok: true, text: "ran" });
  expect(await tool?.execute(input, call)).toMatchObject({ error: { code: "denied" } });
});

test("what the outer call says of itself does not open the inner gate, whatever the outer rule", async () => {
  const { skill, toolset } = await strangers({ approvalBy: "framework" });
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  const input = { skill_name: "x", script_name: "s" };
  const options = { approved: true, callId: "1" };
  await expect(handedTo(skill, { approval: "never" }).runSkillScript("x", "s", [], options)).rejects.toMatchObject({
    message: expect.stringContaining("was not approved and did not run"),
  });
  await expect(skill.scripts[0]?.run(undefined, [], options)).rejects.toMatchObject({ code: "denied" });
  expect(await tool?.execute(input, options)).toMatchObject({ error: { code: "denied" } });
});

test("an inner function is asked all the same, and its no counts", async () => {
  const inner = vi.fn(() => false);
  const { skill } = await strangers({ approval: inner });
  await expect(handedTo(skill, { approval: () => true }).runSkillScript("x", "s")).rejects.toThrow("turned down");
  expect(inner).toHaveBeenCalledOnce();
});

test("files of the inner skill that change after the outer yes are refused", async () => {
  const { skill, folder } = await strangers();
  const outer = handedTo(skill, {
    approval: async () => {
      await writeFile(join(folder, "x/scripts/s.mjs"), "console.log('other')");
      return true;
    },
  });
  await expect(outer.runSkillScript("x", "s")).rejects.toMatchObject({
    code: "denied",
    message: expect.stringContaining("the skill's files changed"),
  });
});

test("files that change after the outer toolset has compared them are refused by the inner one", async () => {
  const script = { name: "scripts/s.mjs", content: "console.log('approved')" };
  const inner = memory([{ name: "x", description: "X.", content: "", scripts: [script] }]);
  let readings = 0;
  const source: SkillSource = {
    ...inner,
    trusted: false,
    readFile: async (skill, path, limits) => {
      // The outer toolset reads it to ask, to pass the digest on, and to compare.
      if (path !== script.name || ++readings <= 3) return inner.readFile(skill, path, limits);
      return new TextEncoder().encode("console.log('another')");
    },
  };
  const skill = await new SkillsToolset({ sources: [source] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  await expect(handedTo(skill, { approval: () => true }).runSkillScript("x", "s")).rejects.toThrow(
    "the skill's files changed",
  );
  expect(readings).toBeGreaterThan(3);
});

test("the digest that the outer toolset asks about changes with the inner skill's files", async () => {
  const { skill, folder } = await strangers();
  const digests: string[] = [];
  const outer = handedTo(skill, {
    approval: ({ digest }) => {
      digests.push(digest);
      return false;
    },
  });
  for (const text of ["// one", "// one", "// two"]) {
    await writeFile(join(folder, "x/scripts/s.mjs"), text);
    await outer.runSkillScript("x", "s").catch(() => {});
  }
  expect(digests[0]).toBe(digests[1]);
  expect(digests[2]).not.toBe(digests[1]);
});

test("a function behind an inner gate is not called past it", async () => {
  const ran = vi.fn(() => "ran");
  const scripts = [{ name: "f", function: ran }];
  const source: SkillSource = { ...memory([{ name: "x", description: "X.", content: "", scripts }]), trusted: false };
  const skill = await new SkillsToolset({ sources: [source] }).getSkill("x");
  if (!skill) throw new Error("no skill x");
  await expect(handedTo({ ...skill, trusted: true, name: "y" }).runSkillScript("y", "f")).rejects.toThrow();
  expect(ran).not.toHaveBeenCalled();
  expect(await handedTo(skill, { approval: () => true }).runSkillScript("x", "f")).toBe("ran");
});

test("a function that several toolsets hand on comes from each of them, and an approval of it ends", async () => {
  const ran = vi.fn(() => "ran");
  const first = handedTo({ name: "x", description: "X.", content: "", scripts: [{ name: "f", function: ran }] });
  const one = await first.getSkill("x");
  const second = one && handedTo(one);
  const two = await second?.getSkill("x");
  if (!one || !second || !two) throw new Error("no skill x");
  const digests: string[] = [];
  const approval = ({ digest }: ApprovalRequest) => digests.push(digest) > 0;
  expect(await handedTo(two, { approval }).runSkillScript("x", "f")).toBe("ran");
  expect(await handedTo(one, { approval }).runSkillScript("x", "f")).toBe("ran");
  expect(await second.runSkillScript("x", "f")).toBe("ran");
  expect(new Set(digests).size).toBe(2);
});

test("a grant is for the very options that it was given with, and for one call", () => {
  const grant = { digest: "digest", trusted: true };
  const granted = withGrant({}, grant);
  expect(takeGrant({ ...granted })).toBeUndefined();
  expect(takeGrant(granted)).toBe(grant);
  expect(takeGrant(granted)).toBeUndefined();
  expect(takeGrant(undefined)).toBeUndefined();
});
