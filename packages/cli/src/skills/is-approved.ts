// The question whether a script may run, and the answers given beforehand by flags.

import type { ApprovalRequest } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import { escapeHidden, printableLine } from "../output/printable.js";

/**
 * Whether a script may run: it may where its source is trusted, and else when a person says so.
 *
 * @param confirm resolves to `undefined` where nobody is there to answer
 * @throws CliError when it may not
 */
export async function isApproved(
  { skillName, scriptName, args = [], trusted }: ApprovalRequest,
  { ask = false, yes = false }: Consent,
  confirm: (question: string) => Promise<boolean | undefined>,
): Promise<true> {
  if (yes || (trusted && !ask)) return true;
  // Whoever approves must see every character that the script will get.
  const command = `${printableLine(scriptName)} ${escapeHidden(JSON.stringify(args))}`;
  const answer = await confirm(`Run ${command} of the skill ${printableLine(skillName)}? [y/N] `);
  if (answer === true) return true;
  const why = answer === undefined ? "nobody is at a terminal to approve it" : "it was not approved";
  const fix = answer === undefined ? "Run it in a terminal, or pass --yes." : undefined;
  throw new CliError(`${scriptName} did not run: ${why}.`, EXIT.denied, { code: "denied", fix });
}

/** What a person has said beforehand. */
export interface Consent {
  /** Asks before a script of a trusted source too. */
  readonly ask?: boolean | undefined;
  /** Answers yes to every question. */
  readonly yes?: boolean | undefined;
}
