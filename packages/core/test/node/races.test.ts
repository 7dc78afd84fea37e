import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const soak = fileURLToPath(new URL("../../../../soak/races.soak.mjs", import.meta.url));
const HAS_PYTHON = process.platform === "linux" && spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!HAS_PYTHON)(
  "while other processes exchange folders and files with those outside, nothing outside is read (needs python3)",
  { timeout: 120_000 },
  async () => {
    // The soak test of this name, for twenty seconds. It runs what is built.
    const { stdout } = await promisify(execFile)(process.execPath, [soak, "--seconds", "20", "--json"]);
    const { reads, totals } = JSON.parse(stdout);
    expect([totals.reads.leaked, totals.listings.leaked]).toEqual([0, 0]);
    for (const each of Object.values<{ done: number }>(reads)) expect(each.done).toBeGreaterThan(0);
    // The exchanges do meet the reads: some are refused.
    expect(totals.reads.refused).toBeGreaterThan(0);
    expect(totals.runs.done).toBeGreaterThan(0);
  },
);
