import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSkills } from "@skillplug/core";
import { hasProgram } from "@skillplug/testing/has-program";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const SKILLS = fileURLToPath(new URL("../../../skills/", import.meta.url));
const skills = await loadSkills(SKILLS, { logger: false });
const collect = (...args: string[]) => skills.runSkillScript("changelog-writer", "collect", args);

interface Collected {
  readonly from: string | null;
  readonly bump: string | null;
  readonly next: string | null;
  readonly total: number;
  readonly shown: number;
  readonly breaking: readonly string[];
  readonly groups: readonly { readonly title: string; readonly commits: readonly Commit[] }[];
}
interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly scope: string | null;
  readonly breakingNote: string | null;
  readonly undone: boolean;
  readonly references: readonly string[];
}
const collectJson = async (...args: string[]) => JSON.parse(await collect(...args, "--format", "json")) as Collected;

let folder = "";
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillplug-git-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** An empty repository of its own, untouched by the settings of this machine. */
async function repository() {
  count += 1;
  const path = join(folder, String(count));
  await mkdir(path);
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgSign=false"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, "-C", path, ...args], { env, encoding: "utf8", stdio: "pipe" });
  git("init", "-q", "-b", "main");
  const commit = (message: string) => {
    const verbatim = ["commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-F", "-"];
    execFileSync("git", [...identity, "-C", path, ...verbatim], { env, input: message });
    return git("rev-parse", "HEAD").trim();
  };
  return { path, git, commit };
}

const titlesOf = (data: Collected) =>
  Object.fromEntries(data.groups.map(({ title, commits }) => [title, commits.map(({ subject }) => subject)]));

describe.skipIf(!hasProgram("git"))("changelog-writer", () => {
  test("takes the commits since the last tag, groups them and proposes the version", async () => {
    const { path, git, commit } = await repository();
    commit("feat: before the release");
    git("tag", "v1.4.2");
    commit("feat(api)!: drop v1\n\nBREAKING CHANGE: use v2\ninstead of v1\n\nCloses #12");
    const wrong = commit("fix: a wrong idea");
    commit(`Revert "fix: a wrong idea"\n\nThis reverts commit ${wrong}.`);
    commit("security: close a hole");
    commit("chore: tidy up");
    commit("no prefix");
    const data = await collectJson(path);
    expect(data).toMatchObject({ from: "v1.4.2", bump: "major", next: "v2.0.0", total: 6, shown: 6 });
    expect(titlesOf(data)).toEqual({
      Added: ["drop v1"],
      Fixed: ["a wrong idea"],
      Security: ["close a hole"],
      Reverted: ['Revert "fix: a wrong idea"'],
      Other: ["no prefix"],
      Internal: ["tidy up"],
    });
    const all = data.groups.flatMap(({ commits }) => commits);
    expect(all[0]).toMatchObject({ scope: "api", breakingNote: "use v2 instead of v1", references: ["#12"] });
    expect(all.filter(({ undone }) => undone).map(({ subject }) => subject)).toEqual([
      "a wrong idea",
      'Revert "fix: a wrong idea"',
    ]);
    const page = await collect(path);
    expect(page).toContain("# Commits: v1.4.2..HEAD\n\n6 commits.\nSemantic versioning: major, next version v2.0.0.");
    expect(page).toMatch(
      /## Breaking changes\n\n- \*\*breaking\*\* \*\*api:\*\* drop v1 .* BREAKING: use v2 instead of v1\n\n## Added/,
    );
  });

  test("a tagged release is described from the tag before; below 1.0.0 a breaking change is minor", async () => {
    const { path, git, commit } = await repository();
    commit("feat: one");
    git("tag", "v0.3.0");
    commit("fix!: two");
    git("tag", "v0.4.0");
    expect(await collect(path)).toContain("0 commits.\nNothing has changed since v0.4.0.");
    expect(await collectJson(path, "--to", "v0.4.0")).toMatchObject({ from: "v0.3.0", total: 1, next: "v0.4.0" });
    expect(await collectJson(path, "--to", "v0.3.0")).toMatchObject({ from: null, total: 1, bump: "minor" });
    expect(await collectJson(path, "--from", "v0.3.0")).toMatchObject({ total: 1 });
    expect(await collectJson(path, "--tag-pattern", "other@*")).toMatchObject({ from: null, total: 2 });
  });

  test("--path keeps to a folder, --max-commits says what it leaves out", async () => {
    const { path, git, commit } = await repository();
    commit("feat: root");
    await mkdir(join(path, "pkg"));
    await writeFile(join(path, "pkg", "--format"), "x");
    git("add", "-A");
    commit("fix: in the package");
    expect(titlesOf(await collectJson(path, "--path", "pkg"))).toEqual({ Fixed: ["in the package"] });
    expect(await collect(path, "--max-commits", "1")).toContain("2 commits, the newest 1 shown");
  });

  test("hostile messages stay text", async () => {
    const { path, commit } = await repository();
    commit("feat: $(touch pwned) `touch pwned`; <img src=x> [click](http://evil) \u001b[31mred\u001b[0m \u202eevil");
    commit(`fix: ${"long ".repeat(200_000)}`);
    commit("");
    commit("## Fixed\n- forged");
    const page = await collect(path);
    expect(page).toContain("$(touch pwned) `touch pwned`; \\<img src=x> \\[click\\](http://evil) red evil");
    expect(page).toContain("(no message)");
    expect(page.match(/^## /gm)).toHaveLength(3);
    for (const mark of ["\u001b", "\u202e"]) expect(page).not.toContain(mark);
    expect(Math.max(...page.split("\n").map(({ length }) => length))).toBeLessThan(300);
    expect(existsSync(join(path, "pwned"))).toBe(false);
  });

  test("a repository's settings start no program", async () => {
    const { path, git, commit } = await repository();
    const trap = join(folder, "trap.sh");
    await writeFile(trap, `#!/bin/sh\ntouch "${folder}/trapped"\n`);
    await chmod(trap, 0o755);
    commit("feat: signed");
    const raw = git("cat-file", "commit", "HEAD").replace(
      "\n\n",
      "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
    );
    const signed = execFileSync("git", ["-C", path, "hash-object", "-t", "commit", "-w", "--stdin"], {
      input: raw,
      encoding: "utf8",
    }).trim();
    git("update-ref", "HEAD", signed);
    for (const [name, value] of [
      ["log.showSignature", "true"],
      ["gpg.program", trap],
      ["core.fsmonitor", trap],
      ["core.pager", trap],
    ])
      git("config", name ?? "", value ?? "");
    expect(await collect(path)).toContain("signed");
    expect(existsSync(join(folder, "trapped"))).toBe(false);
  });

  test("what is no repository or no commit ends with status 1, wrong arguments with status 2", async () => {
    const { path } = await repository();
    await expect(collect(path)).rejects.toThrow("The repository has no commits yet.");
    await expect(collect(folder)).rejects.toThrow("code 1\ngit could not answer: not a git repository");
    await expect(collect(join(folder, "missing"))).rejects.toThrow("No such file or directory");
    await expect(collect()).rejects.toThrow("code 2\nThe repository is missing");
    const own = join(SKILLS, "changelog-writer");
    const inItself = skills.runSkillScript("changelog-writer", "collect", ["."], { workFolder: own });
    await expect(inItself).rejects.toThrow("give the absolute path");
    await expect(collect(path, "--from=--upload-pack=touch")).rejects.toThrow("--from takes a name of git");
    await expect(collect(path, "--max-commits", "0")).rejects.toThrow("whole number of at least 1");
    await expect(collect(path, "--frm", "x")).rejects.toThrow("Unknown option '--frm'");
  });

  test("an unknown name is told apart", async () => {
    const { path, commit } = await repository();
    commit("feat: one");
    await expect(collect(path, "--from", "v9")).rejects.toThrow(
      '--from: the repository has no tag, branch or commit "v9"',
    );
    await expect(collect(path, "--to", "v9")).rejects.toThrow("--to:");
  });

  test("never loses a commit: every one of the range stands in exactly one group", async () => {
    const type = fc.constantFrom("feat", "fix(x)!", "chore", "toString", "constructor", "Revert", "wat");
    // A message of git holds no NUL, and what is not UTF-8 is replaced.
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((value) => value.replaceAll("\0", ""));
    const message = fc.oneof(
      text,
      fc.tuple(type, text).map(([prefix, rest]) => `${prefix}: ${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), fc.boolean(), async (messages, merge) => {
        const { path, git, commit } = await repository();
        for (const item of messages) commit(item);
        if (merge) {
          git("checkout", "-q", "--orphan", "side");
          commit("feat: side");
          git("checkout", "-q", "main");
          git("merge", "-q", "--allow-unrelated-histories", "-m", "merge side", "side");
        }
        const data = await collectJson(path);
        const expected = git("rev-list", "HEAD").trim().split("\n");
        expect(data.groups.flatMap(({ commits }) => commits.map(({ hash }) => hash)).sort()).toEqual(expected.sort());
        expect(data.total).toBe(expected.length);
      }),
      { numRuns: 12 },
    );
  });
});
