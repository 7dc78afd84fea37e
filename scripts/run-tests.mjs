// Runs every test, names those that were skipped, and closes with one line that a machine can read:
// `N passed, N failed, N skipped`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";

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
const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
const skipped = testResults.flatMap(({ name: file, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => `${relative(process.cwd(), file).replaceAll("\\", "/")}: ${fullName}`),
);
if (skipped.length > 0) console.log(`\nSkipped, since this machine lacks what they need:\n- ${skipped.join("\n- ")}`);
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${skipped.length} skipped`);
process.exit(status ?? 1);
