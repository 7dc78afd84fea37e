// What a script that failed seems to miss, and how to get it: a program, a module of Python, a package of Node.

import { access } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { ScriptResult } from "../../scripts/executor.js";
import { readPinnedFile } from "../read-pinned-file.js";
import { adviceOnProgram, type ProgramPlace } from "./missing-program.js";
import type { PreparedScript } from "./prepared-script.js";
import { packageOf } from "./python-packages.js";
import type { LocatedScript } from "./script-file.js";

/** A list of packages is read up to so many bytes. */
const MAX_LIST_BYTES = 64 * 1024;
/** How many packages are named. */
const MAX_NAMED = 20;

/** How much is looked at of what a script printed at its end, in characters: what ended it stands there. */
const MAX_END = 4_000;

/** The last line of a traceback. */
const PYTHON_MODULE = /(?:^|\n)ModuleNotFoundError: No module named '([\w.]{1,100})'$/;
/** How a Python ends that is too old for a script. A version is what PEP 440 allows in one. */
const OLD_PYTHON = /(?:^|\n)(?:SyntaxError|ImportError): [^\n]*$/;
const VERSION = /^[\d.,*<>=!~ ]{1,100}$/;
/** How Node, tsx and Bun name a package that they do not find; a path is none. */
const NODE_PACKAGE = /\bCannot find (?:package|module) ['"]((?:@[\w.-]{1,100}\/)?[\w-][\w.-]{0,100})/i;
const NODE_ERROR = /\b(?:ERR_)?MODULE_NOT_FOUND\b|\berror: Cannot find (?:package|module)\b/;
/** A package as pip takes it, without what only some machines need. */
const REQUIREMENT = /^[A-Za-z0-9][\w.,[\]<>=!~* -]{0,99}/;

/** Where a script ran, and whether that is left. */
export interface RunPlace extends ProgramPlace {
  /** Whether the skill's folder is a copy that is gone after the run: then no path leads into it. */
  readonly isCopy: boolean;
}

/** What is said of a script that ended with an exit code above 0: sentences, none where nothing is known to be missing. */
export async function adviceFor(
  { exitCode, stderr }: Pick<ScriptResult, "exitCode" | "stderr">,
  script: LocatedScript,
  { missing, declared }: Pick<PreparedScript, "missing" | "declared">,
  place: RunPlace,
): Promise<readonly string[]> {
  // Trimmed first, so that no expression has to look for the end behind spaces, again from each of them.
  const end = stderr.trimEnd().slice(-MAX_END);
  const notes: string[] = [];
  if (missing !== undefined)
    notes.push(
      `its first line asks for ${missing}, which is not on this machine: another program ran it. Install ${missing}`,
    );
  const module = PYTHON_MODULE.exec(end)?.[1];
  if (module !== undefined && !(await isOwnModule(module, script)))
    notes.push(await pythonAdvice(module, script, declared?.packages ?? [], place));
  const version = declared?.python;
  if (version !== undefined && VERSION.test(version) && OLD_PYTHON.test(end))
    notes.push(`the script asks for Python ${version}. Where this one is older, install uv, which gets one`);
  const name = NODE_ERROR.test(end) ? NODE_PACKAGE.exec(end)?.[1] : undefined;
  if (name !== undefined && name !== missing) notes.push(await nodeAdvice(name, script));
  const program = await adviceOnProgram(exitCode, end, script, place);
  if (program !== undefined) notes.push(program);
  return notes;
}

/** A module that the skill has itself, beside the script or in a folder above it, is no package to be installed. */
async function isOwnModule(module: string, script: LocatedScript): Promise<boolean> {
  const [top = ""] = module.split(".");
  const places = foldersAbove(script).flatMap((folder) => [top, `${top}.py`].map((name) => join(folder, name)));
  const exists = (place: string) =>
    access(join(script.directory, place)).then(
      () => true,
      () => false,
    );
  return (await Promise.all(places.map(exists))).includes(true);
}

/** The folders of the skill from the script's own up, as paths inside it. */
function foldersAbove({ path, directory }: LocatedScript): string[] {
  const parts = relative(directory, dirname(path)).split(sep).filter(Boolean);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), ""];
}

async function pythonAdvice(
  module: string,
  script: LocatedScript,
  declared: readonly string[],
  { isCopy }: RunPlace,
): Promise<string> {
  const problem = `Python has no module ${module} here`;
  if (declared.length > 0) {
    const names = declared.flatMap(toRequirement).slice(0, MAX_NAMED);
    return `${problem}. The script declares its packages: install uv, which runs it with them, or: pip install ${names.map(quoted).join(" ")}`;
  }
  const list = await findList(script, "requirements.txt");
  if (list === undefined) {
    const known = packageOf(module);
    return `${problem}. ${known ? `Install its package: pip install ${known}` : "Install the package that has it, with pip install and its name"}`;
  }
  const names = list.text.split("\n").flatMap(toRequirement).slice(0, MAX_NAMED);
  // Whoever types it is in the work folder.
  const what = isCopy ? names.map(quoted).join(" ") : `-r ${quotedPath(join(script.directory, list.path))}`;
  return `${problem}. ${list.path} of the skill lists ${names.join(", ")}: pip install ${what}`;
}

async function nodeAdvice(name: string, script: LocatedScript): Promise<string> {
  const problem = `Node finds no package ${name} from the script`;
  const list = await findList(script, "package.json");
  const place = list && dirname(list.path) !== "." ? `the skill's folder ${dirname(list.path)}` : "the skill's folder";
  const how = list?.text.includes(`"${name}"`) ? "npm install" : `npm install ${name}`;
  return `${problem}. In ${place}: ${how}`;
}

/** A file of the skill beside the script, or in a folder above it. */
async function findList(
  script: LocatedScript,
  name: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  for (const folder of foldersAbove(script)) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const bytes = await readPinnedFile(script.folder, path, { maxBytes: MAX_LIST_BYTES }).catch(() => undefined);
    if (bytes) return { path, text: Buffer.from(bytes).toString("utf8") };
  }
  return undefined;
}

function toRequirement(line: string): string[] {
  const name = REQUIREMENT.exec(line.trim())?.[0].trim();
  return name === undefined ? [] : [name];
}

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}

/** As a shell takes it. */
function quotedPath(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
