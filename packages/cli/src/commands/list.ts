import type { SkillSummary } from "@skillplug/core";
import { EXIT } from "../exit-codes.js";
import { load, notesOf } from "../load.js";
import type { Outcome } from "../outcome.js";
import { toFinding } from "../output/findings.js";
import { table } from "../output/table.js";

/** `skillplug list`: every skill and what it is for. */
export async function list(directories: readonly string[]): Promise<Outcome> {
  const loaded = await load(directories);
  return {
    exitCode: EXIT.ok,
    data: { skills: loaded.skills.map(toListed), problems: loaded.diagnostics.map(toFinding) },
    text: (page) => {
      const rows = loaded.skills.map(({ name, description }) => [name, description]);
      return table([{ title: "SKILL", style: "cyan" }, { title: "DESCRIPTION" }], rows, page);
    },
    notes: notesOf(loaded, directories),
  };
}

/** A skill as `--json` shows it in a list. */
export function toListed({ name, description, uri, resources, scripts }: SkillSummary): object {
  return { name, description, path: uri, scripts: scripts.map(nameOf), resources: resources.map(nameOf) };
}

export function nameOf({ name }: { readonly name: string }): string {
  return name;
}
