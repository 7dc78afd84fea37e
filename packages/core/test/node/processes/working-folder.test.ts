import { rmdirSync } from "node:fs";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { workingFolder } from "../../../src/node/processes/working-folder.js";

test.skipIf(process.platform === "win32").each(["never asked for", "asked for before"])(
  "a working folder that was removed is none: %s",
  async (when) => {
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    const removed = await folderWith();
    process.chdir(removed);
    // Node notes the folder when it is first asked for, as it is at the start of a program.
    if (when === "asked for before") expect(workingFolder()).toBe(process.cwd());
    rmdirSync(removed);
    expect(workingFolder()).toBeUndefined();
  },
);
