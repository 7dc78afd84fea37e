import { realpathSync } from "node:fs";
import { chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ApprovalRequest,
  CallableScriptExecutor,
  directory,
  loadSkills,
  memory,
  type SkillSource,
  SkillsToolset,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";

const FILES = {
  "a/SKILL.md": skillText("a"),
  "a/scripts/show.mjs":
    'import { readFileSync } from "node:fs"; console.log(readFileSync(process.env.SKILL_DIR + "/data.txt", "utf8"), ...process.argv.slice(2))',
  "a/data.txt": "data",
};

/** A trusted skill whose script a function approves, which may do something before it answers. */
async function askedFor(before: (folder: string, request: ApprovalRequest) => unknown) {
  const folder = await folderWith(FILES);
  const asked: ApprovalRequest[] = [];
  const approval = async (request: ApprovalRequest) => {
    asked.push(request);
    await before(folder, request);
    return true;
  };
  return { folder, asked, toolset: await loadSkills(folder, { approval }) };
}

const changed = {
  code: "denied",
  message: expect.stringMatching(/did not run.*the skill's files changed.*asked anew/),
};

test("an untrusted skill runs from a private copy, and a trusted one where it lies", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/where.sh": "echo $SKILL_DIR" });
  for (const trusted of [false, true]) {
    const skills = await loadSkills([directory(folder, { trusted })], { approval: () => true });
    const place = expect(await skills.runSkillScript("a", "where"));
    if (trusted) place.toBe(join(folder, "a"));
    else place.toContain("skillplug-");
  }
});

test("whoever is asked is told the source, the resolved path, the digest and the command line that runs", async () => {
  const { folder, asked, toolset } = await askedFor(() => {});
  expect(await toolset.runSkillScript("a", "show", ["x y"])).toBe("data x y");
  expect(asked).toEqual([
    {
      skillName: "a",
      scriptName: "scripts/show.mjs",
      args: ["x y"],
      trusted: true,
      source: folder,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      commandLine: [process.execPath, "scripts/show.mjs", "x y"],
      workFolder: realpathSync(process.cwd()),
      context: undefined,
    },
  ]);
});

test("for a source without folders the command line is the same, as its first line says", async () => {
  const approval = vi.fn((_request: ApprovalRequest) => true);
  const scripts = [{ name: "scripts/hello", content: "#!/bin/sh\necho hello $1" }];
  const toolset = new SkillsToolset({ skills: [{ name: "b", description: "B.", content: "", scripts }], approval });
  expect(await toolset.runSkillScript("b", "hello", { who: "ada" })).toBe("hello --who");
  expect(approval.mock.calls[0]?.[0].commandLine).toEqual(["/bin/sh", "scripts/hello", "--who", "ada"]);
});

test("a stranger's command line is told by the very files that are approved", async () => {
  const inner = memory([
    { name: "b", description: "B.", content: "", scripts: [{ name: "scripts/tool", content: "#!/bin/sh\necho sh" }] },
  ]);
  let readings = 0;
  const source: SkillSource = {
    ...inner,
    trusted: false,
    readFile: async (skill, path, limits) => {
      if (path === "scripts/tool") readings += 1;
      return inner.readFile(skill, path, limits);
    },
  };
  const seen: number[] = [];
  const approval = (request: ApprovalRequest) => {
    seen.push(readings);
    expect(request.commandLine).toEqual(["/bin/sh", "scripts/tool"]);
    return false;
  };
  await expect((await loadSkills([source], { approval })).runSkillScript("b", "tool")).rejects.toMatchObject({
    code: "denied",
  });
  expect(seen).toEqual([1]);
});

test("a stranger's TypeScript is described as it runs from its copy, whatever lies above its own folder", async () => {
  const folder = await folderWith({
    "package.json": '{"type":"module"}',
    "skills/a/SKILL.md": skillText("a"),
    "skills/a/scripts/a.ts": "await Promise.resolve(); console.log('ran');",
  });
  const asked: ApprovalRequest[] = [];
  const approval = (request: ApprovalRequest) => Boolean(asked.push(request));
  const skills = await loadSkills(directory(join(folder, "skills"), { trusted: false }), { approval });
  expect(await skills.runSkillScript("a", "a")).toBe("ran");
  expect(asked[0]?.commandLine?.at(-1)).toBe("scripts/a.ts (bundled by esbuild)");
});

test("a script that could not start is refused before anybody is asked", async () => {
  const approval = vi.fn(() => true);
  const scripts = [{ name: "scripts/odd", content: "#!/no/such/program-at-all\n" }];
  const toolset = new SkillsToolset({ skills: [{ name: "b", description: "B.", content: "", scripts }], approval });
  await expect(toolset.runSkillScript("b", "odd")).rejects.toMatchObject({ code: "script_not_started" });
  expect(approval).not.toHaveBeenCalled();
});

test.each([
  ["a trusted skill", true],
  ["an untrusted skill", false],
])("%s whose script, neighbour or folder changes after the yes does not run", async (_, trusted) => {
  const changes: ((folder: string) => Promise<unknown>)[] = [
    (folder) => writeFile(join(folder, "a/scripts/show.mjs"), "console.log('other')"),
    (folder) => writeFile(join(folder, "a/data.txt"), "other"),
    // Python runs what it finds there.
    async (folder) => {
      await mkdir(join(folder, "a/__pycache__"));
      await writeFile(join(folder, "a/__pycache__/show.cpython-311.pyc"), "other");
    },
    async (folder) => {
      await rename(join(folder, "a"), join(folder, ".away"));
      await rename(join(await folderWith({ ...FILES, "a/data.txt": "theirs" }), "a"), join(folder, "a"));
    },
  ];
  for (const change of changes) {
    const execute = vi.fn(() => "ran");
    const folder = await folderWith(FILES);
    const toolset = await loadSkills([directory(folder, { trusted })], {
      executor: new CallableScriptExecutor(execute),
      approval: async () => {
        await change(folder);
        return true;
      },
    });
    await expect(toolset.runSkillScript("a", "show")).rejects.toMatchObject({ code: "denied" });
    expect(execute).not.toHaveBeenCalled();
  }
});

const posixOnly = test.skipIf(process.platform === "win32");

/** Puts a link in the place of what there is. */
async function link(target: string, path: string) {
  await rm(path, { force: true });
  await symlink(target, path);
}

posixOnly.each<[string, (folder: string) => Promise<unknown>]>([
  ["a link out of the skill leads elsewhere", (folder) => link("../v2", join(folder, "a/lib"))],
  ["what such a link leads to is a link that leads elsewhere", (folder) => link("v2", join(folder, "current"))],
  ["such a link leads nowhere any more", (folder) => rename(join(folder, "v1"), join(folder, "v3"))],
  ["there is one link more, out of the skill", (folder) => symlink("../v2", join(folder, "a/more"))],
  ["there is one link more, to nothing", (folder) => symlink("nothing", join(folder, "a/more"))],
  [
    "a link inside the skill has another way to the same file",
    (folder) => link("./data.txt", join(folder, "a/inside")),
  ],
  ["a file became a link to the same text", (folder) => link("copy.txt", join(folder, "a/data.txt"))],
  ["a file became executable", (folder) => chmod(join(folder, "a/data.txt"), 0o744)],
  ["a file is not executable any more", (folder) => chmod(join(folder, "a/tool"), 0o644)],
  ["what a link inside leads to became executable", (folder) => chmod(join(folder, "a/copy.txt"), 0o645)],
])("nothing runs when, after the yes, %s", async (_, change) => {
  for (const trusted of [true, false]) {
    const files = { ...FILES, "a/tool*": "", "a/copy.txt": "data", "v1/x": "1", "v2/x": "2" };
    const folder = await folderWith(files);
    await symlink("v1", join(folder, "current"));
    await symlink("../current", join(folder, "a/lib"));
    await symlink("data.txt", join(folder, "a/inside"));
    await symlink("copy.txt", join(folder, "a/copied"));
    const execute = vi.fn(() => "ran");
    const run = async (before: (folder: string) => Promise<unknown>) => {
      const approval = async () => {
        await before(folder);
        return true;
      };
      const executor = new CallableScriptExecutor(execute);
      const toolset = await loadSkills([directory(folder, { trusted, maxDepth: 1 })], { executor, approval });
      return toolset.runSkillScript("a", "show");
    };
    expect(await run(async () => {})).toBe("ran");
    await expect(run(change)).rejects.toMatchObject(changed);
    expect(execute).toHaveBeenCalledOnce();
  }
});

posixOnly("in a private copy a file can be executed that can be where it lies", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/go.sh": "cd $SKILL_DIR; for file in bin/tool bin/text; do test -x $file && echo $file; done; true",
    "a/bin/tool*": "",
    "a/bin/text": "",
  });
  const toolset = await loadSkills(directory(folder, { trusted: false }), { approval: "never" });
  expect(await toolset.runSkillScript("a", "go.sh")).toBe("bin/tool");
});

test("with the executor of this machine it is refused in the same words", async () => {
  const { toolset } = await askedFor((folder) => writeFile(join(folder, "a/data.txt"), "other"));
  await expect(toolset.runSkillScript("a", "show")).rejects.toMatchObject(changed);
});

test("the arguments that run are those that were shown, whoever changes theirs", async () => {
  const args = ["shown"];
  const { toolset, asked } = await askedFor((_, request) => {
    args[0] = "mutated";
    expect(() => Object.assign(request.args ?? {}, { 0: "by the policy" })).toThrow(TypeError);
  });
  expect(await toolset.runSkillScript("a", "show", args)).toBe("data shown");
  expect(asked[0]?.args).toEqual(["shown"]);
});

test("arguments that nobody can be shown are refused where an approval is needed, and reach a function elsewhere", async () => {
  const seen: unknown[] = [];
  const scripts = [{ name: "f", function: (args: unknown) => void seen.push(args) }];
  const skills = [{ name: "b", description: "B.", content: "", scripts }];
  const when = new Date(0);
  const approval = vi.fn(() => true);
  await expect(new SkillsToolset({ skills, approval }).runSkillScript("b", "f", { when })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("no JSON data"),
  });
  expect(approval).not.toHaveBeenCalled();
  await new SkillsToolset({ skills }).runSkillScript("b", "f", { when });
  expect(seen).toEqual([{ when }]);
});

test("an abort ends a call that waits for an answer, and a late yes runs nothing", async () => {
  const abort = new AbortController();
  const ran = vi.fn();
  const answers: ((yes: boolean) => void)[] = [];
  const approval = () =>
    new Promise<boolean>((answer) => {
      answers.push(answer);
      abort.abort();
    });
  const skills = [{ name: "b", description: "B.", content: "", scripts: [{ name: "f", function: ran }] }];
  const run = new SkillsToolset({ skills, approval }).runSkillScript("b", "f", [], { signal: abort.signal });
  await expect(run).rejects.toMatchObject({ code: "aborted" });
  for (const answer of answers) answer(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toHaveLength(1);
  expect(ran).not.toHaveBeenCalled();
});

test("a call that was aborted before asks nobody", async () => {
  const approval = vi.fn(() => true);
  const skills = [{ name: "b", description: "B.", content: "", scripts: [{ name: "f", function: () => 1 }] }];
  const run = new SkillsToolset({ skills, approval }).runSkillScript("b", "f", [], { signal: AbortSignal.abort() });
  await expect(run).rejects.toMatchObject({ code: "aborted" });
  expect(approval).not.toHaveBeenCalled();
});

test("a run that needs no approval reads nothing of a trusted folder", async () => {
  const folder = await folderWith(FILES);
  const readFile = vi.fn();
  const source: SkillSource = { ...directory(folder), readFile, filesOf: readFile };
  const toolset = await loadSkills([source]);
  expect(await toolset.runSkillScript("a", "show")).toBe("data");
  expect(readFile).not.toHaveBeenCalled();
});

test("no folder of an untrusted skill is named, also where no approval is needed; a trusted one runs where it lies", async () => {
  const folder = await folderWith(FILES);
  const where: (string | undefined)[] = [];
  const executor = new CallableScriptExecutor(({ directory }) => void where.push(directory));
  for (const trusted of [false, true]) {
    const toolset = await loadSkills([directory(folder, { trusted })], { executor, approval: "never" });
    await toolset.runSkillScript("a", "show");
  }
  expect(where).toEqual([undefined, join(folder, "a")]);
});

test("of whole skills that are read to tell what an approval is of, four are read at once", async () => {
  const inner = memory([{ name: "b", description: "B.", content: "", scripts: [{ name: "f", function: () => "" }] }]);
  let reading = 0;
  let most = 0;
  const source: SkillSource = {
    ...inner,
    async readFile(...read) {
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return inner.readFile(...read);
    },
  };
  const toolset = new SkillsToolset({ sources: [source], approval: () => false });
  await Promise.allSettled(Array.from({ length: 20 }, () => toolset.runSkillScript("b", "f")));
  expect(most).toBe(4);
});
