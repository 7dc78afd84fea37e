// Which program a script that failed did not find, be it a shell's command or one that Python or Node was to start.

import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findProgram } from "./programs.js";
import type { Variables } from "./script-environment.js";
import type { ScriptFile } from "./script-file.js";

/** Where a script ran. */
export interface ProgramPlace {
  /** Absolute path. */
  readonly workFolder: string;
  /** Whose `PATH` was looked through. */
  readonly environment: Variables;
}

/** How shells and `env` name a command that they do not find. */
const COMMANDS = [
  /: ([^\s:]{1,100}): (?:command )?not found[ \t\r]*$/m,
  /: command not found: ([^\s:]{1,100})[ \t\r]*$/m,
  /^env: [‘'"]?([^\s‘’'":]{1,100})[’'"]?: No such file/m,
];
/** The last line of a shell script that goes on, and ends with another exit code than that of the command. */
const LAST_COMMANDS = [
  /: (?:line )?\d{1,9}: ([^\s:]{1,100}): (?:command )?not found$/,
  /: command not found: ([^\s:]{1,100})$/,
];
/** The last line of a traceback. A name with a slash is a path, and one with a space a whole command. */
const PYTHON_FILE = /(?:^|\n)FileNotFoundError: \[Errno 2\] No such file or directory: '([\w.+-]{1,100})'$/;
/** Where Python starts programs: a file that a script opens is not missed there. */
const PYTHON_STARTS = /^ {2}File "[^"\n]{0,4000}\bsubprocess\.py", line \d{1,9}, in _execute_child$/;
/** How Node and tsx name it. */
const NODE_SPAWN = /\bspawn(?:Sync)? ([\w.+-]{1,100}) ENOENT\b/;

/**
 * What is said of a program that a script did not find; `undefined` where none is known to be missing.
 *
 * @param end the end of what it printed to stderr, without white space behind it
 */
export async function adviceOnProgram(
  exitCode: number | null,
  end: string,
  script: ScriptFile,
  place: ProgramPlace,
): Promise<string | undefined> {
  const line = end.slice(end.lastIndexOf("\n") + 1);
  const command =
    exitCode === 127 ? firstMatch(COMMANDS, end) : (firstMatch(LAST_COMMANDS, line) ?? NODE_SPAWN.exec(end)?.[1]);
  if (command !== undefined && (exitCode === 127 || (await isNowhere(command, script, place))))
    return `the command ${command} is not on this machine. Install it`;
  const name = pythonProgram(end);
  // Python tells a working folder that is missing in the same words.
  return name !== undefined && (await isNowhere(name, script, place))
    ? `Python found neither a program nor a working folder ${name}. Where it is a program, install it`
    : undefined;
}

/** The last frame of the traceback tells whether it was a program. */
function pythonProgram(end: string): string | undefined {
  const name = PYTHON_FILE.exec(end)?.[1];
  const frame = end.slice(end.lastIndexOf('\n  File "') + 1).split("\n", 1)[0] ?? "";
  return PYTHON_STARTS.test(frame) ? name : undefined;
}

/** What lies beside was meant to be a file; and where the program is there, its working folder was what was missing. */
async function isNowhere(
  name: string,
  { path, directory }: ScriptFile,
  { workFolder, environment }: ProgramPlace,
): Promise<boolean> {
  for (const folder of [workFolder, dirname(path), directory]) {
    const exists = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (exists) return false;
  }
  return (await findProgram(name, environment)) === undefined;
}

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
