// CPU, not time: these machines are shared, and a ratio between contenders that take turns survives their noise.

/** CPU milliseconds, user and system, of all threads of this process while `work` ran. */
export async function cpuOf(work) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Prints a row a contender: its median, and the median of its ratios to the first one, round by round.
 *
 * @param {Record<string, number[]>} results contender to one figure a round
 * @param {string} unit
 */
export function report(results, unit) {
  const [[, reference]] = Object.entries(results);
  const width = Math.max(...Object.keys(results).map((name) => name.length));
  for (const [name, values] of Object.entries(results)) {
    const ratio = median(values.map((value, round) => value / reference[round]));
    console.log(`${name.padEnd(width)}  ${median(values).toFixed(1).padStart(8)} ${unit}  ${ratio.toFixed(2)} ×`);
  }
}
