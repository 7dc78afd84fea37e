// The command `search`: the hits of a query, with reasons on request.

import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { explainHits } from "../output/explain-hits.js";
import { table } from "../output/table.js";
import { load, notesOf, type Places } from "../skills/load.js";

const COLUMNS = [
  { title: "SCORE", style: "dim" },
  { title: "SKILL", style: "cyan" },
  { title: "DESCRIPTION" },
] as const;

export interface SearchOptions {
  readonly limit: number;
  /** Whether to say what each skill was found by. */
  readonly explain?: boolean | undefined;
}

/** `skillplug search QUERY`: the skills that fit a request, the best first. */
export async function search(
  query: string,
  places: Places,
  { limit, explain = false }: SearchOptions,
): Promise<Outcome> {
  const loaded = await load(places);
  const hits = await loaded.toolset.searchSkills(query, limit, { explain });
  const notes = notesOf(loaded);
  const none = hits.length === 0 && loaded.skills.length > 0;
  return {
    exitCode: EXIT.ok,
    data: { query, hits },
    text: (page) => {
      if (explain) return explainHits(hits, loaded.skills, page);
      const rows = hits.map(({ score, name, description }) => [score.toFixed(3), name, description]);
      return table(COLUMNS, rows, page);
    },
    notes: none ? [...notes, "No skill fits. Use the words of a skill's name or description."] : notes,
  };
}
