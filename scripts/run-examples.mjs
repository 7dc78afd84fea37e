// Runs every example of examples/, or those that are named, as a user without any key would: `npm run examples [NAME…]`.
// One line an example, and the output of those that fail. Exits 1 when one fails.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const all = readdirSync("examples").filter((name) => existsSync(`examples/${name}/src/main.ts`));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No example is called ${unknown.join(", ")}. The examples: ${all.join(", ")}.`);
  process.exit(2);
}

const env = { ...process.env };
for (const name of Object.keys(env)) if (/_(API_KEY|AUTH_TOKEN|BASE_URL)$/.test(name)) delete env[name];

/** Resolves to the exit code, and to what was written to both outputs. */
function play(name) {
  const child = spawn(process.execPath, [`examples/${name}/dist/main.js`], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

const failed = [];
for (const name of named.length > 0 ? named : all) {
  const startedAt = performance.now();
  const { code, output } = await play(name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${code === 0 ? "ok    " : "failed"} ${seconds} s  ${name}`);
  if (code === 0) continue;
  failed.push(name);
  console.log(output.replace(/^/gm, "    "));
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}` : "\nEvery example did what it claims.");
process.exit(failed.length > 0 ? 1 : 0);
