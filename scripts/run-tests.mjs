// Runs every test and measures what they cover of core, names those that failed or were skipped, and closes with one line
// that a machine can read: `N passed, N failed, N skipped`. Arguments go to Vitest, such as the tests to run; then nothing is measured.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";

const report = ".reports/tests.json";
const chosen = process.argv.slice(2);
rmSync(report, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(chosen.length > 0 ? chosen : ["--coverage"]),
  ],
  { stdio: "inherit" },
);
const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
const short = (file) => relative(process.cwd(), file).replaceAll("\\", "/");
const tests = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status }) => ({ status, name: `${short(name)}: ${fullName}` })),
);
const failed = tests.filter(({ status }) => status === "failed").map(({ name }) => name);
// A file that cannot be loaded has no tests.
const broken = testResults.filter((file) => file.status === "failed" && !file.assertionResults.length);
failed.push(...broken.map(({ name, message }) => `${short(name)}: ${message.split("\n", 1)[0]}`));
const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed").map(({ name }) => name);
if (skipped.length > 0) console.log(`\nSkipped, since this machine lacks what they need:\n- ${skipped.join("\n- ")}`);
if (failed.length > 0) console.log(`\nFailed:\n- ${failed.join("\n- ")}`);
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${skipped.length} skipped`);
process.exit(status ?? 1);
