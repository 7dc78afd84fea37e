// Runs the soak tests by name, or all of them: `npm run test:soak` or `npm run test:soak races`. Each is a program of its
// own that prints its figures and exits with 1 when a promise was broken. They take minutes to hours.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const all = readdirSync(folder).flatMap((file) => /^(.+)\.soak\.mjs$/.exec(file)?.[1] ?? []);
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of names) {
  if (!all.includes(name)) throw new Error(`There is no soak test ${name}. There are: ${all.join(", ")}.`);
  console.log(`soak: ${name}`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.soak.mjs`], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
