import { join } from "node:path";
import { loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { replacePlaceholders } from "../../src/prompt/placeholders.js";

const files = {
  name: "papers",
  resources: ["SKILL.md", "references/guide.md"].map((name) => ({ name })),
  scripts: [{ name: "scripts/x.py" }],
};
const places = { ...files, baseDir: "/skills/papers", plugin: { name: "p", directory: "/plugins/p" } };
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
    "<this-skill-path>",
    "<this skill folder>",
    "<path-to-this-skill>",
  ])("%s is the skill's folder", (placeholder) => {
    expect(replace(`python ${placeholder}/scripts/x.py "${placeholder}" ${placeholder}`)).toBe(
      'python /skills/papers/scripts/x.py "/skills/papers" /skills/papers',
    );
  });

  test.each([
    ..."{skill_path} {skill-path} {skillPath} {{skill_path}} $SKILL_PATH <skill> <skill-path> <SKILL_PATH>".split(" "),
    ..."<path-to-skill> <path-to-the-skill> <papers-path> <papers_dir> <this-skill>".split(" "),
  ])("%s is the skill's folder ahead of a file that the skill has", (placeholder) => {
    expect(replace(`run "${placeholder}/scripts/x.py" a, see ${placeholder}/references/guide.md#two.`)).toBe(
      'run "/skills/papers/scripts/x.py" a, see /skills/papers/references/guide.md#two.',
    );
    expect(replace(`It is in ${placeholder}/scripts/x.py.`)).toBe("It is in /skills/papers/scripts/x.py.");
    for (const text of [`cp -r ${placeholder} /tmp`, `${placeholder}@market`]) expect(replace(text)).toBe(text);
  });

  test.each([
    "{skill_path}/SKILL.md",
    "<skill>/SKILL.md",
    "<skill-path>/scripts/other.py",
    "<skill-path>/scripts/<tool>.py",
    "<skill>/scripts/",
    "<skill-name>/scripts/x.py",
    "<output-path>/scripts/x.py",
    "<target-skill-path>/scripts/x.py",
    "$skill_path/scripts/x.py",
    "a<skill>b/scripts/x.py",
  ])("%s stays: it can be another skill's, or is none of its files", (text) => {
    expect(replace(text)).toBe(text);
  });

  test("a name with signs of a pattern in it is a name", () => {
    const skill = { ...places, name: "team:it's (a) b.c+" };
    const text = "<it's (a) b.c+ path>/scripts/x.py <it's (a) bxc+ path>/scripts/x.py";
    expect(replacePlaceholders(text, skill, (path) => path)).toBe(
      "/skills/papers/scripts/x.py <it's (a) bxc+ path>/scripts/x.py",
    );
  });

  test("<this-skill>/scripts is a folder of the skill", () => {
    expect(replace('path = "<this-skill>/scripts"')).toBe('path = "/skills/papers/scripts"');
  });

  test.each(["$" + "{CLAUDE_PLUGIN_ROOT}", "$CLAUDE_PLUGIN_ROOT"])("%s is the plugin's folder", (placeholder) => {
    expect(replace(`cat ${placeholder}/x`)).toBe("cat /plugins/p/x");
    const without = replacePlaceholders(placeholder, { ...files, baseDir: "/skills/papers" }, (path) => path);
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
    expect(replacePlaceholders("{baseDir}/x", files, (path) => path)).toBe("$SKILL_DIR/x");
  });

  test("a path is put in as it is shown, and with nothing of it read as a pattern", () => {
    expect(replacePlaceholders("{baseDir}", { ...files, baseDir: "/a/$&$1" }, (path) => `<${path}>`)).toBe("</a/$&$1>");
  });

  test("at most 500 are replaced, so that no path makes gigabytes of a text", () => {
    const replaced = replace("{baseDir} ".repeat(600));
    expect(replaced.split("/skills/papers")).toHaveLength(501);
    expect(replaced.split("{baseDir}")).toHaveLength(101);
    const likely = replace("<skill>/scripts/x.py ".repeat(600));
    expect(likely.split("<skill>")).toHaveLength(101);
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
