// Where this process works.

/** The working folder of this process; `undefined` when it was removed. */
export function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
