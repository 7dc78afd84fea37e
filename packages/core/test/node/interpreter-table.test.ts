import { directory, LocalScriptExecutor } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { interpretersFor, usualPrograms } from "../../src/node/interpreter-table.js";

const extensions = "py js mjs cjs ts mts cts sh bash zsh rb pl php lua r R ps1 bat cmd".split(" ");

test("what is listed as a script is what running and checking know", async () => {
  const files = Object.fromEntries([...extensions, "txt", "exe"].map((end) => [`a/scripts/x.${end}`, ""]));
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), ...files });
  const [skill] = (await directory(folder).list({ signal: undefined })).skills;
  const listed = skill?.scripts.map(({ name }) => name).sort();
  expect(listed).toEqual(extensions.map((end) => `scripts/x.${end}`).sort());
  const executor = new LocalScriptExecutor({ parentEnvironment: {}, pythonPath: "/no/python" });
  const check = (scriptName: string) => executor.check({ skillName: "a", scriptName, directory: `${folder}/a` });
  const needs = Object.fromEntries(
    await Promise.all(
      extensions.map(async (end) => {
        const problem = await check(`scripts/x.${end}`);
        return [
          end,
          /needs (.*?), which does not work|(nothing tells)/
            .exec(problem ?? "")
            ?.slice(1)
            .join(""),
        ];
      }),
    ),
  );
  const none = { js: undefined, mjs: undefined, cjs: undefined, ts: undefined, mts: undefined, cts: undefined };
  const programs = { py: "/no/python", sh: "bash or sh", bash: "bash or sh", zsh: "zsh", rb: "ruby", pl: "perl" };
  const others = { php: "php", lua: "lua", r: "Rscript", R: "Rscript", ps1: "pwsh" };
  expect(needs).toEqual({ ...none, ...programs, ...others, bat: "nothing tells", cmd: "nothing tells" });
});

test("the programs of the table, each once", () => {
  const programs = ["python3", "node", "bash", "sh", "zsh", "ruby", "perl", "php", "lua", "Rscript", "pwsh"];
  expect(usualPrograms()).toEqual(programs);
  expect(interpretersFor("a.PS1")).toEqual([["pwsh", "-NoProfile", "-NonInteractive", "-File"]]);
  expect(interpretersFor("scripts.py/run")).toBeUndefined();
});

test("a check runs nothing, and says why a script could not be started", async () => {
  const folder = await folderWith({ "run.sh": "touch ran", "run.lua": "", "broken.ts": "const = ;" });
  const executor = new LocalScriptExecutor({ cwd: folder });
  const check = (scriptName: string) => executor.check({ skillName: "a", scriptName, directory: folder });
  expect(await check("run.sh")).toBeUndefined();
  expect(await check("no.sh")).toContain("no.sh cannot be found in the folder of the skill");
  expect(await check("ran")).toContain("ran cannot be found");
  const elsewhere = new LocalScriptExecutor({ cwd: `${folder}/missing` });
  const request = { skillName: "a", scriptName: "run.sh", directory: folder };
  expect(await elsewhere.check(request)).toContain("option cwd");
  const own = new LocalScriptExecutor({ interpreters: { ".lua": ["sh"] } });
  expect(await own.check({ ...request, scriptName: "run.lua" })).toBeUndefined();
});
