// A small shell process beside this one, which ends the scripts that still run when this process has ended in whatever way.

import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { onlyStandard } from "./inherited-descriptors.js";
import { HAS_PROCESS_GROUPS } from "./process-table.js";
import { HOST_MARKER } from "./script-run.js";

const SHELL = "/bin/sh";

/**
 * It reads which groups run, `+ 123` and `- 123`. Its input ends with this process, however that dies, as nobody else holds
 * the other end. Then it kills the groups, and on Linux and macOS all that carries the marker: what left its group, and what
 * was started and not told yet. It looks until nothing is found twice. A thread can outlive the first of its process, whose
 * environment is then empty: hence the second pattern.
 */
const PROGRAM = `
trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2 TSTP TTIN TTOU
marker=$1 groups=' '
while read -r change group; do
  case $change in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
marked() {
  if [ -r /proc/self/environ ]; then
    grep -lsF -- "$marker" /proc/[0-9]*/environ
    grep -lsF -- "$marker" /proc/[0-9]*/task/[0-9]*/environ
  else
    ps -A -ww -E -o pid=,command= | while read -r pid line; do
      case $line in *skillplug-watchdog*) ;; *"$marker"*) echo "/proc/$pid/environ" ;; esac
    done
  fi
}
empty=0 round=0
while [ "$empty" -lt 2 ] && [ "$round" -lt 100 ]; do
  round=$((round + 1)) empty=$((empty + 1))
  for file in $(marked); do
    empty=0 file=\${file#/proc/}
    kill -s KILL "\${file%%/*}"
  done
  if [ "$round" -gt 50 ]; then sleep 1; fi
done
`;

type Shell = ChildProcessByStdio<Writable, null, null>;

/** How often the watchdog is looked after while scripts run, each of which could end or stop it. */
const CHECK_MS = 1_000;

const groups = new Set<ChildProcess>();
let watchdog: Shell | undefined;
let check: NodeJS.Timeout | undefined;

/**
 * Has the watchdog run: starts it where there is none, and continues one that somebody has stopped. Without `/bin/sh`, scripts
 * end with this process only when it can still run code.
 */
export function ensureWatchdog(): void {
  // One that runs is not changed by it.
  if (!HAS_PROCESS_GROUPS || watchdog?.kill("SIGCONT")) return;
  let started: Shell;
  try {
    started = spawn(SHELL, ["-c", PROGRAM, "skillplug-watchdog", HOST_MARKER], {
      cwd: "/",
      // No variable of this process: among them is what a shell acts upon.
      env: { PATH: "/bin:/usr/bin:/sbin:/usr/sbin" },
      stdio: onlyStandard(["pipe", "ignore", "ignore"]),
      detached: true,
    });
  } catch {
    return;
  }
  if (hasNoPipes(started)) return;
  watchdog = started;
  const forget = () => {
    if (watchdog === started) watchdog = undefined;
  };
  started.once("exit", forget);
  started.once("error", forget);
  // It was killed, which the next look or script finds out.
  started.stdin.on("error", forget);
  // It keeps this process no longer running than it runs by itself, and so does a pipe on which nothing is under way.
  started.unref();
  for (const { pid } of groups) tell("+", pid);
}

/**
 * Whether a process did not start since the system has no descriptors left. Node gives it no pipes then, whatever its type says,
 * and tells of it by an event a moment later; an error that nobody hears would end this program.
 */
export function hasNoPipes(started: ChildProcess): boolean {
  if (started.stdio?.length > 0) return false;
  started.on("error", () => {});
  return true;
}

/** Has a group ended with this process. Returns how to take it back. */
export function endWithThisProcess(leader: ChildProcess): () => void {
  if (groups.size === 0) {
    process.on("exit", killGroups);
    check = setInterval(ensureWatchdog, CHECK_MS).unref();
  }
  groups.add(leader);
  tell("+", leader.pid);
  return () => {
    groups.delete(leader);
    tell("-", leader.pid);
    if (groups.size > 0) return;
    process.off("exit", killGroups);
    clearInterval(check);
  };
}

function tell(change: "+" | "-", group: number | undefined): void {
  if (group !== undefined) watchdog?.stdin.write(`${change} ${group}\n`);
}

/** The watchdog would do it too, a moment later. */
function killGroups(): void {
  for (const { pid } of groups) {
    try {
      if (pid !== undefined) process.kill(HAS_PROCESS_GROUPS ? -pid : pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}
