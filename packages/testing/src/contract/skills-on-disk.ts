// The skills that the contract runs with, as files.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The smallest PNG: one transparent pixel. Base64. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const FILES: Readonly<Record<string, string | Buffer>> = {
  "ledger/SKILL.md": [
    "---",
    "name: ledger",
    "description: Adds up invoices and books them. Use when the user mentions invoices or sums.",
    "---",
    "# Ledger",
    "Add the amounts with the add script, then read references/RULES.md before you book.",
    "",
  ].join("\n"),
  "ledger/references/RULES.md": "Round half to even, and never book on a Sunday.\n",
  "ledger/assets/stamp.png": Buffer.from(PIXEL, "base64"),
  "ledger/scripts/add.mjs":
    "console.log(process.argv.slice(2).map(Number).reduce((sum, amount) => sum + amount, 0));\n",
  "ledger/scripts/fail.mjs": 'console.error("the ledger is closed");\nprocess.exit(3);\n',
  // Writes its process id into the file that it is given, then waits for longer than any test.
  "ledger/scripts/wait.mjs": [
    'import { renameSync, writeFileSync } from "node:fs";',
    "const [file] = process.argv.slice(2);",
    "writeFileSync(file + '.part', String(process.pid));",
    "renameSync(file + '.part', file);",
    "setTimeout(() => {}, 60_000);",
    "",
  ].join("\n"),
  // Goes on once the file that it is given exists: whoever waits for what it printed before must see it while it runs.
  "ledger/scripts/speak.mjs": [
    'import { existsSync } from "node:fs";',
    "const [file] = process.argv.slice(2);",
    'console.log("counting");',
    "const timer = setInterval(() => {",
    "  if (!existsSync(file)) return;",
    '  console.log("counted");',
    "  clearInterval(timer);",
    "}, 20);",
    "",
  ].join("\n"),
  "weather/SKILL.md": [
    "---",
    "name: weather",
    "description: Tells how to word a weather report.",
    "---",
    "# Weather",
    "Name the place first.",
    "",
  ].join("\n"),
};

/** A new SKILL.md, for a set that changes while it is used. */
export const TIDES_SKILL =
  "---\nname: tides\ndescription: Reads tide tables for harbours.\n---\n# Tides\nHigh water comes twice.\n";

/** A folder for one test. */
export interface ContractFolder {
  /** An absolute path. */
  readonly path: string;
  /** Holds the skills. */
  readonly skills: string;
  /** Where the user's files are, and scripts run: empty at first. */
  readonly work: string;
  /** Writes a file into {@link ContractFolder.skills}, and the folders above it. */
  write(name: string, content: string | Buffer): Promise<void>;
  remove(): Promise<void>;
}

/** A new folder with two skills: `ledger` with scripts, a reference and an image, and `weather` with instructions alone. */
export async function contractFolder(files = FILES): Promise<ContractFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "skillplug-contract-")));
  const skills = join(path, "skills");
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(skills, name)), { recursive: true });
    await writeFile(join(skills, name), content);
  };
  const work = join(path, "work");
  await mkdir(skills);
  await mkdir(work);
  for (const [name, content] of Object.entries(files)) await write(name, content);
  return { path, skills, work, write, remove: () => rm(path, { recursive: true, force: true }) };
}
