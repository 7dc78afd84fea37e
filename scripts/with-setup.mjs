// Runs a script of package.json after doing all of its set-up: `node scripts/with-setup.mjs <script> [arguments]`.
// A fresh clone needs only Node and npm: the pinned pnpm comes through npx. A second run finds everything in place.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
const [script, ...rest] = process.argv.slice(2);
const stamp = "node_modules/.skillplug-setup";
const state = createHash("sha256").update(readFileSync("pnpm-lock.yaml")).update(process.version).digest("hex");
const isInstalled = existsSync(stamp) && readFileSync(stamp, "utf8") === state;

/** Runs a command with our terminal; ends this process with its exit code when it fails. */
function run(command, args) {
  const options = { stdio: "inherit", shell: process.platform === "win32" };
  const { status, error } = spawnSync(command, args, options);
  if (error) console.error(`Could not start ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

if (isInstalled) {
  console.error("[1/3] packages: in place");
} else {
  console.error(`[1/3] packages: installing with ${packageManager} (the first time takes a minute or two)`);
  run("npx", ["--yes", packageManager, "install", "--frozen-lockfile"]);
  writeFileSync(stamp, state);
}
console.error("[2/3] build: tsc");
run("npm", ["run", "--silent", "build"]);
console.error(`[3/3] ${script}\n`);
run("npm", ["run", "--silent", script, "--", ...rest]);
