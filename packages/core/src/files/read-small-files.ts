import { close, constants, fstat, open, read } from "node:fs";
import { SkillValidationError } from "../errors.js";
import { MAX_SKILL_FILE_BYTES } from "../skill.js";

/** Files open at once, well below the usual limit of 256 to 1,024. */
const BATCH = 200;
/** Most SKILL.md fit into one reading. */
const FIRST_READ_BYTES = 16 * 1024;
/** Without following a symlink and without waiting on a FIFO; both flags are absent on Windows. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads many small files. A batch is read whole before any of it is used: the thread pool costs far less CPU while its
 * queue is long and the callbacks are short.
 *
 * @param use is called for each file in turn, with its bytes, which are overwritten afterwards, or why it has none
 */
export async function readSmallFiles(
  paths: readonly string[],
  use: (index: number, content: Uint8Array | Error) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(paths.length, BATCH) * FIRST_READ_BYTES);
  for (let start = 0; start < paths.length; start += BATCH) {
    signal?.throwIfAborted();
    const contents = await readBatch(paths.slice(start, start + BATCH), buffer);
    contents.forEach((content, index) => void use(start + index, content));
  }
}

function readBatch(paths: readonly string[], buffer: Buffer): Promise<(Uint8Array | Error)[]> {
  return new Promise((resolve) => {
    const contents: (Uint8Array | Error)[] = [];
    let pending = paths.length;
    for (const [index, path] of paths.entries()) {
      const part = buffer.subarray(index * FIRST_READ_BYTES, (index + 1) * FIRST_READ_BYTES);
      readSmallFile(path, part, (content) => {
        contents[index] = content;
        pending -= 1;
        if (pending === 0) resolve(contents);
      });
    }
  });
}

/** With callbacks, which take half the CPU of promises. */
function readSmallFile(path: string, buffer: Buffer, done: (content: Uint8Array | Error) => void): void {
  open(path, OPEN_FLAGS, (openError, descriptor) => {
    if (openError) return done(openError);
    const finish = (content: Uint8Array | Error) => close(descriptor, () => done(content));
    read(descriptor, buffer, 0, buffer.length, 0, (error, bytesRead) => {
      if (error) finish(error);
      else if (bytesRead < buffer.length) finish(buffer.subarray(0, bytesRead));
      else readLongerFile(descriptor, finish);
    });
  });
}

function readLongerFile(descriptor: number, done: (content: Uint8Array | Error) => void): void {
  fstat(descriptor, (statusError, status) => {
    if (statusError) return done(statusError);
    if (status.size > MAX_SKILL_FILE_BYTES) return done(tooLarge(status.size));
    const buffer = Buffer.allocUnsafe(status.size);
    read(descriptor, buffer, 0, buffer.length, 0, (error, bytesRead) => {
      done(error ?? buffer.subarray(0, bytesRead));
    });
  });
}

function tooLarge(size: number): SkillValidationError {
  return new SkillValidationError(
    `The file has ${size} bytes; at most ${MAX_SKILL_FILE_BYTES} are read. Move parts of it into files of their own.`,
    { reason: "too-large" },
  );
}
