import { createInterface } from "node:readline/promises";

/** What the model wants to run. */
export interface ScriptCall {
  readonly skill_name?: string;
  readonly script_name?: string;
  readonly args?: unknown;
}

/** Asks at the terminal; where there is none, or the model is scripted, whatever would leave this machine is turned down. */
export async function askPerson(call: ScriptCall = {}, isScripted: boolean): Promise<boolean> {
  const question = `May ${call.script_name} of ${call.skill_name} run with ${JSON.stringify(call.args)}? (y/n) `;
  if (isScripted || !process.stdin.isTTY) {
    const isAllowed = !JSON.stringify(call).includes("--online");
    console.log(`${question}${isAllowed ? "y" : "n"}`);
    return isAllowed;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y/i.test(answer.trim());
}
