// The exit codes of the command line, and which error of core has which.

import type { SkillErrorCode } from "@skillplug/core";

/** What the command's exit code says. */
export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  notFound: 3,
  denied: 4,
  scriptFailed: 5,
  timedOut: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_ERROR: Partial<Record<SkillErrorCode, ExitCode>> = {
  skill_not_found: EXIT.notFound,
  script_not_found: EXIT.notFound,
  source_failed: EXIT.notFound,
  script_failed: EXIT.scriptFailed,
  function_failed: EXIT.scriptFailed,
  script_not_started: EXIT.scriptFailed,
  script_timeout: EXIT.timedOut,
};

/** The exit code for an error of core's that a command lets through; `findings` for what has no code of its own, such as a SKILL.md that became invalid. */
export function exitCodeOf(code: SkillErrorCode): ExitCode {
  return BY_ERROR[code] ?? EXIT.findings;
}
