// Runs one group of cases and prints the longest turn of each: `node program.mjs GROUP [FOLDER OF CORE]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { casesOf } from "./cases.mjs";
import { howMuchSlower, longestTurn } from "./watch-loop.mjs";

/** In milliseconds of processor time of the main thread. What takes longer freezes timers, sockets and other calls. */
const LONGEST_TURN_MS = 200;

/** What takes longer once may have met a busy machine; what takes longer each time does so by itself. */
const ATTEMPTS = 3;

const [group, root = fileURLToPath(new URL("../..", import.meta.url)), only = ""] = process.argv.slice(2);
const entry = (path) => import(pathToFileURL(join(root, "dist", path)).href);
const kit = {
  core: await entry("index.js"),
  format: await entry("format/index.js"),
  search: await entry("search/index.js"),
};
const folder = mkdtempSync(join(tmpdir(), "skillplug-frozen-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const cases = casesOf(kit, folder)[group];
// The first call of anything compiles it.
for (const [, prepare, run] of cases.slice(0, 1)) await longestTurn(async () => run(prepare()));
for (const [name, prepare, run] of cases.filter(([name]) => name.includes(only))) {
  console.log(JSON.stringify({ begins: name }));
  let ms = Number.POSITIVE_INFINITY;
  let isFrozen = true;
  for (let attempt = 0; attempt < ATTEMPTS && isFrozen; attempt++) {
    const prepared = prepare();
    ms = Math.min(ms, await longestTurn(async () => run(prepared)));
    isFrozen = ms >= LONGEST_TURN_MS && ms >= LONGEST_TURN_MS * howMuchSlower();
  }
  console.log(JSON.stringify({ name, ms: Math.round(ms), isFrozen }));
}
process.exit();
