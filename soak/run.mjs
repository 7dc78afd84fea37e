// Runs the soak tests by name, or all of them: `npm run test:soak` or `npm run test:soak races`. Each is a program of its
// own that prints its figures and exits with 1 when a promise was broken. They take minutes to hours; what begins with `--`,
// such as `-- calls --seconds 60`, is passed on to them.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const all = readdirSync(folder).flatMap((file) => /^(.+)\.soak\.mjs$/.exec(file)?.[1] ?? []);
const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith("--"));
const options = firstOption < 0 ? [] : given.splice(firstOption);
const names = given.length > 0 ? given : all;
for (const name of names) {
  if (!all.includes(name)) throw new Error(`There is no soak test ${name}. There are: ${all.join(", ")}.`);
  console.log(`soak: ${name}`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.soak.mjs`, ...options], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
