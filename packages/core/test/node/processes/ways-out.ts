// The ways in which a script can leave processes behind, each as a line of shell.

import { hasProgram } from "@skillplug/testing/has-program";

/** One way: a line that starts a process which tells its name and number, `NAME PID`. */
export interface WayOut {
  readonly name: string;
  readonly line: string;
  /** Whether it is found too when the script has ended by itself, so that nothing leads from the one to the other. */
  readonly foundAfterwards: boolean;
}

/** What the lines below start. Each marks in the working folder that it runs. */
export const STARTED_FILES = {
  "run.sh": 'echo "$1 $$"; : > "started.$1"; exec sleep 600',
  "deaf.sh": `trap "" TERM HUP INT; echo "$1 $$"; : > "started.$1"; while :; do sleep 0.02; done`,
  "stopped.sh": 'echo "$1 $$"; : > "started.$1"; kill -STOP $$; exec sleep 600',
  "new-session.py":
    "import subprocess, sys\nsubprocess.Popen(['sh', 'run.sh', sys.argv[1]], start_new_session=True).wait()",
  "new-group.py": "import os, sys\nos.setpgrp()\nos.execvp('sh', ['sh', 'run.sh', sys.argv[1]])",
  "daemon.py": [
    "import os, sys",
    "if os.fork(): os._exit(0)",
    "os.setsid()",
    "if os.fork(): os._exit(0)",
    "os.execvp('sh', ['sh', 'run.sh', sys.argv[1]])",
  ].join("\n"),
  // Its first thread alone ends, so that the process looks like one that has ended.
  "headless.py": [
    "import ctypes, os, platform, sys, threading, time",
    "def work():",
    "    time.sleep(0.1)",
    "    print(sys.argv[1], os.getpid(), flush=True)",
    "    open('started.' + sys.argv[1], 'w').close()",
    "    time.sleep(600)",
    "os.setsid() if os.getpgrp() != os.getpid() else None",
    "threading.Thread(target=work).start()",
    "ctypes.CDLL(None).syscall(93 if platform.machine() == 'aarch64' else 60, 0)",
  ].join("\n"),
  "detached.cjs":
    'require("node:child_process").spawn("sh", ["run.sh", process.argv[2]], { detached: true, stdio: "inherit" });',
};

const ALL: readonly (readonly [name: string, line: string, needs?: string])[] = [
  ["background", "sh run.sh background &"],
  ["subshell", "(sh run.sh subshell &)"],
  ["nohup", "nohup sh run.sh nohup &", "nohup"],
  ["disown", "bash -c 'sh run.sh disown & disown' &", "bash"],
  ["job-control", "bash -c 'set -m; sh run.sh job-control & wait' &", "bash"],
  ["setsid", "setsid sh run.sh setsid &", "setsid"],
  ["setsid-fork", "setsid --fork sh run.sh setsid-fork", "setsid"],
  ["timeout", "timeout 600 sh run.sh timeout &", "timeout"],
  ["timeout-foreground", "timeout --foreground 600 sh run.sh timeout-foreground &", "timeout"],
  ["perl-setpgrp", "perl -e 'setpgrp; exec @ARGV' sh run.sh perl-setpgrp &", "perl"],
  ["perl-setsid", "perl -MPOSIX -e 'POSIX::setsid(); exec @ARGV' sh run.sh perl-setsid &", "perl"],
  ["python-setpgrp", "python3 new-group.py python-setpgrp &", "python3"],
  ["python-session", "python3 new-session.py python-session &", "python3"],
  ["python-daemon", "python3 daemon.py python-daemon", "python3"],
  ["headless", "(python3 headless.py headless &)", "python3"],
  ["node-detached", `"${process.execPath}" detached.cjs node-detached &`],
  ["deaf", "sh deaf.sh deaf &"],
  ["deaf-session", "setsid sh deaf.sh deaf-session &", "setsid"],
  ["stopped", "sh stopped.sh stopped &"],
  ["stopped-session", "setsid sh stopped.sh stopped-session &", "setsid"],
  ["bare", "env -i /bin/sh run.sh bare &"],
  ["bare-group", "(perl -e 'setpgrp; exec @ARGV' env -i /bin/sh run.sh bare-group &)", "perl"],
  ["bare-session", 'env -i "$(command -v setsid)" /bin/sh run.sh bare-session &', "setsid"],
];
/** Outside Linux neither sessions nor environments of others can be read: what is left is the group, and descent. */
const NEEDS_LINUX = new Set(["setsid-fork", "python-daemon", "headless", "bare-group"]);

/** Those that can be tried on this machine. */
export const WAYS_OUT: readonly WayOut[] = ALL.filter(([, , needs]) => needs === undefined || hasProgram(needs))
  .filter(([name]) => process.platform === "linux" || !NEEDS_LINUX.has(name))
  .map(([name, line]) => ({ name, line, foundAfterwards: name !== "bare-session" }));

/** The processes that told their names, with those that have a number. */
export function startedBy(printed: string): Map<string, number> {
  const lines = printed.split("\n").flatMap((line) => [/^([a-z-]+) (\d+)$/.exec(line) ?? []]);
  return new Map(lines.flatMap(([, name, pid]) => (name ? [[name, Number(pid)] as const] : [])));
}
