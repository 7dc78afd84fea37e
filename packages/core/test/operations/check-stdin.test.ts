import { loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { toolOf } from "../tools/call-tool.js";

const toolset = async () =>
  loadSkills(await folderWith({ "a/SKILL.md": skillText("a"), "a/count.sh": "wc -c" }), {
    workFolder: await folderWith(),
  });

test("a million characters are given to a script; what is longer, or no text, is refused", async () => {
  const skills = await toolset();
  const read = (stdin: unknown) => skills.runSkillScript("a", "count", [], { stdin: stdin as string });
  expect((await read("x".repeat(1_000_000))).trim()).toBe("1000000");
  await expect(read("x".repeat(1_000_001))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(
      "stdin has 1000001 characters, and at most 1000000 are taken. Write the data into a file",
    ),
  });
  for (const [stdin, kind] of [
    [7, "number"],
    [null, "null"],
    [{}, "object"],
  ] as const) {
    await expect(read(stdin)).rejects.toMatchObject({
      code: "invalid_input",
      message: `The script's stdin is of type ${kind}, and must be a text.`,
    });
  }
});

test("a model's own goes first, and the call's is taken where it sends none", async () => {
  const tool = await toolOf(await toolset(), "run_skill_script");
  const input = { skill_name: "a", script_name: "count" };
  const read = async (more: object) => (await tool.execute({ ...input, ...more }, { stdin: "four" })).text.trim();
  expect([await read({ stdin: "ninechars" }), await read({}), await read({ stdin: null })]).toEqual(["9", "4", "4"]);
});
