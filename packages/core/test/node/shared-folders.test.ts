import { existsSync, renameSync, symlinkSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { systemCalls } from "../../src/node/file-calls.js";
import { sharedFolders } from "../../src/node/shared-folders.js";
import { around, ways } from "./around-calls.js";

const posixOnly = test.skipIf(process.platform === "win32");

const files = {
  "plugins/p/skills/s/SKILL.md": skillText("s"),
  "plugins/p/skills/s/references/own.md": "own",
  "plugins/p/prompts/ask.md": "# Ask\n\n## Twice\n\nAgain?\n",
  "shared/tools/x.md": "shared x",
  "shared/own.md": "not the skill's",
  "private/secret.md": "secret",
};

async function reader(shared: readonly string[], extra: Readonly<Record<string, string>> = {}) {
  const root = await folderWith({ ...files, ...extra });
  const folders = shared.map((folder) => join(root, folder));
  const skills = await loadSkills(join(root, "plugins"), { sharedFolders: folders, logger: false });
  const tool = (await skills.getTools()).find(({ name }) => name === "read_skill_resource");
  const read = async (path: string) => {
    const answer = await tool?.execute({ skill_name: "s", resource_name: path.replace(/^ROOT/, root) });
    return answer?.text ?? "";
  };
  return { root, read, skills };
}

test("a path that leads into a shared folder reads the file there", async () => {
  const { read } = await reader(["shared", "plugins/p/prompts"]);
  expect(await read("../../../../shared/tools/x.md")).toBe("shared x");
  // As it is written in a file one folder below the SKILL.md.
  expect(await read("../../../../../shared/tools/x.md")).toBe("shared x");
  expect(await read("references/../../../../../shared/tools/x.md")).toBe("shared x");
  expect(await read("ROOT/shared/tools/x.md")).toBe("shared x");
  expect(await read("../../prompts/ask.md")).toContain("# Ask");
  expect(await read("$" + "{CLAUDE_PLUGIN_ROOT}/prompts/ask.md")).toContain("# Ask");
  expect(await read("../../prompts/ask.md#twice")).toMatch(/^## Twice/);
});

test("it goes before a file of the skill that it could mean as well", async () => {
  const { read } = await reader(["shared"], { "plugins/p/skills/s/shared/own.md": "the skill's" });
  expect(await read("../../../../shared/own.md")).toBe("not the skill's");
  expect(await read("own.md")).toBe("own\n\n[this is references/own.md]");
  expect(await (await reader([])).read("../own.md")).toContain("own");
});

test.each([
  "../../../../private/secret.md",
  "../../../../shared/../private/secret.md",
  "ROOT/private/secret.md",
  "../../../../shared-not/x.md",
  "$" + "{CLAUDE_PLUGIN_ROOT}/../../private/secret.md",
])("%s is not read, and the host's option is named", async (path) => {
  const { read } = await reader(["shared"], { "shared-not/x.md": "not shared" });
  expect(await read(path)).toMatch(
    /not found\. It leads out of the skill's folder, .*unless the host allows another folder \(its option sharedFolders\)/,
  );
});

test("of a skill of no plugin the folder above it is taken for the plugin's", async () => {
  const root = await folderWith({ "one/s/SKILL.md": skillText("s"), "one/x.md": "above", "one/s/x.md": "own" });
  const skills = await loadSkills(join(root, "one"), { sharedFolders: [join(root, "one")], logger: false });
  expect(await skills.readSkillResource("s", "$" + "{CLAUDE_PLUGIN_ROOT}/x.md")).toBe("above");
});

test("without the option nothing beside the skill is read", async () => {
  const { read } = await reader([]);
  expect(await read("../../../../shared/tools/x.md")).toContain("not found. It leads out of the skill's folder");
});

posixOnly("a link in a shared folder that leads out of it is refused", async () => {
  const { root, read } = await reader(["shared"]);
  await symlink("../private/secret.md", join(root, "shared/link.md"));
  expect(await read("../../../../shared/link.md")).toContain("leads out of");
});

posixOnly("of the places that a path can mean, the first that holds a file says what is wrong", async () => {
  const { root, read } = await reader([""]);
  await symlink(await folderWith({ "x.md": "" }), join(root, "shared/elsewhere"));
  expect(await read("../../../../shared/elsewhere/x.md")).toContain("leads out of");
});

test("another skill's SKILL.md is loaded as a skill, not read", async () => {
  const other = { "plugins/p/skills/t/SKILL.md": skillText("t") };
  const { read } = await reader(["plugins"], other);
  expect(await read("../t/SKILL.md")).toContain('call load_skill with the name "t"');
});

test("what belongs to another skill is read as that one's, however the path is written", async () => {
  const withheld = "---\nname: t\ndescription: d\ndisable-model-invocation: true\n---\nSECRET";
  const { read } = await reader(["plugins"], {
    "plugins/p/skills/t/SKILL.md": withheld,
    "plugins/p/skills/t/references/x.md": "SECRET",
  });
  const own = "ROOT/plugins/p/skills/t";
  for (const path of [
    "../t/SKILL.md",
    "../t/SKILL.md/",
    "../t/SKILL.md/.",
    `${own}/SKILL.md/`,
    "../t/references/x.md",
    // Nor is it told which files it has.
    "../t/references/none.md",
  ]) {
    expect(await read(path)).toMatch(/^Error: Resource .* not found/);
    expect(await read(path)).not.toContain("SECRET");
  }
  expect(await read("../../prompts/ask.md")).toContain("# Ask");
});

test("a folder there is the list of its files, by names that can be read", async () => {
  const { root, read } = await reader(["shared", "plugins/p/prompts"], { "shared/a.md": "a", "shared/.git/x": "" });
  const list = ["a.md", "own.md", "tools/x.md"].map((name) => `- ../../../../shared/${name}`).join("\n");
  for (const path of ["../../../../shared", "../../../../shared/"]) {
    expect(await read(path)).toBe(`Files in ../../../../shared/:\n${list}`);
  }
  expect(await read("../../../../shared/tools/x.md")).toBe("shared x");
  expect(await read("../../../../shared/tools/")).toContain("\n- ../../../../shared/tools/x.md");
  // As it is written in a file one folder below the SKILL.md.
  expect(await read("../../../../../shared/tools/")).toContain("\n- ../../../../../shared/tools/x.md");
  expect(await read("$" + "{CLAUDE_PLUGIN_ROOT}/prompts/")).toContain(`\n- ${root}/plugins/p/prompts/ask.md`);
});

test.each(["../../../../private/", "../../../../", "../../../../shared/../private/", "../../../../shared-not/"])(
  "the folder %s is not listed, since it is not shared",
  async (path) => {
    const { read } = await reader(["shared"], { "shared-not/x.md": "not shared" });
    expect(await read(path)).toMatch(/^Error: .* not found\. It leads out of the skill's folder/);
  },
);

test("a list has nothing of other skills, and the skill's own files", async () => {
  const withheld = "---\nname: t\ndescription: d\ndisable-model-invocation: true\n---\nSECRET";
  const { read } = await reader(["plugins"], {
    "plugins/p/skills/t/SKILL.md": withheld,
    "plugins/p/skills/t/references/x.md": "SECRET",
  });
  const names = ["prompts/ask.md", "skills/s/SKILL.md", "skills/s/references/own.md"];
  expect(await read("../../")).toBe(`Files in ../../:\n${names.map((name) => `- ../../${name}`).join("\n")}`);
  for (const path of ["../t/", "../t/references/", "../t/references"]) expect(await read(path)).toMatch(/^Error:/);
});

posixOnly("a link to a folder of another skill leads to what is that one's", async () => {
  const { root, read } = await reader(["plugins"], {
    "plugins/p/skills/t/SKILL.md": "---\nname: t\ndescription: d\ndisable-model-invocation: true\n---\nSECRET",
    "plugins/p/skills/t/references/x.md": "SECRET",
  });
  await symlink("skills/t/references", join(root, "plugins/p/link"));
  await symlink("skills/s/references", join(root, "plugins/p/own"));
  for (const path of ["../../link/x.md", "../../link/"]) expect(await read(path)).toMatch(/^Error:.* not found/);
  expect(await read("../../own/own.md")).toBe("own");
});

const places = [
  { path: "../shared/l/x.md", swapped: "l" },
  { path: "../shared/l", swapped: "l" },
  { path: "../shared", swapped: "real" },
  { path: "../shared/real", swapped: "real/below" },
];
posixOnly.each(ways.flatMap(([way, calls]) => places.map((place) => ({ way, calls, ...place }))))(
  "$way: what became a link to another skill's folder while it was opened is not read by $path",
  async ({ calls, path, swapped }) => {
    const told = new Set<string>();
    for (let index = 0, isMet = true; isMet; index += 1) {
      // By names, what is there in the moment of the reading alone cannot be told.
      for (const isBackAtOnce of calls.pathOf ? [false, true] : [false]) {
        const root = await folderWith({
          "s/SKILL.md": skillText("s"),
          "t/SKILL.md": skillText("t"),
          "t/references/x.md": "SECRET",
          "t/references/secret.md": "",
          "shared/ok/x.md": "ok",
          "shared/real/y.md": "",
          "shared/real/below/y.md": "",
        });
        const [at, away] = [join(root, "shared", swapped), join(root, "away")];
        symlinkSync("ok", join(root, "shared/l"));
        symlinkSync(join(root, "t/references"), join(root, "link"));
        const swap = () => {
          renameSync(at, away);
          renameSync(join(root, "link"), at);
        };
        const swapBack = () => {
          renameSync(at, join(root, "link"));
          renameSync(away, at);
        };
        const { wrapped, count } = around(calls, index, swap, isBackAtOnce ? swapBack : undefined);
        const read = sharedFolders([root], wrapped);
        const found = await read({ baseDir: join(root, "s") }, path, { maxBytes: 100 }).catch(String);
        isMet = existsSync(away) || count() > index;
        told.add(found instanceof Uint8Array ? Buffer.from(found).toString() : String(found));
      }
    }
    expect([...told].join()).toMatch(/ok|\.md/);
    expect([...told].join()).not.toMatch(/SECRET|secret/);
  },
);

posixOnly("links are not followed into a list, and a link to a folder elsewhere is not listed", async () => {
  const { root, read } = await reader(["shared"]);
  await symlink("../private", join(root, "shared/link"));
  await symlink("../private/secret.md", join(root, "shared/link.md"));
  expect(await read("../../../../shared/")).not.toContain("link");
  expect(await read("../../../../shared/link/")).toMatch(/^Error: .*leads out of/);
});

test("a folder with very many files says to name one", async () => {
  const many = Array.from({ length: 2_001 }, (_, index) => [`shared/many/${index}.md`, ""]);
  const { root, read } = await reader(["shared"], Object.fromEntries(many));
  expect(await read("../../../../shared/")).toContain("more than 2000 files and folders lie in it. Name a file in it");
  expect(await read("../../../../shared/tools/")).toContain("x.md");
  await rm(join(root, "shared/many/0.md"));
  expect(await read("../../../../shared/many/")).toContain("- ../../../../shared/many/1.md");
});

test("of a folder with very many files no more are looked at than are listed", async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => [`shared/${index}.md`, ""]);
  const root = await folderWith({ ...Object.fromEntries(many), "s/SKILL.md": skillText("s") });
  const looks: number[] = [];
  const readdir: typeof systemCalls.readdir = async (path, most) => {
    const entries = await systemCalls.readdir(path, most);
    looks.push(entries.length);
    return entries;
  };
  const list = sharedFolders([root], { ...systemCalls, readdir });
  await expect(list({ baseDir: join(root, "s") }, "../shared", { maxBytes: 1 })).rejects.toThrow(
    "more than 2000 files",
  );
  expect(looks).toEqual([2_001]);
});

test("a list ends with an abort", async () => {
  const root = await folderWith({ "shared/x.md": "", "s/SKILL.md": skillText("s") });
  const list = (signal: AbortSignal | undefined) =>
    sharedFolders([join(root, "shared")])({ baseDir: join(root, "s") }, "../shared", { maxBytes: 1, signal });
  expect(await list(undefined)).toEqual(["x.md"]);
  await expect(list(AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
});

test("nothing in a shared folder is run", async () => {
  const { skills } = await reader(["shared"], { "shared/run.mjs": "console.log('ran')" });
  await expect(skills.runSkillScript("s", "../../../../shared/run.mjs")).rejects.toThrow("not found");
});
