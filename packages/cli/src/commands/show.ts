import type { Skill } from "@skillplug/core";
import { EXIT } from "../exit-codes.js";
import { load } from "../load.js";
import type { Outcome } from "../outcome.js";
import { wrap } from "../output/columns.js";
import { shortPath, toFinding } from "../output/findings.js";
import type { Page } from "../output/page.js";
import { printable, printableLine } from "../output/printable.js";
import { findSkill } from "./find-skill.js";
import { nameOf, toListed } from "./list.js";

/** `skillplug show NAME`: one skill whole. */
export async function show(name: string, directories: readonly string[]): Promise<Outcome> {
  const loaded = await load(directories);
  const skill = await findSkill(loaded, name, directories);
  const problems = loaded.diagnostics.filter((diagnostic) => diagnostic.skill === skill.name).map(toFinding);
  const { metadata, content } = skill;
  return {
    exitCode: EXIT.ok,
    data: { ...toListed(skill), metadata, content, problems },
    text: (page) => describe(skill, page),
    notes: problems.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

function describe(skill: Skill, { columns, style }: Page): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["path", skill.uri && shortPath(skill.uri)],
    ["license", skill.license],
    ["compatibility", skill.compatibility],
    ["scripts", skill.scripts.map(nameOf).join(", ")],
    ["resources", skill.resources.map(nameOf).join(", ")],
  ];
  const fit = (text: string) => (columns === undefined ? [text] : wrap(text, columns));
  const head = [
    style.bold(style.cyan(printableLine(skill.name))),
    ...fit(printableLine(skill.description)),
    "",
    ...facts.filter(([, value]) => value).flatMap(([title, value = ""]) => fit(`${title}: ${printableLine(value)}`)),
  ];
  return `${head.join("\n")}\n\n${printable(skill.content).trim()}`;
}
