// Keeps file descriptors that this process inherited, such as those of a shell or a supervisor, from what it starts.

import { openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { SkillError } from "../../base/errors.js";

/** The flag O_CLOEXEC on Linux: such a descriptor is closed when another program is started. */
const CLOSE_ON_EXEC = 0o2000000;

type Stdio = "ignore" | "pipe" | number;

let inherited: readonly number[] | undefined;
let limit: number | undefined;
let empty: number | undefined;

/**
 * The option `stdio` of a `spawn` that passes on nothing but the first three: `/dev/null` stands in place of every other
 * descriptor. Node marks all that it opens itself, and of those that it inherited only the first ones. They are looked up
 * once. On macOS and Windows nothing else is passed on.
 *
 * @throws SkillError `script_not_started` when one lies so near to the limit of open files, or above it, that nothing can be put
 *   in its place
 */
export function onlyStandard<In extends Stdio, Out extends Stdio, Err extends Stdio>(
  stdio: [In, Out, Err],
): [In, Out, Err] {
  inherited ??= process.platform === "win32" || process.platform === "darwin" ? [] : passedOn();
  if (inherited.length === 0) return stdio;
  const highest = Math.max(...inherited);
  limit ??= limitOfDescriptors();
  // Node needs a free descriptor above them for each.
  if (highest + inherited.length >= limit) throw outOfReach(highest, limit);
  empty ??= openSync(devNull, "r+");
  // "ignore" leaves a descriptor above 2 as it is.
  const all = Array.from<Stdio>({ length: highest + 1 }).fill("ignore");
  for (const descriptor of inherited) all[descriptor] = empty;
  return Object.assign(all, stdio);
}

/** Where the flags cannot be read, every open descriptor: covering one that is closed anyway does no harm. */
function passedOn(): number[] {
  const [folder, isOpen] =
    process.platform === "linux" ? (["/proc/self/fdinfo", isPassedOn] as const) : (["/dev/fd", () => true] as const);
  try {
    return readdirSync(folder)
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isOpen(descriptor));
  } catch {
    return [];
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const [, flags = ""] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
    // Bit operations of JavaScript are those of 32 bits, which is enough for this flag.
    return flags !== "" && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was the one that listed the folder.
    return false;
  }
}

/** How many descriptors this process may have; infinite where nothing tells. */
function limitOfDescriptors(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

function outOfReach(descriptor: number, limit: number): SkillError {
  const problem = `the file descriptor ${descriptor}, which this process inherited, cannot be kept from a script at a limit of ${limit} open files`;
  const advice = `Start the program without it (${descriptor}<&- in bash) or with a higher limit (ulimit -n)`;
  return new SkillError("script_not_started", `${problem}. ${advice}`);
}
