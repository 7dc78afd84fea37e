// The command `list`: a table of names and descriptions.

import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { toFinding } from "../output/findings.js";
import { table } from "../output/table.js";
import { markedDescription } from "../skills/invocation-mark.js";
import { toListed } from "../skills/listed-skill.js";
import { load, notesOf, type Places } from "../skills/load.js";

/** `skillplug list`: every skill and what it is for. */
export async function list(places: Places): Promise<Outcome> {
  const loaded = await load(places);
  return {
    exitCode: EXIT.ok,
    data: { skills: loaded.skills.map(toListed), problems: loaded.diagnostics.map(toFinding) },
    text: (page) => {
      const rows = loaded.skills.map((skill) => [skill.name, markedDescription(skill)]);
      return table([{ title: "SKILL", style: "cyan" }, { title: "DESCRIPTION" }], rows, page);
    },
    notes: notesOf(loaded),
  };
}
