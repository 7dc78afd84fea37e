// The question whether a script may run, and the answers given beforehand by flags.

import type { Approval, ApprovalRequest } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";

/** Asks a person at the terminal; `undefined` where nobody is there to answer. */
export type Confirm = (question: string) => Promise<boolean | undefined>;

/** What a person has said beforehand. */
export interface Consent {
  /** Asks before a script of a trusted source too. */
  readonly ask?: boolean | undefined;
  /** Answers yes to every question. */
  readonly yes?: boolean | undefined;
}

/** Whether a script may run: it may where its source is trusted, with `--yes`, and with `--ask` when a person says so. */
export function approvalOf({ ask = false, yes = false }: Consent, confirm: Confirm): Approval {
  if (yes) return "never";
  return ask ? (request) => isApproved(request, confirm) : "untrusted";
}

/**
 * Shows a person all that would run, and asks.
 *
 * @throws CliError when it may not run
 */
export async function isApproved(request: ApprovalRequest, confirm: Confirm): Promise<true> {
  const { describeApproval } = await import("@skillplug/core/adapter");
  const answer = await confirm(`${describeApproval(request)}\nRun it? [y/N] `);
  if (answer === true) return true;
  const why = answer === undefined ? "nobody is at a terminal to approve it" : "it was not approved";
  const fix = answer === undefined ? "Run it in a terminal, or pass --yes." : undefined;
  throw new CliError(`${request.scriptName} did not run: ${why}.`, EXIT.denied, { code: "denied", fix });
}
