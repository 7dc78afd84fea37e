// Reads the beginning of a script: its `#!` line, and what it declares.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { SkillError } from "../../base/errors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { isInside } from "../is-inside.js";
import { READ_REAL_PATH } from "../open-flags.js";
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
  const descriptor = openSync(path, READ_REAL_PATH);
  try {
    const isThere = fstatSync(descriptor).isFile() && isInside(directory, pathOfDescriptor?.(descriptor) ?? path);
    if (!isThere) throw new SkillError("script_not_started", `${basename(path)} was exchanged while it was prepared`);
    const buffer = Buffer.alloc(HEAD_BYTES);
    const length = readSync(descriptor, buffer, 0, HEAD_BYTES, 0);
    return buffer
      .toString("utf8", 0, length)
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n");
  } finally {
    closeSync(descriptor);
  }
}
