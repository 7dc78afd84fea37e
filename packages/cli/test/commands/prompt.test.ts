import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped } from "../skillplug.js";

test("prompt: the system prompt's text; --max-tokens shortens it", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 60; index += 1) {
    files[`skills/skill-${index}/SKILL.md`] = skillText(
      `skill-${index}`,
      `Does ${"this and that, ".repeat(10)}${index}`,
    );
  }
  const cwd = await folderWith(files);
  const whole = JSON.parse((await piped(["prompt", "--json"], { cwd })).stdout);
  expect(whole.text).toContain("skill-59");
  const short = JSON.parse((await piped(["prompt", "--max-tokens", "1500", "--json"], { cwd })).stdout);
  expect(short.tokens).toBeLessThan(1500);
  expect(short.tokens).toBeLessThan(whole.tokens);
  expect((await piped(["prompt"], { cwd })).stdout).toBe(`${whole.text}\n`);
});

test("prompt: --format xml is the list in the form of the standard's reference, and is not cut", async () => {
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a", "Does a & b") });
  const { stdout } = await piped(["prompt", "--format", "xml"], { cwd });
  expect(stdout).toBe(`<available_skills>
<skill>
<name>
a
</name>
<description>
Does a &amp; b
</description>
<location>
${cwd}/skills/a/SKILL.md
</location>
</skill>
</available_skills>
`);
  const cut = await piped(["prompt", "--format", "xml", "--max-tokens", "10"], { cwd });
  expect(cut).toMatchObject({ code: 2, stdout: "" });
  expect(cut.stderr).toContain("Leave out --max-tokens");
});
