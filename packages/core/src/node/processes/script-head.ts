// Reads the beginnings of files that say how a script runs: its own, and a package.json.

import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SkillError } from "../../base/errors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { isInside } from "../is-inside.js";
import { READ_REAL_PATH, READ_THROUGH_LINKS } from "../open-flags.js";
import type { ScriptFile } from "./script-file.js";

/** How much is read, in bytes. What scripts declare stands at their beginning, behind a licence at most. */
const HEAD_BYTES = 16 * 1024;

/**
 * The first 16 kB of a script, with `\n` at the ends of its lines.
 *
 * @throws SkillError `script_not_started` when a FIFO or a link has taken the script's place since it was located
 */
export async function readHead({ path, directory }: ScriptFile): Promise<string> {
  const head = await readBeginning(path, READ_REAL_PATH, (real) => isInside(directory, real));
  if (head === undefined)
    throw new SkillError("script_not_started", `${basename(path)} was exchanged while it was prepared`);
  return head.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Whether Node takes the JavaScript of a folder for ES modules, by the nearest package.json. */
export async function isModuleFolder(folder: string): Promise<boolean> {
  for (let place = folder; ; place = dirname(place)) {
    const file = join(place, "package.json");
    const text = await readBeginning(file, READ_THROUGH_LINKS, () => true).catch(() => undefined);
    if (text !== undefined) return /"type"\s*:\s*"module"/.test(text);
    if (place === dirname(place)) return false;
  }
}

/** `undefined` for what is no regular file, or lies where none is expected. Nothing waits for a FIFO or reads a device. */
async function readBeginning(
  path: string,
  flags: number,
  isExpected: (real: string) => boolean,
): Promise<string | undefined> {
  const file = await open(path, flags);
  try {
    if (!(await file.stat()).isFile() || !isExpected(pathOfDescriptor?.(file.fd) ?? path)) return undefined;
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
