// The part of the contract about approvals: what was asked about runs once, and nothing else does.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, type LoadOptions, loadSkills, memory, type SkillSource } from "@skillplug/core";
import { describe, expect, test } from "vitest";
import type { ScriptedCall, ToolAnswer } from "../models/scripted-model.js";
import type { Contract } from "./contract.js";
import { failingStore, textStore } from "./text-store.js";

/** Appends to the file that it is given what lies beside it, and who it is. */
const MARK = `import { appendFileSync, readFileSync } from "node:fs";
const [file, mark] = process.argv.slice(2);
const word = readFileSync(new URL("../data/word.txt", import.meta.url), "utf8");
appendFileSync(file, \`\${mark} \${word}\\n\`);
console.log("marked");
`;
const SKILL = "---\nname: stamp\ndescription: Marks a file.\n---\nRun mark.\n";
const framework: LoadOptions = { approvalBy: "framework" };

/** Each case of an approval that is used for something else than what was asked about. */
export function testApprovals({ harness, folder }: Contract): void {
  const { approvals: driver } = harness;
  const skillFolder = () => join(folder().skills, "stamp");
  const proof = () => join(folder().path, "proof");
  const untrusted = () => directory(folder().skills, { trusted: false });
  const marks = () => readFile(proof(), "utf8").catch(() => "");
  const mark = (text: string): ScriptedCall => ({
    tool: "run_skill_script",
    input: { skill_name: "stamp", script_name: "mark", args: [proof(), text] },
  });

  async function skills(sources: readonly SkillSource[] = [untrusted()], options: LoadOptions = {}) {
    await folder().write("stamp/SKILL.md", SKILL);
    await folder().write("stamp/scripts/mark.mjs", MARK);
    await folder().write("stamp/data/word.txt", "ok");
    return loadSkills(sources, { workFolder: folder().work, ...framework, ...options });
  }

  const answersOf = (answers: readonly ToolAnswer[]) => answers.map(({ text }) => text.trim());
  const expectRefused = async (answers: readonly ToolAnswer[], ...words: (string | RegExp)[]) => {
    expect(answers).toHaveLength(1);
    for (const word of ["did not run", "Call the tool again", ...words]) expect(answers[0]?.text).toMatch(word);
    expect(await marks()).toBe("");
  };

  describe("approvals", () => {
    test("a call that is approved runs once, as it was asked about", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      expect(await marks()).toBe("");
      expect(stopped.asked).toMatchObject([{ tool: "run_skill_script", input: { skill_name: "stamp" } }]);
      expect(answersOf(await stopped.resume([true]))).toEqual(["marked"]);
      expect(await marks()).toBe("one ok\n");
    });

    test("a call that is rejected does not run, and its answer says so", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      const [answer] = await stopped.resume([false]);
      expect(answer?.text).toMatch(/approv|denied|declined|reject|turned down/i);
      expect(await marks()).toBe("");
    });

    test("of two calls in a turn the one runs that is approved", async () => {
      const stopped = await driver.stop(await skills(), [mark("one"), mark("two")]);
      expect(stopped.asked).toHaveLength(2);
      // LangChain leaves the other calls of a turn unanswered when one is rejected; what has run is what counts.
      const answers = stopped.asked.map(({ input }) => JSON.stringify(input).includes("two"));
      await stopped.resume(answers).catch(() => []);
      expect(["two ok\n", ""]).toContain(await marks());
    });

    test.each([
      ["the script", "scripts/mark.mjs", MARK.replace("ok", "other").replace('"marked"', '"another"')],
      ["a file beside it", "data/word.txt", "changed"],
      ["the instructions", "SKILL.md", `${SKILL}And more.\n`],
    ])("when %s changes after the question, nothing runs", async (_, path, content) => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      await folder().write(`stamp/${path}`, content);
      await expectRefused(await stopped.resume([true]), "the skill's files changed");
    });

    test("when the whole folder is another one after the question, nothing runs", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      await rename(skillFolder(), join(folder().path, "before"));
      await mkdir(join(skillFolder(), "scripts"), { recursive: true });
      await writeFile(join(skillFolder(), "SKILL.md"), SKILL);
      await writeFile(join(skillFolder(), "scripts/mark.mjs"), MARK);
      const [answer] = await stopped.resume([true]);
      expect(answer?.text).toMatch(/Error/);
      expect(await marks()).toBe("");
    });

    test("when the folder is gone after the question, nothing runs and the answer says so", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      await rm(skillFolder(), { recursive: true });
      const [answer] = await stopped.resume([true]);
      expect(answer?.text).toMatch(/Error/);
      expect(await marks()).toBe("");
    });

    test("whoever holds the arguments cannot change what runs", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      for (const { input } of stopped.asked) {
        const { args } = input as { args: unknown };
        if (Array.isArray(args) && !Object.isFrozen(args)) args[1] = "mutated";
      }
      await stopped.resume([true]).catch(() => []);
      expect(await marks()).not.toContain("mutated");
    });

    test("when another source takes the name after the question, its script does not run", async () => {
      const other = memory([
        {
          name: "stamp",
          description: "Marks.",
          content: "x",
          scripts: [{ name: "scripts/mark.mjs", content: MARK }],
          resources: [{ name: "data/word.txt", content: "theirs" }],
        },
      ]);
      let there = false;
      const later: SkillSource = {
        ...other,
        trusted: false,
        id: "later",
        list: async (options) => (there ? other.list(options) : { skills: [], diagnostics: [] }),
      };
      // Of two sources that are not trusted the first has a name.
      const toolset = await skills([later, untrusted()]);
      const stopped = await driver.stop(toolset, [mark("one")]);
      there = true;
      await toolset.reload();
      await expectRefused(await stopped.resume([true]), "source");
    });

    test("when a trusted skill is not trusted any more, the yes for it does not count", async () => {
      let trusted = true;
      const source: SkillSource = {
        ...directory(folder().skills),
        get trusted() {
          return trusted;
        },
      };
      const toolset = await skills([source], { approval: "always" });
      const stopped = await driver.stop(toolset, [mark("one")]);
      trusted = false;
      await toolset.reload();
      await expectRefused(await stopped.resume([true]), "trusted");
    });

    test("when it would run in another work folder after the question, nothing runs", async () => {
      let place = folder().work;
      const toolset = await skills([untrusted()], { workFolder: async () => place });
      const stopped = await driver.stop(toolset, [mark("one")]);
      place = folder().path;
      await expectRefused(await stopped.resume([true]), "the work folder changed");
    });

    test("a program that calls the tool by itself, past the question, runs nothing", async () => {
      const answer = await driver.direct(await skills(), mark("one").input as object);
      expect(answer).toMatch(/was not approved and did not run/);
      expect(await marks()).toBe("");
    });

    test("what nobody has to be asked about needs no approval there", async () => {
      const toolset = await skills([directory(folder().skills)]);
      expect(await driver.direct(toolset, mark("one").input as object)).toMatch("marked");
    });

    test("a question that waits lets nothing through that calls the tool by itself, and can still be answered", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      expect(await stopped.direct()).toMatch(/did not run/);
      expect(await marks()).toBe("");
      expect(answersOf(await stopped.resume([true]))).toEqual(["marked"]);
      expect(await marks()).toBe("one ok\n");
    });

    test("a question that was answered with no lets nothing through that calls the tool by itself", async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      await stopped.resume([false]);
      expect(await stopped.direct()).toMatch(/did not run/);
      expect(await marks()).toBe("");
    });

    test("after a no, a call of the same id is shown as it would run, and runs at the latest when it is asked about anew", async () => {
      const toolset = await skills();
      await (await driver.stop(toolset, [mark("one")])).resume([false]);
      const second = await driver.stop(toolset, [mark("two")]);
      expect(await second.shown()).toEqual([expect.stringContaining("two")]);
      const [answer] = await second.resume([true]);
      if (answer?.text.trim() !== "marked") {
        expect(answer?.text).toMatch(/did not run.*Call the tool again/);
        expect(await marks()).toBe("");
        const third = await driver.stop(toolset, [mark("two")]);
        expect(answersOf(await third.resume([true]))).toEqual(["marked"]);
      }
      expect(await marks()).toBe("two ok\n");
    });

    const { tellsConversationsApart } = driver;
    const both = tellsConversationsApart ? "both run" : "neither runs, and each works when it is asked about anew";
    test(`of two conversations whose calls have the same id each is shown its own: ${both}`, async () => {
      const toolset = await skills();
      const ask = (word: string) => driver.stop(toolset, [mark(word)], word);
      const one = await ask("one");
      expect(await one.shown()).toEqual([expect.stringContaining("one")]);
      const two = await ask("two");
      expect(await two.shown()).toEqual([expect.stringContaining("two")]);
      const answers = [...(await one.resume([true])), ...(await two.resume([true]))];
      if (!tellsConversationsApart) {
        for (const { text } of answers) expect(text).toMatch(/did not run.*Call the tool again/);
        expect(await marks()).toBe("");
        for (const word of ["one", "two"]) await (await ask(word)).resume([true]);
      }
      expect(await marks()).toBe("one ok\ntwo ok\n");
    });

    test.each<[string, LoadOptions, string, RegExp]>([
      ["the store of approvals fails", { approvals: failingStore() }, "one", /approvals\.put failed: the disk is full/],
      ["an argument can never be given to a program", {}, "a\0b", /NUL character/],
    ])(
      "where %s, nobody is asked, nothing runs, and the run goes on with an answer that says so",
      async (_, options, word, why) => {
        const toolset = await skills([untrusted()], options);
        let asked = 0;
        const onApproval = () => ++asked > 0;
        const script = [{ calls: [mark(word)] }, { text: "I went on." }];
        const { answers, text } = await harness.run({ toolset, script, onApproval });
        expect(answersOf(answers)).toEqual([expect.stringMatching(why)]);
        expect({ asked, text, marks: await marks() }).toEqual({ asked: 0, text: "I went on.", marks: "" });
      },
    );

    const { resumable, alterable } = driver;
    const why = resumable ? "" : " (not here: the question is answered within the call that asks)";

    test.skipIf(!resumable)(`an answer that is sent twice runs once${why}`, async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      expect(answersOf(await stopped.resume([true]))).toEqual(["marked"]);
      const [answer] = await stopped.resume([true]);
      expect(answer?.text).toMatch(/its approval was used already/);
      expect(await marks()).toBe("one ok\n");
    });

    test.skipIf(!alterable)(
      `a call that is changed after the question does not run${alterable ? "" : why || " (not here: what is kept cannot be altered)"}`,
      async () => {
        const stopped = await driver.stop(await skills(), [mark("one")]);
        const change = (input: Record<string, unknown>) => ({ ...input, args: [proof(), "changed"] });
        await expectRefused(await stopped.resume([true], { change }), "the arguments");
      },
    );

    test.skipIf(!resumable)(
      `a history that says yes to a call that nobody was asked about runs nothing${why}`,
      async () => {
        const stopped = await driver.stop(await skills(), [mark("one")]);
        await expectRefused(await stopped.resume([true], { invent: true }), "Nobody was asked about this call");
      },
    );

    test.skipIf(!resumable)(`another process without the store of approvals runs nothing${why}`, async () => {
      const stopped = await driver.stop(await skills(), [mark("one")]);
      const toolset = await skills();
      await expectRefused(await stopped.resume([true], { toolset }), "Nobody was asked about this call");
    });

    test.skipIf(!resumable)(`another process with the same store runs it, and once in all${why}`, async () => {
      const approvals = textStore();
      const stopped = await driver.stop(await skills([untrusted()], { approvals }), [mark("one")]);
      const toolset = await skills([untrusted()], { approvals });
      expect(answersOf(await stopped.resume([true], { toolset }))).toEqual(["marked"]);
      const [again] = await stopped.resume([true], { toolset: await skills([untrusted()], { approvals }) });
      expect(again?.text).toMatch(/did not run/);
      expect(await marks()).toBe("one ok\n");
    });
  });
}
