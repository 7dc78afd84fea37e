// How long a function of the program may take.

import { SkillError } from "../base/errors.js";

/** Unless another time is given, in milliseconds. */
export const FUNCTION_TIMEOUT_MS = 60_000;

/** The longest time that a timer can wait for. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws SkillError `invalid_option` for what is no time that a timer can wait for */
export function checkFunctionTimeout(timeoutMs: number): void {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= MAX_TIMER_MS) return;
  const message = `functionTimeoutMs must be a whole number from 1 to ${MAX_TIMER_MS}, but is ${timeoutMs}.`;
  throw new SkillError("invalid_option", message);
}
