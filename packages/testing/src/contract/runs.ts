// The part of the contract about runs: where scripts run, and what their answers say of them.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, type LoadOptions, loadSkills, localExecutor, memory } from "@skillplug/core";
import { describe, expect, test } from "vitest";
import { isRunning } from "../processes.js";
import type { Contract } from "./contract.js";

const posixOnly = test.skipIf(process.platform === "win32");

/** The scripts of the skill `desk`, which a person would start where the files are that they work on. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "count.sh": 'wc -l < "$1"; cat "$2"',
  "list.sh": 'ls "$1"',
  "write.sh": "echo new > out.txt; echo more >> notes.txt; rm old.txt",
  "into-skill.sh": 'echo mine > "$SKILL_DIR/kept.txt"; echo written',
  "both.sh": "echo good; echo careful >&2",
  "check.sh": "echo '2 problems'; exit 1",
  "silent.sh": "echo why >&2; exit 1",
  "serve.sh": "sleep 600 > /dev/null 2>&1 & echo $!",
  "wait.sh": "sleep 600",
  "read.sh": "cat",
};

/** What a run is: in which folder, with what input, and what is told of it. */
export function testRuns({ harness, folder, load, answerTo, expectSuccess, expectFailure }: Contract): void {
  const desk = async () => {
    await folder().write("desk/SKILL.md", "---\nname: desk\ndescription: Works on files.\n---\nRun count.\n");
    await folder().write("desk/assets/words.txt", "of the skill\n");
    await folder().write("desk/assets/more/a.txt", "more\n");
    for (const [name, text] of Object.entries(SCRIPTS)) await folder().write(`desk/scripts/${name}`, `${text}\n`);
  };
  const inWork = (name: string) => join(folder().work, name);
  const call = (name: string, more: object = {}) => ({
    tool: "run_skill_script",
    input: { skill_name: "desk", script_name: name, ...more },
  });
  const run = async (name: string, more: object = {}, options: LoadOptions = {}) => {
    await desk();
    return answerTo(call(name, more), options);
  };

  describe("runs", () => {
    posixOnly("a script runs where the user's files are, and finds those of its skill by SKILL_DIR", async () => {
      await writeFile(inWork("mine.txt"), "1\n2\n3\n");
      const args = ["mine.txt", "$SKILL_DIR/assets/words.txt"];
      expectSuccess(await run("count", { args }), /^\s*3\nof the skill$/);
      const text = `They run in the work folder ${folder().work}: relative paths in args are files there, $SKILL_DIR/… the skill's own.`;
      const loaded = await answerTo({ tool: "load_skill", input: { name: "desk" } });
      expect(loaded.text).toContain(text);
    });

    posixOnly("an argument may name the skill's files and folders as its instructions do", async () => {
      await writeFile(inWork("mine.txt"), "1\n");
      const taken = "[Not in the work folder, so taken from the skill's: assets/words.txt]";
      for (const path of [
        "{baseDir}/assets/words.txt",
        "<skill-path>/assets/words.txt",
        "skills/desk/assets/words.txt",
      ]) {
        const answer = await run("count", { args: ["mine.txt", path] });
        expectSuccess(answer, /^\s*1\nof the skill\n\n/);
        expect(answer.text.split("\n").at(-1)).toBe(taken);
      }
      expectSuccess(await run("list", { args: ["./assets/more"] }), /^a\.txt\n\n/, "the skill's: assets/more]");
    });

    posixOnly("the work folder may be told by the run context, and then no text names one", async () => {
      await desk();
      await writeFile(inWork("mine.txt"), "1\n");
      const workFolder = (context: unknown) => (context as { readonly folder: string }).folder;
      const { answers } = await harness.run({
        toolset: await load({ workFolder }),
        script: [
          { calls: [{ tool: "load_skill", input: { name: "desk" } }] },
          { calls: [call("count", { args: ["mine.txt", "mine.txt"] })] },
          { text: "Done." },
        ],
        context: { folder: folder().work },
      });
      expect(answers[0]?.text).toContain("They run in the work folder: relative paths");
      expect(answers[0]?.text).not.toContain(folder().work);
      expectSuccess(answers[1], /^\s*1\n1$/);
    });

    posixOnly("what changed in the work folder while a script ran is named", async () => {
      await writeFile(inWork("notes.txt"), "some\n");
      await writeFile(inWork("old.txt"), "old\n");
      await writeFile(inWork("other.txt"), "untouched\n");
      const answer = await run("write");
      expectSuccess(answer, "printed nothing");
      expect(answer.text.split("\n").at(-1)).toBe(
        "[Changed in the work folder while it ran: changed notes.txt (10 bytes), removed old.txt, created out.txt (4 bytes).]",
      );
    });

    posixOnly("what a script writes into the folder of its skill is a warning", async () => {
      const answer = await run("into-skill");
      expectSuccess(answer, /^written/, "Warning: changed in the skill's own folder while it ran: created kept.txt");
      expect(await readFile(join(folder().skills, "desk/kept.txt"), "utf8")).toBe("mine\n");
    });

    const scripts = Object.entries(SCRIPTS).map(([name, content]) => ({ name: `scripts/${name}`, content }));
    const inCode = () => memory([{ name: "desk", description: "Works.", content: "Run.", scripts }]);
    const untrusted = () => directory(folder().skills, { trusted: false });
    posixOnly.each([
      ["has no folder on this disk", inCode],
      ["is not trusted", untrusted],
    ])("nothing is lost that a script wrote into the copy of a skill that %s", async (_, source) => {
      await desk();
      const toolset = await loadSkills(source(), { workFolder: folder().work, approval: "never" });
      const { answers } = await harness.run({ toolset, script: [{ calls: [call("into-skill")] }, { text: "Done." }] });
      const kept = inWork("skillplug-output/desk-1");
      expectSuccess(answers[0], /^written/);
      expect(answers[0]?.text).toContain(`is kept in ${kept}: created kept.txt (5 bytes)`);
      expect(await readFile(join(kept, "kept.txt"), "utf8")).toBe("mine\n");
    });

    posixOnly("what a script prints to stderr stands beside what it prints to stdout", async () => {
      expectSuccess(await run("both"), /^good\n\nstderr:\ncareful$/);
    });

    posixOnly("a report with an exit code is a report; an exit code without a word is a failure", async () => {
      expectSuccess(await run("check"), /^Script exited with code 1, and printed:\n2 problems$/);
      expectFailure(await run("silent"), "Script exited with code 1\nwhy");
    });

    posixOnly("a process that a script leaves running is ended, and named", async () => {
      const answer = await run("serve");
      const [pid = ""] = answer.text.split("\n");
      expectSuccess(answer, `left running, and it was ended with the script: process ${pid}`);
      expect(isRunning(Number(pid))).toBe(false);
    });

    posixOnly(
      "a script that stays in the foreground is ended at its limit, and the answer says what can be done",
      async () => {
        const answer = await run("wait", {}, { executor: localExecutor({ timeoutMs: 300 }) });
        expectFailure(
          answer,
          /^Error: Script execution timeout after 300ms/,
          "The script and all that it started were ended",
        );
        expectFailure(answer, "a server", "timeoutMs of localExecutor");
      },
    );

    posixOnly("with background: keep it goes on until the toolset is closed", async () => {
      await desk();
      const toolset = await load({ executor: localExecutor({ background: "keep" }) });
      const { answers } = await harness.run({ toolset, script: [{ calls: [call("serve")] }, { text: "Done." }] });
      const [pid = ""] = answers[0]?.text.split("\n") ?? [];
      expectSuccess(answers[0], `goes on in the background: process ${pid}`);
      expect(isRunning(Number(pid))).toBe(true);
      await toolset.close();
      expect(isRunning(Number(pid))).toBe(false);
    });

    posixOnly("a script reads its standard input, which is empty where none is sent", async () => {
      expectSuccess(await run("read", { stdin: "from the model\n" }), /^from the model$/);
      expectSuccess(await run("read"), "printed nothing");
    });

    posixOnly("whoever is asked about a run is shown its standard input", async () => {
      await desk();
      const options: LoadOptions = { workFolder: folder().work, approvalBy: "framework", approval: "always" };
      const stopped = await harness.approvals.stop(await loadSkills(folder().skills, options), [
        call("read", { stdin: "shown to a person" }),
      ]);
      expect(await stopped.shown()).toEqual([expect.stringContaining("shown to a person")]);
      const [answer] = await stopped.resume([true]);
      expect(answer?.text).toMatch(/^shown to a person$/);
    });

    test("arguments in one text are answered with the words that they are", async () => {
      const answer = await run("count", { args: "a.json --title 'two words'" });
      expectFailure(answer);
      expect(answer.text).toContain('Send ["a.json","--title","two words"]');
    });
  });
}
