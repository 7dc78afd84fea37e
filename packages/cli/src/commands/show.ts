// The command `show`: fields, files and instructions of one skill.

import type { Diagnostic, Skill } from "@skillplug/core";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import type { Page } from "../base/page.js";
import { toFinding } from "../output/findings.js";
import { fitTo } from "../output/fit.js";
import { printable, printableLine } from "../output/printable.js";
import { shortPath } from "../output/short-path.js";
import { findSkill } from "../skills/find-skill.js";
import { callersOf } from "../skills/invocation-mark.js";
import { nameOf, toListed } from "../skills/listed-skill.js";
import { load, type Places } from "../skills/load.js";

/** `skillplug show NAME`: one skill whole. */
export async function show(name: string, places: Places): Promise<Outcome> {
  const loaded = await load(places);
  const skill = await findSkill(loaded, name);
  // A diagnostic may have the name as it is shown, and the place of the file then.
  const isAbout = (found: Diagnostic) => found.skill === skill.name || (skill.uri && found.location === skill.uri);
  const problems = loaded.diagnostics.filter(isAbout).map(toFinding);
  const { metadata, content } = skill;
  return {
    exitCode: EXIT.ok,
    data: { ...toListed(skill), metadata, content, problems },
    text: (page) => describe(skill, page),
    notes: problems.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

async function describe(skill: Skill, { columns, style }: Page): Promise<string> {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["path", skill.uri && shortPath(skill.uri)],
    ["may be called", callersOf(skill)],
    ["license", skill.license],
    ["compatibility", skill.compatibility],
    ["scripts", skill.scripts.map(nameOf).join(", ")],
    ["resources", skill.resources.map(nameOf).join(", ")],
  ];
  const fit = await fitTo(columns);
  const head = [
    style.bold(style.cyan(printableLine(skill.name))),
    ...fit(printableLine(skill.description)),
    "",
    ...facts.filter(([, value]) => value).flatMap(([title, value = ""]) => fit(`${title}: ${printableLine(value)}`)),
  ];
  return `${head.join("\n")}\n\n${printable(skill.content).trim()}`;
}
