// Runs one benchmark: `npm run bench NAME`. Each prints medians and ratios of contenders that took turns in one run.
import { readdirSync } from "node:fs";

const [name] = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.mjs"))
  .map((file) => file.replace(".bench.mjs", ""));
if (!names.includes(name)) {
  console.error(`usage: npm run bench ${names.join(" | ")}`);
  process.exit(2);
}
await import(`./${name}.bench.mjs`);
