import { join } from "node:path";
import { directory, loadSkills, memory, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";

const guide = "# Guide\n\nIntro.\n\n```md\n## Step 5\n```\n\n## Step 5\n\nDo it.\n\n## Step 5\n\nAgain.\n";
const toolset = new SkillsToolset({
  skills: [
    {
      name: "papers",
      description: "Finds papers.",
      content: "# Papers",
      resources: [
        { name: "references/guide.md", content: guide },
        { name: "references/deep/forms.md", content: "forms" },
        { name: "sample/SKILL.md", content: "a sample" },
        { name: "c#.md", content: "sharp" },
        { name: "references/two.md", content: "in references" },
        { name: "other/two.md", content: "in other" },
        { name: "windows.md", content: guide.replaceAll("\n", "\r\n") },
      ],
      scripts: [{ name: "scripts/x.py", content: "print(1)" }],
    },
    { name: "books", description: "Finds books.", content: "# Books" },
  ],
});

async function read(resource_name: string, more: object = {}): Promise<string> {
  const tools = await toolset.getTools();
  const tool = tools.find(({ name }) => name === "read_skill_resource");
  const answer = await tool?.execute({ skill_name: "papers", resource_name, ...more });
  return answer?.text ?? "";
}

describe("what instructions name can be read", () => {
  test("SKILL.md is the skill's own, and never one below it", async () => {
    for (const name of ["SKILL.md", "./SKILL.md", "skill.md", "papers/SKILL.md"]) {
      expect(await read(name)).toContain("description: Finds papers.");
    }
    expect(await read("sample/SKILL.md")).toBe("a sample");
    expect(await read("../SKILL.md")).toMatch(/description: Finds papers\..*\n\n\[this is SKILL\.md\]$/s);
  });

  test("a folder is the list of its files", async () => {
    const list = "Files in references/:\n- references/guide.md\n- references/deep/forms.md\n- references/two.md";
    for (const name of ["references/", "references", "{baseDir}/references/"]) expect(await read(name)).toBe(list);
    expect(await read("./")).toBe(
      "Files in the skill's folder:\n- SKILL.md\n- references/guide.md\n- references/deep/forms.md\n- sample/SKILL.md\n- c#.md\n- references/two.md\n- other/two.md\n- windows.md\n- scripts/x.py",
    );
  });

  test("the folder of a skill without other files is its SKILL.md", async () => {
    expect(await toolset.readSkillResource("books", "./")).toBe("Files in the skill's folder:\n- SKILL.md");
  });

  test("a fragment begins the page at its heading, outside of blocks of code", async () => {
    const start = guide.indexOf("## Step 5\n\nDo it.");
    const page = await read("references/guide.md#step-5");
    expect(page).toMatch(/^## Step 5\n\nDo it\./);
    expect(page).toContain(`[characters ${start} to ${guide.length} of ${guide.length}]`);
    expect(await read("references/guide.md#step-5-1")).toMatch(/^## Step 5\n\nAgain\./);
    expect(await read("references/guide.md#step-5", { offset: 0 })).toBe(guide);
  });

  test("a fragment that is no heading is said, and the file is read from its start", async () => {
    expect(await read("references/guide.md#no%20such")).toBe(`${guide}\n\n[no heading of it is #no%20such]`);
  });

  test("a fragment of a file with Windows' line ends begins the page at its heading too", async () => {
    expect(await read("windows.md#step-5-1")).toMatch(/^## Step 5\n\nAgain\./);
  });

  test("a # in a file's own name is no fragment", async () => {
    expect(await read("c#.md")).toBe("sharp");
  });

  test("what was guessed is named", async () => {
    expect(await read("deep/FORMS.md")).toBe("forms\n\n[this is references/deep/forms.md]");
    expect(await read("{baseDir}/references/deep/forms.md")).toBe("forms");
  });

  test("a path to another skill says how to have it", async () => {
    expect(await read("../books/SKILL.md")).toMatch(
      /It seems to belong to another skill: call load_skill with the name "books"/,
    );
    expect(await read("skills/books/references/x.md")).toMatch(
      /call read_skill_resource with the skill_name "books" and the resource_name "references\/x.md"/,
    );
  });

  test("of two files of a name the one in a usual folder is read, and told", async () => {
    expect(await read("two.md")).toBe("in references\n\n[this is references/two.md]");
    expect(await read("references/two.md")).toBe("in references");
    expect(await read("forms.md")).toBe("forms");
  });

  test("a path of the skill itself, or from the root of the disk, belongs to no other skill", async () => {
    for (const path of ["skills/papers/none.md", "/etc/none.md"])
      expect(await read(path)).not.toContain("another skill");
  });

  test("a name that means several files is none of a folder", async () => {
    const resources = ["references/ask.md", "assets/ask.md", "ask/x.md"].map((name) => ({ name, content: "" }));
    const skills = new SkillsToolset({ skills: [{ name: "s", description: "d", content: "", resources }] });
    await expect(skills.readSkillResource("s", "ask")).rejects.toThrow(/references\/ask\.md.*assets\/ask\.md/);
  });

  test("a file of the skill goes before its SKILL.md where it bears that very name", async () => {
    const resources = [{ name: "skill.md", content: "another file" }];
    const skills = new SkillsToolset({ skills: [{ name: "s", description: "d", content: "", resources }] });
    expect(await skills.readSkillResource("s", "skill.md")).toBe("another file");
  });

  test("the name of the skill alone is no file of it", async () => {
    expect(await read("skills/papers")).toContain("not found");
  });

  test("a name that lists show may have ./ in front", async () => {
    expect(await read("./guide")).toBe(guide);
  });

  test("a folder of a trusted skill goes before a stranger's name, and a trusted name before both", async () => {
    const theirs = { "theirs/x/SKILL.md": skillText("b"), "theirs/c/SKILL.md": skillText("y") };
    const folder = await folderWith({
      ...theirs,
      "mine/a/SKILL.md": skillText("a"),
      "mine/b/SKILL.md": skillText("real-b"),
      "mine/d/SKILL.md": skillText("c"),
    });
    const trusted = directory(join(folder, "mine"));
    const skills = await loadSkills([trusted, directory(join(folder, "theirs"), { trusted: false })], {
      logger: false,
    });
    await expect(skills.readSkillResource("a", "../b/f.md")).rejects.toThrow('the skill_name "real-b"');
    await expect(skills.readSkillResource("a", "../c/f.md")).rejects.toThrow('the skill_name "c"');
    await expect(skills.readSkillResource("y", "../b/f.md")).rejects.toThrow('the skill_name "real-b"');
    await expect(skills.readSkillResource("b", "../c/f.md")).rejects.toThrow('the skill_name "c"');
  });

  test("the folder above the skill's is not its own", async () => {
    for (const path of ["../", "..", "../../"]) expect(await read(path)).toContain("not found");
  });

  test("the reader of a trusted skill is led to no stranger's, and no folder of its own is taken for a skill", async () => {
    const made = (name: string) => ({ name, description: "d", content: "" });
    const ours = { ...made("ours"), resources: [{ name: "references/guide.md", content: "g" }] };
    const strangers = { ...memory([made("references"), made("common"), made("theirs")]), trusted: false };
    const skills = new SkillsToolset({ skills: [ours, made("references")], sources: [strangers], logger: false });
    const failure = (skill: string, path: string) =>
      skills.readSkillResource(skill, path).catch((error: Error) => error.message);
    for (const path of ["references/missing.md", "../../common/x.md", "../theirs/SKILL.md"]) {
      expect(await failure("ours", path)).not.toContain("another skill");
    }
    expect(await failure("theirs", "../common/x.md")).toContain('the skill_name "common"');
    expect(await failure("theirs", "../ours/x.md")).toContain('the skill_name "ours"');
  });

  test("a path that leads out says so, with the names that exist", async () => {
    expect(await read("../../shared/x.md")).toMatch(
      /not found\. It leads out of the skill's folder.*Available resources: .*references\/guide\.md/,
    );
  });
});
