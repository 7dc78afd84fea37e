// Measures the longest turn of the event loop, in milliseconds of processor time, and how fast this machine is just now:
// on one that shares its processors everything costs more of their time.
import { readFileSync } from "node:fs";

/** The processor time of this thread, where the system tells it; otherwise that of the process. */
function chooseClock() {
  const ofThread = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  const sum = ({ user, system }) => (user + system) / 1000;
  try {
    if (ofThread() > 0) return ofThread;
  } catch {
    // No Linux, or one that keeps no such figures.
  }
  return process.threadCpuUsage ? () => sum(process.threadCpuUsage()) : () => sum(process.cpuUsage());
}

const clock = chooseClock();

/** Does the work, and resolves to the longest turn. What the work throws is of no interest: being refused is an answer. */
export async function longestTurn(work) {
  let isWatching = true;
  let longest = 0;
  let last = clock();
  const beat = () => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
    if (isWatching) setImmediate(beat);
  };
  setImmediate(beat);
  try {
    await work();
  } catch {}
  isWatching = false;
  await new Promise((resolve) => setImmediate(resolve));
  beat();
  return longest;
}

/** What the work below costs on the machine that the limits were set on, in milliseconds. */
const REFERENCE_MS = 30;

/** How much more than there the same work costs here and now; at least 1. */
export function howMuchSlower() {
  const before = clock();
  const texts = Array.from({ length: 60_000 }, (_, index) => `${(index * 7919) % 60_000} of ${index}`);
  JSON.parse(JSON.stringify(texts.sort()));
  return Math.max(1, (clock() - before) / REFERENCE_MS);
}
