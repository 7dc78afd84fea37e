import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { lookAtCopy, type Witness } from "../../src/operations/witness-run.js";

test("of a private copy more files are kept than are named", async () => {
  const [directory, workFolder] = [await folderWith(), await folderWith()];
  const witness: Witness = { findings: {}, workFolder, skillName: "s" };
  const staged = await lookAtCopy({ directory, dispose: async () => {} }, witness);
  for (let number = 0; number < 103; number += 1) await writeFile(join(directory, `${number}.txt`), "");
  await staged.dispose();
  const { files, more, lost } = witness.findings.kept ?? {};
  expect([files?.length, more, lost]).toEqual([100, 3, 0]);
});
