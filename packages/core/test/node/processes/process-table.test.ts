import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  lastStarted,
  listProcesses,
  parsePs,
  readEnvironment,
  readProcess,
} from "../../../src/node/processes/process-table.js";
import { STARTED_FILES } from "./ways-out.js";

/** A process that runs until the test ends, in a session of its own. */
function sleeper(): number {
  const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env: { ...process.env, SLEEPER: "mine" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? -1;
}

/** A program that has the system tell 64 MB of its memory as its environment. */
const VAST = `
import ctypes, mmap, struct, time
libc = ctypes.CDLL(None)
libc.sbrk.restype = ctypes.c_void_p
area = mmap.mmap(-1, 2**26, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
area.write(b"x" * 2**26)
start = ctypes.addressof(ctypes.c_char.from_buffer(area))
text = open("/proc/self/stat").read()
field = lambda number: int(text[text.rindex(")") + 2:].split()[number - 3])
places = [field(n) for n in (26, 27, 45, 46, 47)] + [libc.sbrk(0)] + [field(n) for n in (28, 48, 49)]
memory_map = struct.pack("11QQII", *places, start, start + 2**26, 0, 0, 2**32 - 1)
PR_SET_MM, PR_SET_MM_MAP = 35, 14
print(libc.prctl(PR_SET_MM, PR_SET_MM_MAP, memory_map, ctypes.c_ulong(len(memory_map)), 0), flush=True)
time.sleep(600)`;

test("what ps prints is read, whatever its columns are padded with; what has ended is left out", () => {
  const printed =
    "    1     0     1 Ss\n  210     1   210 S+\n  211   210   210 Z\n\n  212   210   210 X\n12345  9999 12345 R<\nnonsense\n";
  const unknown = { session: undefined, startTime: undefined };
  expect(parsePs(printed)).toEqual([
    { pid: 1, parent: 0, group: 1, ...unknown },
    { pid: 210, parent: 1, group: 210, ...unknown },
    { pid: 12345, parent: 9999, group: 12345, ...unknown },
  ]);
});

test.skipIf(!hasProgram("ps"))("a real ps tells of a process what it is (needs ps)", () => {
  const pid = sleeper();
  const printed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  expect(parsePs(printed)).toContainEqual(expect.objectContaining({ pid, parent: process.pid, group: pid }));
});

describe.skipIf(process.platform !== "linux")("what /proc tells (needs Linux)", () => {
  test("of one process, with the environment that it was started with", async () => {
    const pid = sleeper();
    const found = readProcess(pid);
    expect(found).toMatchObject({ pid, parent: process.pid, group: pid, session: pid });
    expect(found?.startTime).toBeGreaterThanOrEqual(readProcess(process.pid)?.startTime ?? Number.NaN);
    expect(await listProcesses()).toContainEqual(found);
    expect(readEnvironment(pid).split("\0")).toContain("SLEEPER=mine");
  });

  test("a process whose name looks like more fields is read", async () => {
    const child = spawn("perl", ["-e", '$0 = "x) Z 1 2 3 (y"; $| = 1; print "up"; sleep 600'], { stdio: "pipe" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    expect(readProcess(child.pid ?? -1)).toMatchObject({ parent: process.pid });
  });

  test("one that has ended and waits to be collected does not run, and neither does one that is not there", async () => {
    const child = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [data] = await once(child.stdout, "data");
    await expect.poll(() => readProcess(Number(data)), { timeout: 20_000 }).toBeUndefined();
    expect([readProcess(2 ** 30), readEnvironment(2 ** 30)]).toEqual([undefined, ""]);
  });

  test.skipIf(!hasProgram("python3")).each(["sorted", "reversed"])(
    "of the environment of one whose first thread alone has ended, in whatever order its threads are told: %s (needs python3)",
    async (order) => {
      const cwd = await folderWith(STARTED_FILES);
      const env = { ...process.env, HEADLESS: "mine" };
      const child = spawn("python3", ["headless.py", "x"], { cwd, stdio: ["ignore", "pipe", "ignore"], env });
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child.stdout, "data");
      // They are sorted as texts: of 99 and 100, the first thread may stand in either place.
      vi.doMock("node:fs", async (original) => {
        const fs = await original<typeof import("node:fs")>();
        const readdirSync = (path: string) =>
          order === "sorted" ? fs.readdirSync(path) : fs.readdirSync(path).reverse();
        return { ...fs, readdirSync };
      });
      vi.resetModules();
      onTestFinished(() => void vi.doUnmock("node:fs"));
      const table = await import("../../../src/node/processes/process-table.js");
      expect(table.readEnvironment(child.pid ?? -1)).toContain("HEADLESS=mine");
    },
  );

  test.skipIf(!hasProgram("bash"))(
    "of an environment all that Linux takes, 6 MB with the arguments (needs bash)",
    async () => {
      const lines = [
        "ulimit -s unlimited && text=$(head -c 120000 /dev/zero | tr '\\0' x)",
        "for number in $(seq 50); do export LARGE$number=$text; done",
        "exec sleep 600",
      ];
      const child = spawn("bash", ["-c", lines.join("\n")], { stdio: ["ignore", "ignore", "pipe"] });
      onTestFinished(() => void child.kill("SIGKILL"));
      const told = () =>
        readEnvironment(child.pid ?? -1)
          .split("\0")
          .filter((line) => line.startsWith("LARGE"));
      await expect.poll(() => told().length, { timeout: 20_000 }).toBe(50);
      expect(new Set(told().map((line) => line.length))).toEqual(new Set([120_007, 120_008]));
    },
  );

  test.skipIf(!hasProgram("python3"))("of one that is larger the first 6 MB (needs python3)", async ({ skip }) => {
    const child = spawn("python3", ["-c", VAST], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [data] = await once(child.stdout, "data");
    // A kernel without that call cannot be asked for it either.
    if (!String(data).startsWith("0")) skip();
    expect(readEnvironment(child.pid ?? -1).length).toBe(6 * 2 ** 20);
  });

  test("which was started last", () => {
    const pid = sleeper();
    expect(lastStarted()).toBeGreaterThanOrEqual(pid);
  });
});
