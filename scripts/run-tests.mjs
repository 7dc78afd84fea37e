// Runs every test and closes with one line that a machine can read: `N passed, N failed, N skipped`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

const report = ".reports/tests.json";
rmSync(report, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`);
process.exit(status ?? 1);
