import { createInterface } from "node:readline/promises";

/** What the person is asked: the skill, its source and digest, the script, and the command line. */
export interface Question {
  readonly question?: string;
}

/** Asks at the terminal; where there is none, or the model is scripted, whatever would leave this machine is turned down. */
export async function askPerson({ question: asked = "" }: Question = {}, isScripted: boolean): Promise<boolean> {
  const question = `${asked} (y/n) `;
  if (isScripted || !process.stdin.isTTY) {
    const isAllowed = !asked.includes("--online");
    console.log(`${question}${isAllowed ? "y" : "n"}`);
    return isAllowed;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y/i.test(answer.trim());
}
