import { join } from "node:path";
import { directory, loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const PRINT = "console.log(process.env.CLAUDE_PLUGIN_ROOT ?? 'none');";

test("a trusted skill's script is told its plugin's folder, and a stranger's is not", async () => {
  const root = await folderWith({
    "plugins/one/skills/s/SKILL.md": skillText("s"),
    "plugins/one/skills/s/scripts/print.mjs": PRINT,
    "skills/t/SKILL.md": skillText("t"),
    "skills/t/scripts/print.mjs": PRINT,
  });
  const ours = await loadSkills(root, { logger: false });
  expect(await ours.runSkillScript("s", "print")).toBe(join(root, "plugins/one"));
  expect(await ours.runSkillScript("t", "print")).toBe("none");
  const theirs = await loadSkills(directory(root, { trusted: false }), { logger: false, approval: "never" });
  expect(await theirs.runSkillScript("s", "print")).toBe("none");
});
