// Scripts run in the folder of the process, and what changes there meanwhile is told: each test file has one of its own,
// which neither the reports of a run nor the tests beside it write to.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const before = process.cwd();
const own = mkdtempSync(join(realpathSync(tmpdir()), "skillplug-test-"));
process.chdir(own);
afterAll(() => {
  process.chdir(before);
  rmSync(own, { recursive: true, force: true });
});
