import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

// What is built runs in a process of its own, since a hard limit of descriptors cannot be raised again.
const core = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const run = promisify(execFile);

/** What a program prints as JSON that may have so many descriptors; Node lifts a soft limit, so that it is the hard one. */
async function withDescriptorLimit(limit: number, program: string): Promise<unknown> {
  const code = `const { directory, FileSystemDiscovery, SkillsToolset } = await import(${JSON.stringify(core)});\n${program}`;
  const node = [process.execPath, "--input-type=module", "-e", code];
  const { stdout } = await run("bash", ["-c", `ulimit -n ${limit} && exec "$@"`, "bash", ...node]);
  return JSON.parse(stdout);
}

const HAS_BASH = spawnSync("bash", ["-c", "ulimit -n"]).status === 0;
const limited = test.skipIf(process.platform !== "linux" || !HAS_BASH);

limited(
  "1,500 skills are listed, searched and discovered whole with 256 descriptors (needs bash)",
  { timeout: 60_000 },
  async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `skill-${index}`);
    const texts = names.map((name) => [
      `${name}/SKILL.md`,
      skillText(name, "Does it", `The body of ${name}, word-${name}.`),
    ]);
    const folder = await folderWith(Object.fromEntries(texts));
    const result = await withDescriptorLimit(
      256,
      `const folder = ${JSON.stringify(folder)};
     let most = 0;
     const { readdirSync } = await import("node:fs");
     const timer = setInterval(() => { most = Math.max(most, readdirSync("/proc/self/fd").length); }, 1);
     const toolset = new SkillsToolset({ directories: [folder], logger: false });
     const hits = await toolset.searchSkills("word-skill-1499 body", { limit: 5 });
     const listed = Object.keys(await toolset.listSkills()).length;
     const discovered = await FileSystemDiscovery.discover(folder);
     clearInterval(timer);
     const bodies = discovered.filter(({ name, content }) => content.includes("The body of " + name)).length;
     console.log(JSON.stringify({ first: hits[0]?.name, listed, bodies, isBounded: most < 120, problems: await toolset.getDiagnostics() }));`,
    );
    expect(result).toEqual({ first: "skill-1499", listed: 1500, bodies: 1500, isBounded: true, problems: [] });
  },
);

limited(
  "a reload without descriptors keeps what was read, says so, and the next one reads what was missed (needs bash)",
  async () => {
    const names = Array.from({ length: 183 }, (_, index) => `skill-${index}`);
    const files = names.flatMap((name) => [
      [`${name}/SKILL.md`, skillText(name, "before")],
      [`${name}/scripts/program`, "#!/bin/sh"],
    ]);
    const folder = await folderWith(Object.fromEntries(files));
    const result = await withDescriptorLimit(
      256,
      `const { appendFileSync, closeSync, openSync, readFileSync, writeFileSync, mkdirSync } = await import("node:fs");
     const folder = ${JSON.stringify(folder)};
     const source = directory(folder);
     await source.list({});
     for (let index = 0; index < 183; index += 1) {
       const file = folder + "/skill-" + index + "/SKILL.md";
       writeFileSync(file, readFileSync(file, "utf8").replace("before", "after"));
       writeFileSync(folder + "/skill-" + index + "/x.md", "");
     }
     const taken = [];
     try { for (;;) taken.push(openSync("/dev/null", "r")); } catch {}
     const short = await source.list({}).catch((error) => ({ failed: error.message }));
     for (const descriptor of taken.splice(0)) closeSync(descriptor);
     const scripts = (listing) => listing.skills.filter(({ scripts }) => scripts.length === 1).length;
     const tell = (listing) => listing.failed ?? {
       skills: listing.skills.length,
       after: listing.skills.filter(({ description }) => description === "after").length,
       scripts: scripts(listing),
       diagnostics: listing.diagnostics.map(({ code, severity, message }) => [code, severity, message.replaceAll(folder, "")]),
     };
     console.log(JSON.stringify([tell(short), tell(await source.list({}))]));`,
    );
    const kept = expect.stringMatching(
      /^\d+ files and folders, such as .*, were not read again, .*no file descriptor is left\./,
    );
    expect(result).toEqual([
      { skills: 183, after: 0, scripts: 183, diagnostics: [["no-descriptors-left", "warning", kept]] },
      { skills: 183, after: 183, scripts: 183, diagnostics: [] },
    ]);
  },
);

limited("a first listing without descriptors tells that it could not look (needs bash)", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const result = await withDescriptorLimit(
    256,
    `const { closeSync, openSync } = await import("node:fs");
     const warm = directory(${JSON.stringify(await folderWith({ "w/SKILL.md": skillText("w"), "w/x": "" }))});
     const [skill] = (await warm.list({})).skills;
     await warm.readFile(skill, "x", { maxBytes: 10 });
     const source = directory(${JSON.stringify(folder)});
     await source.list({});
     const taken = [];
     try { for (;;) taken.push(openSync("/dev/null", "r")); } catch {}
     const texts = [];
     await warm.readFile(skill, "x", { maxBytes: 10 }).catch(({ code, message }) => texts.push(code, message));
     await directory(${JSON.stringify(folder)}).list({}).catch(({ code }) => texts.push(code));
     for (const descriptor of taken) closeSync(descriptor);
     console.log(JSON.stringify(texts));`,
  );
  const message =
    "The file x could not be read: no file descriptor is left; close files, or allow this process more of them (ulimit -n).";
  expect(result).toEqual(["resource_load_failed", message, "source_failed"]);
});

limited(
  "a script for which no descriptor is left is refused, and ends nothing; the next one runs (needs bash)",
  async () => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a", "runs"), "a/go.sh": "echo ran" });
    const result = await withDescriptorLimit(
      256,
      `const { closeSync, openSync } = await import("node:fs");
     const toolset = new SkillsToolset({ directories: [${JSON.stringify(folder)}], logger: false });
     const outcome = () => toolset.runSkillScript("a", "go.sh").then(() => "ran", ({ code }) => code);
     await toolset.listSkills();
     await outcome();
     const outcomes = new Set();
     const taken = [];
     // So many are free that the script is found, then one more, until it starts.
     try { for (;;) taken.push(openSync("/dev/null")); } catch {}
     for (const descriptor of taken.splice(-20)) { outcomes.add(await outcome()); closeSync(descriptor); }
     taken.forEach((descriptor) => closeSync(descriptor));
     console.log(JSON.stringify({ wasRefused: outcomes.has("script_not_started"), afterwards: await outcome() }));`,
    );
    expect(result).toEqual({ wasRefused: true, afterwards: "ran" });
  },
);
