// Reads the beginnings of files that say how a script runs: its own, and a package.json.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SkillError } from "../../base/errors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { isInside } from "../is-inside.js";
import { READ_REAL_PATH, READ_THROUGH_LINKS } from "../open-flags.js";
import type { ScriptFile } from "./script-file.js";

/** How much is read, in bytes. What scripts declare stands at their beginning, behind a licence at most. */
const HEAD_BYTES = 16 * 1024;

/**
 * The first 16 kB of a script, with `\n` at the ends of its lines. Not awaited, as right before the start each call that is
 * awaited waits for the same disk as the start.
 *
 * @throws SkillError `script_not_started` when a FIFO or a link has taken the script's place since it was located
 */
export function readHead({ path, directory }: ScriptFile): string {
  const head = readBeginning(path, READ_REAL_PATH, (real) => isInside(directory, real));
  if (head === undefined)
    throw new SkillError("script_not_started", `${basename(path)} was exchanged while it was prepared`);
  return head.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Whether Node takes the JavaScript of a folder for ES modules, by the nearest package.json. */
export function isModuleFolder(folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    const text = existing(join(place, "package.json"));
    if (text !== undefined) return /"type"\s*:\s*"module"/.test(text);
    if (place === dirname(place)) return false;
  }
}

function existing(file: string): string | undefined {
  try {
    return readBeginning(file, READ_THROUGH_LINKS, () => true);
  } catch {
    return undefined;
  }
}

/** `undefined` for what is no regular file, or lies where none is expected. Nothing waits for a FIFO or reads a device. */
function readBeginning(path: string, flags: number, isExpected: (real: string) => boolean): string | undefined {
  const descriptor = openSync(path, flags);
  try {
    if (!fstatSync(descriptor).isFile() || !isExpected(pathOfDescriptor?.(descriptor) ?? path)) return undefined;
    const buffer = Buffer.alloc(HEAD_BYTES);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
