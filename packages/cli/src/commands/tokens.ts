// The command `tokens`: estimated costs of the prompt and of each skill.

import { countSkillTokens } from "@skillplug/core";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { table } from "../output/table.js";
import { costOfRequest } from "../skills/cost-of-request.js";
import { load, notesOf, type Places } from "../skills/load.js";

const COLUMNS = [
  { title: "LISTED" },
  { title: "LOADED" },
  { title: "FILES" },
  { title: "SKILL", style: "cyan" },
] as const;

interface SkillCost {
  readonly name: string;
  /** Its line in the list: paid in every request. */
  readonly metadata: number;
  /** Paid once it is loaded. */
  readonly instructions: number;
  /** By name: paid when one is read. */
  readonly resources: Readonly<Record<string, number>>;
}

/** `skillplug tokens`: what the prompt costs, and each skill at each level, in estimated tokens. */
export async function tokens(places: Places): Promise<Outcome> {
  const loaded = await load(places);
  const skills: SkillCost[] = [];
  const notes = notesOf(loaded);
  for (const { name } of loaded.skills) {
    try {
      const skill = await loaded.toolset.getSkill(name);
      if (skill) skills.push({ name, ...(await countSkillTokens(skill)) });
    } catch (error) {
      notes.push(`${name} is not counted: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const everyRequest = await costOfRequest(loaded.toolset);
  const rows = skills.map(({ name, metadata, instructions, resources }) => {
    const files = Object.values(resources).reduce((sum, each) => sum + each, 0);
    return [String(metadata), String(instructions), String(files), name];
  });
  const total = `Every request: ${everyRequest.prompt} for the prompt and ${everyRequest.tools} for the tools.`;
  return {
    exitCode: EXIT.ok,
    data: { everyRequest, skills },
    text: (page) => table(COLUMNS, rows, page),
    notes:
      skills.length > 0
        ? [...notes, `${total} Estimated tokens; a model's own tokenizer differs by about a tenth.`]
        : notes,
  };
}
