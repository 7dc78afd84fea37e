// The plugin that a folder is, by the name that a manifest or its own folder gives.

import { SKILL_NAME_PATTERN, type SkillPlugin } from "../../base/skill.js";

/** Its name goes before those of its skills, and so has to keep the same pattern. */
export function pluginOf(name: unknown, directory: string): SkillPlugin | undefined {
  return typeof name === "string" && SKILL_NAME_PATTERN.test(name) ? Object.freeze({ name, directory }) : undefined;
}
