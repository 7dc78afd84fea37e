import { expect, test } from "vitest";
import { readManyFiles } from "../../../src/node/folders/read-many.js";

test.skipIf(process.platform === "win32")(
  "what has no end and is no file is not read on, and says what it is",
  async () => {
    const outcomes = await readManyFiles(["/dev/zero"], 1, new Map(), async ({ length }) => length);
    expect(outcomes).toEqual([{ error: new Error("/dev/zero is not a regular file") }]);
  },
);
