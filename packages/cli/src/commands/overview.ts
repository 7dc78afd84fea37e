// The command line without a command: an overview, and hints at what comes next.

import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { count } from "../output/count.js";
import { printableLine } from "../output/printable.js";
import { nameOf } from "../skills/listed-skill.js";
import { foldersOf, load, notesOf, type Places } from "../skills/load.js";

/** `skillplug` alone: what is in this folder, and what to do next. */
export async function overview(places: Places): Promise<Outcome> {
  const folders = foldersOf(places.directories);
  const loaded = await load(places);
  const withScript = loaded.skills.find(({ scripts }) => scripts.length > 0);
  const scripts = loaded.skills.reduce((sum, skill) => sum + skill.scripts.length, 0);
  const warnings = loaded.diagnostics.filter(({ severity }) => severity !== "info").length;
  const [first] = loaded.skills;
  const next: readonly (readonly [command: string, why: string])[] = first
    ? [
        ["skillplug list", "what each skill is for"],
        [`skillplug show ${first.name}`, "one of them whole"],
        ['skillplug search "…"', "the skills that fit a request"],
        ...(withScript
          ? [[`skillplug run ${withScript.name} ${withScript.scripts[0]?.name}`, "run a script"] as const]
          : []),
        [
          "skillplug validate",
          warnings > 0 ? `what is wrong: ${count(warnings, "finding")}` : "hold them against the format",
        ],
        ["skillplug --help", "all commands"],
      ]
    : [
        ["skillplug new my-skill", "make the first one"],
        ["skillplug list --dir PATH", "look elsewhere"],
        ["skillplug --help", "all commands"],
      ];
  const commands = next.map(([command, why]) => [printableLine(command), why] as const);
  const found = `${count(loaded.skills.length, "skill")} with ${count(scripts, "script")} in ${folders.join(", ")}`;
  return {
    exitCode: EXIT.ok,
    data: {
      folders,
      skills: loaded.skills.map(nameOf),
      scripts,
      problems: warnings,
      next: commands.map(([command]) => command),
    },
    text: ({ style }) => {
      const width = Math.max(...commands.map(([command]) => command.length));
      const lines = commands.map(([command, why]) => `  ${style.cyan(command.padEnd(width))}  ${style.dim(why)}`);
      return [...(first ? [`${style.bold(found)}.`, ""] : []), "Next:", ...lines].join("\n");
    },
    notes: notesOf(loaded),
  };
}
