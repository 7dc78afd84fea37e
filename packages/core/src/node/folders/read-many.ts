// Reads the bytes of many small files at once, in callbacks, since promises cost twice the CPU.

import { closeSync, fstat, open, read, realpath } from "node:fs";
import { SkillValidationError } from "../../base/errors.js";
import { MAX_SKILL_FILE_BYTES } from "../../base/skill.js";
import { pathOfDescriptor } from "../file-calls.js";
import { READ_FLAGS } from "../open-flags.js";

/** The outcome of one of many readings. `isKept`: the system had no descriptor left, and this is what was read before. */
export type ReadOutcome<T> = { readonly value: T; readonly isKept?: boolean } | { readonly error: unknown };

/** Most SKILL.md files fit into the first read. */
const FIRST_READ_BYTES = 16 * 1024;

/** Starts something for each path, and resolves once all have called `done`. */
export function forAll<T>(
  paths: readonly string[],
  start: (path: string, done: (outcome: T) => void, index: number) => void,
): Promise<T[]> {
  return new Promise((resolve) => {
    const outcomes = new Array<T>(paths.length);
    let pending = paths.length;
    if (pending === 0) resolve(outcomes);
    for (const [index, path] of paths.entries()) {
      const done = (outcome: T): void => {
        outcomes[index] = outcome;
        pending -= 1;
        if (pending === 0) resolve(outcomes);
      };
      start(path, done, index);
    }
  });
}

/**
 * What `interpret` makes of each file's bytes: a view of a reused buffer, valid until it has resolved.
 *
 * @param slots how many are read at once
 * @param reals where files must really lie, by their path; nothing for those whose place is not checked
 */
export function readManyFiles<T>(
  paths: readonly string[],
  slots: number,
  reals: ReadonlyMap<string, string | undefined>,
  interpret: (bytes: Uint8Array) => Promise<T>,
): Promise<ReadOutcome<T>[]> {
  const slab = Buffer.allocUnsafeSlow(slots * FIRST_READ_BYTES);
  const read = (path: string, slot: number, done: (outcome: ReadOutcome<Uint8Array>) => void) => {
    const buffer = slab.subarray(slot * FIRST_READ_BYTES, (slot + 1) * FIRST_READ_BYTES);
    readBytes(path, reals.get(path), buffer, done);
  };
  return inBatches(paths, slots, read, (outcome) => interpretOutcome(outcome, interpret));
}

/**
 * Reads so many at once, all of which begin together: a full queue keeps the threads of the pool awake, and waking one for
 * each file costs more than opening it.
 */
async function inBatches<T>(
  paths: readonly string[],
  size: number,
  read: (path: string, slot: number, done: (outcome: ReadOutcome<Uint8Array>) => void) => void,
  use: (outcome: ReadOutcome<Uint8Array>) => Promise<T>,
): Promise<T[]> {
  const used: T[] = [];
  for (let start = 0; start < paths.length; start += size) {
    const batch = paths.slice(start, start + size);
    const outcomes = await forAll<ReadOutcome<Uint8Array>>(batch, (path, done, slot) => read(path, slot, done));
    // One after the other, since the next batch is read into the same buffers.
    for (const outcome of outcomes) used.push(await use(outcome));
  }
  return used;
}

async function interpretOutcome<T>(
  outcome: ReadOutcome<Uint8Array>,
  interpret: (bytes: Uint8Array) => Promise<T>,
): Promise<ReadOutcome<T>> {
  if ("error" in outcome) return outcome;
  try {
    return { value: await interpret(outcome.value) };
  } catch (error) {
    return { error };
  }
}

function readBytes(
  path: string,
  real: string | undefined,
  buffer: Buffer,
  done: (outcome: ReadOutcome<Uint8Array>) => void,
): void {
  open(path, READ_FLAGS, (openError, descriptor) => {
    if (openError) return done({ error: openError });
    // Closing what was only read waits for nothing.
    const finish = (outcome: ReadOutcome<Uint8Array>) => {
      closeSync(descriptor);
      done(outcome);
    };
    checkPlace(descriptor, path, real, (misplaced) => {
      if (misplaced) return finish({ error: misplaced });
      // A reading at a position is refused for whatever has none: FIFOs, sockets and terminals.
      readInto(descriptor, buffer, (first) => {
        if ("error" in first || first.value.length < buffer.length) return finish(first);
        fstat(descriptor, (error, status) => {
          if (error) return finish({ error });
          if (!status.isFile()) return finish({ error: new Error(`${path} is not a regular file`) });
          if (status.size > MAX_SKILL_FILE_BYTES) return finish({ error: tooLarge(status.size) });
          readInto(descriptor, Buffer.allocUnsafe(status.size), finish);
        });
      });
    });
  });
}

/** A folder above the file can have become a link since it was listed. */
function checkPlace(
  descriptor: number,
  path: string,
  real: string | undefined,
  done: (misplaced: Error | undefined) => void,
): void {
  if (real === undefined) {
    done(undefined);
    return;
  }
  const check = (found: string) =>
    done(found === real ? undefined : new Error(`${path} was replaced while it was listed; it leads to another place`));
  try {
    if (pathOfDescriptor) check(pathOfDescriptor(descriptor).replace(/ \(deleted\)$/, ""));
    else realpath.native(path, (error, found) => (error ? done(error) : check(found)));
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function readInto(descriptor: number, buffer: Buffer, done: (outcome: ReadOutcome<Uint8Array>) => void): void {
  read(descriptor, buffer, 0, buffer.length, 0, (error, bytesRead) =>
    done(error ? { error } : { value: buffer.subarray(0, bytesRead) }),
  );
}

function tooLarge(size: number): SkillValidationError {
  return new SkillValidationError(
    `The file has ${size} bytes; at most ${MAX_SKILL_FILE_BYTES} are read. Move parts of it into files of their own.`,
    { reason: "too-large" },
  );
}
