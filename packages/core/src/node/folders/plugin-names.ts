// Names of skills that several plugins have: `plugin:skill`, as hosts of plugins call them.

import type { SkillSummary } from "../../base/skill.js";

/**
 * Puts the plugin's name in front of a skill's where another skill of the listing, which is no copy of it, has the same name and
 * is not of that plugin. A skill of no plugin keeps its name.
 */
export function withPluginNames(skills: readonly SkillSummary[]): readonly SkillSummary[] {
  if (new Set(skills.map(({ name }) => name)).size === skills.length) return skills;
  const byName = new Map<string, SkillSummary[]>();
  for (const skill of skills) byName.set(skill.name, [...(byName.get(skill.name) ?? []), skill]);
  return skills.map((skill) => {
    const { name, plugin } = skill;
    const collides = plugin && byName.get(name)?.some((other) => isAnother(other, skill));
    return collides ? Object.freeze({ ...skill, name: `${plugin.name}:${name}` }) : skill;
  });
}

function isAnother(other: SkillSummary, { plugin, revision }: SkillSummary): boolean {
  return other.plugin?.directory !== plugin?.directory && other.revision !== revision;
}
