// Every check that is not a test, in the order of how fast it fails. Each line is a command that you can run by itself.
import { spawnSync } from "node:child_process";
import { publishedPackages } from "./published-packages.mjs";

const checks = [
  ["lint and format", "biome check ."],
  ["types of the tests", "npm run --silent check-types"],
  ["code of the READMEs and guides", "node scripts/check-snippets.mjs"],
  ["docs/requirements.md", "node scripts/requirements.mjs"],
  ["unused code and dependencies", "knip"],
  ...publishedPackages.flatMap((name) => [
    [`package lint: ${name}`, `publint packages/${name} --strict --pack npm`],
    [`package types: ${name}`, `attw --pack packages/${name} --profile esm-only --no-emoji --quiet`],
  ]),
  ["every export is documented", "npm run --silent --prefix docs api"],
  ["documentation site and its links", "npm run --silent --prefix docs build"],
  ["packages as users install, bundle and compile them", "node scripts/check-packages.mjs"],
];

const failed = [];
for (const [name, command] of checks) {
  console.log(`- ${name}: ${command}`);
  const { status } = spawnSync(command, {
    stdio: "inherit",
    shell: true,
    env: { ...process.env, PATH: `node_modules/.bin${process.platform === "win32" ? ";" : ":"}${process.env.PATH}` },
  });
  if (status !== 0) failed.push(name);
}
console.log(failed.length ? `\nFailed: ${failed.join(", ")}` : `\nAll ${checks.length} checks passed.`);
process.exit(failed.length ? 1 : 0);
