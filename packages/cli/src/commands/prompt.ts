import { estimateTokens } from "@skillplug/core";
import { EXIT } from "../exit-codes.js";
import { load, notesOf } from "../load.js";
import type { Outcome } from "../outcome.js";
import { printable } from "../output/printable.js";

/** `skillplug prompt`: the text for the system prompt. */
export async function prompt(
  directories: readonly string[],
  { maxTokens }: { readonly maxTokens?: number | undefined },
): Promise<Outcome> {
  const loaded = await load(directories);
  const text = await loaded.toolset.getInstructions({ maxTokens });
  return {
    exitCode: EXIT.ok,
    data: { text, tokens: estimateTokens(text) },
    text: () => printable(text),
    notes: notesOf(loaded, directories),
  };
}
