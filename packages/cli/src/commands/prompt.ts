// The command `prompt`: the instructions as text, or the list of skills as XML.

import { estimateTokens, toAvailableSkillsXml } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { printable } from "../output/printable.js";
import { type LoadedSkills, load, notesOf, type Places } from "../skills/load.js";

/** `skillplug prompt`: the text for the system prompt. */
export async function prompt(places: Places, options: PromptOptions): Promise<Outcome> {
  const loaded = await load(places);
  const text = await write(loaded, options);
  return {
    exitCode: EXIT.ok,
    data: { text, tokens: estimateTokens(text) },
    text: () => printable(text),
    notes: notesOf(loaded),
  };
}

export interface PromptOptions {
  /** `text`: the whole text for the system prompt. `xml`: the list of skills alone, as the standard's reference prints it. */
  readonly format: string;
  readonly maxTokens?: number | undefined;
}

async function write({ skills, toolset }: LoadedSkills, { format, maxTokens }: PromptOptions): Promise<string> {
  if (format !== "xml") return toolset.getInstructions({ maxTokens });
  if (maxTokens === undefined) return toAvailableSkillsXml(skills);
  const fix = "Leave out --max-tokens, or use --format text.";
  throw new CliError("The XML list is never cut to a budget.", EXIT.usage, { code: "invalid_option", fix });
}
