import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadSkills, memory, resource, SkillsToolset, script } from "@skillplug/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as decorated from "./decorated-weather.js";
import { weatherByBuilder, weatherByDefinition } from "./weather.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const core = join(root, "packages/core");
const compilers = { "TypeScript 7": ["typescript", "--ignoreConfig"], "TypeScript 5.9": ["typescript-5"] } as const;
const strict = "--strict --exactOptionalPropertyTypes --target es2022 --module nodenext --skipLibCheck --types node";

/** A hook has 10 seconds by itself, and a compiler on a busy machine takes longer. */
const COMPILING_MS = 120_000;

/** Compiles the files of a folder of this package, where their imports mean what they mean in it. The types are those of the built package. */
function compile([compiler, ...flags]: readonly string[], folder: string, files: readonly string[]): void {
  const command = [join(root, `node_modules/${compiler}/bin/tsc`), ...flags, ...strict.split(" "), "--rootDir", folder];
  const paths = files.map((file) => join(folder, file));
  execFileSync(process.execPath, [...command, ...paths], { cwd: core, stdio: "pipe", encoding: "utf8" });
}

/** The program of the guide that has decorators. */
function guideProgram(): string {
  const guide = readFileSync(join(root, "docs/callable-skills.md"), "utf8");
  const [, code = ""] = /^```typescript\n(.*?)^```$/ms.exec(guide) ?? [];
  expect(code).toContain("@skill(");
  return code;
}

describe.each(Object.entries(compilers))("compiled by %s", (_, compiler) => {
  let folder: string;
  let module: typeof decorated;
  beforeAll(async () => {
    folder = mkdtempSync(join(core, ".snippets-"));
    copyFileSync(join(core, "test/code-skills/decorated-weather.ts"), join(folder, "decorated-weather.ts"));
    writeFileSync(join(folder, "guide.ts"), guideProgram());
    compile(compiler, folder, ["decorated-weather.ts", "guide.ts"]);
    module = await import(pathToFileURL(join(folder, "decorated-weather.js")).href);
  }, COMPILING_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("A44: one skill by definition, builder and decorators is the same skill", async () => {
    const skills = [weatherByDefinition("clear"), weatherByBuilder("clear"), module.weatherOf("clear")];
    const seen = await Promise.all(
      skills.map(async (skill) => {
        const toolset = new SkillsToolset({ skills: [skill] });
        const tools = await toolset.getTools();
        const run = tools.find(({ name }) => name === "run_skill_script");
        const call = (args: unknown) => run?.execute({ skill_name: "weather", script_name: "forecast", args });
        const { skills: summaries } = await memory([skill]).list({});
        return {
          listing: JSON.parse(JSON.stringify(summaries)),
          instructions: await toolset.getInstructions(),
          loaded: await toolset.loadSkill("weather"),
          read: await toolset.readSkillResource("weather", "cities"),
          ran: await toolset.runSkillScript("weather", "forecast", { city: "Oslo" }),
          secret: await toolset.runSkillScript("weather", "#secret"),
          wrong: await call({ city: 1 }),
          positional: await call(["Oslo"]),
        };
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({ ran: '{"city":"Oslo","days":3,"sky":"clear"}', secret: "clear" });
  });

  test("A44: the state is that of each object, and a class that extends another overrides its methods", async () => {
    const run = async (skill: ReturnType<typeof module.weatherOf>) =>
      JSON.parse(await (await loadSkills(memory([skill]))).runSkillScript("weather", "forecast", { city: "Oslo" }));
    const { toSkill } = await import("@skillplug/core");
    expect(await run(module.weatherOf("rain"))).toMatchObject({ sky: "rain" });
    expect(await run(module.weatherOf("fog"))).toMatchObject({ sky: "fog" });
    expect(await run(toSkill(new module.NorthernWeather("fog")))).toMatchObject({ sky: "snow" });
  });

  test("A44: an object whose class is not decorated is refused", () => {
    expect(module.undecorated).toThrow("The class WrongInput is no skill. Put @skill({ name, description, content })");
  });

  test("the program of the guide that has decorators runs", async () => {
    await import(pathToFileURL(join(folder, "guide.js")).href);
  });
});

test("A44: a static method cannot be decorated", () => {
  class Plain {}
  const context = { name: "now", static: true } as ClassMethodDecoratorContext<Plain>;
  expect(() => script()(() => "", context)).toThrow("The method now is static.");
  expect(() => resource()(() => "", context)).toThrow("The method now is static.");
});
