// Why a skill that lies in a trusted source is not among those of the moment.

import type { Catalog } from "../catalog/catalog.js";
import { askedNames, meansName, nameKey } from "../text/shown-name.js";

/**
 * What was wrong with a skill of that name: its SKILL.md is broken, or breaks a rule that the program insists on. Of a source that
 * is not trusted nothing is told, nor of a skill that the program filters out.
 */
export function whyNotLoaded({ listings, diagnostics }: Catalog, name: string): string | undefined {
  const asked = askedNames(name);
  for (const [source, { skills, unusable = [] }] of listings) {
    if (!source.trusted) continue;
    for (const skill of [...unusable, ...skills]) {
      const { name, plugin, uri } = skill;
      const keys = (plugin ? [name, `${plugin.name}:${name}`] : [name]).map(nameKey);
      if (!asked.some((one) => keys.some((key) => meansName(one, key)))) continue;
      const found = diagnostics.find(
        ({ severity, location }) => severity === "error" && uri !== undefined && location === uri,
      );
      if (found) return found.message;
    }
  }
  return undefined;
}
