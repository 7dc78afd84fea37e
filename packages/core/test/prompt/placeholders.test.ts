import { join } from "node:path";
import { loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { replacePlaceholders } from "../../src/prompt/placeholders.js";

const places = { baseDir: "/skills/papers", plugin: { name: "p", directory: "/plugins/p" } };
const replace = (text: string) => replacePlaceholders(text, places, (path) => path);

describe("replacePlaceholders", () => {
  test.each([
    "{baseDir}",
    "{skillDir}",
    "{skill-dir}",
    "{SKILL_DIR}",
    "{skillRoot}",
    "{baseFolder}",
    "{{skill_dir}}",
    "{{ skillDir }}",
    "{{base_directory}}",
    "$SKILL_DIR",
    "$CLAUDE_SKILL_DIR",
    "$" + "{SKILL_DIR}",
    "$" + "{CLAUDE_SKILL_DIR}",
    "$" + "{SKILL_ROOT}",
    "<skill-dir>",
    "<skill directory>",
    "<SKILL_DIR>",
    "<base_dir>",
  ])("%s is the skill's folder", (placeholder) => {
    expect(replace(`python ${placeholder}/scripts/x.py "${placeholder}" ${placeholder}`)).toBe(
      'python /skills/papers/scripts/x.py "/skills/papers" /skills/papers',
    );
  });

  test.each(["$" + "{CLAUDE_PLUGIN_ROOT}", "$CLAUDE_PLUGIN_ROOT"])("%s is the plugin's folder", (placeholder) => {
    expect(replace(`cat ${placeholder}/x`)).toBe("cat /plugins/p/x");
    const without = replacePlaceholders(placeholder, { baseDir: "/skills/papers" }, (path) => path);
    expect(without).toBe(placeholder);
  });

  test.each([
    "$skill_dir",
    "$" + "{skill_dir}",
    "{skill_dir}",
    "{base_dir}",
    "$" + "{SKILL_DIR:-x}",
    "SKILL_DIR=/x",
    "$SKILL_DIRS",
    "$MY_SKILL_DIR",
    "<skill-name>",
    "{baseUrl}",
    "$BASE_DIR",
    "skillDir",
  ])("%s stays: a variable of its own, or something else", (text) => {
    expect(replace(`${text}/x`)).toBe(`${text}/x`);
  });

  test("of a skill that lies in no folder, what tools take as well", () => {
    expect(replacePlaceholders("{baseDir}/x", {}, (path) => path)).toBe("$SKILL_DIR/x");
  });

  test("a path is put in as it is shown, and with nothing of it read as a pattern", () => {
    expect(replacePlaceholders("{baseDir}", { baseDir: "/a/$&$1" }, (path) => `<${path}>`)).toBe("</a/$&$1>");
  });

  test("at most 500 are replaced, so that no path makes gigabytes of a text", () => {
    const replaced = replace("{baseDir} ".repeat(600));
    expect(replaced.split("/skills/papers")).toHaveLength(501);
    expect(replaced.split("{baseDir}")).toHaveLength(101);
  });
});

test("a loaded skill names its own files by paths that the tools take", async () => {
  const body = "Read {baseDir}/a.md, then run `$SKILL_DIR/scripts/x.mjs`.";
  const root = await folderWith({
    "s/SKILL.md": skillText("s", "d", body),
    "s/a.md": "read",
    "s/scripts/x.mjs": "console.log('ran')",
  });
  const skills = await loadSkills(root, { logger: false });
  const text = await skills.loadSkill("s");
  const [file = "", script = ""] = [/Read (\S+),/, /run `(\S+)`/].map((pattern) => pattern.exec(text)?.[1]);
  expect([file, script]).toEqual([join(root, "s/a.md"), join(root, "s/scripts/x.mjs")]);
  expect(await skills.readSkillResource("s", file)).toBe("read");
  expect(await skills.runSkillScript("s", script)).toContain("ran");
  // As it is written, for programs.
  expect((await skills.getSkill("s"))?.content).toContain("{baseDir}/a.md");
});
