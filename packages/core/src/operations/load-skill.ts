// The operation `load`: a listed skill with its instructions, its resources and scripts ready to use.

import type { Skill, SkillResource, SkillScript } from "../base/skill.js";
import { withContext } from "../base/tool.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ObservedCall } from "../events/create-events.js";
import { asText } from "../files/resource-content.js";
import { declareOwnLimits } from "../scripts/own-limits.js";
import { outputOf } from "../scripts/script-result.js";
import type { AskedSkill } from "./asked-skill.js";
import { readResource } from "./read-resource.js";
import { runScript, type ScriptGates } from "./run-script.js";
import { readSkillText } from "./skill-text.js";

/**
 * Loads a skill: what was listed of it, with its instructions as they are now.
 *
 * @throws SkillNotFoundError; SkillValidationError when its SKILL.md has no front matter any more
 */
export function loadSkill(asked: AskedSkill, gates: ScriptGates): Promise<Skill> {
  return gates.events.observe(loadCall(asked.name), async () => withInstructions(await asked.find(), gates));
}

/** A listed skill with its instructions. Its resources and scripts go through the same operations as the tools. */
export async function withInstructions(entry: CatalogEntry, gates: ScriptGates): Promise<Skill> {
  const { skill } = entry;
  const asked = { name: skill.name, find: async () => entry };
  const resources = skill.resources.map(
    (resource): SkillResource => ({
      ...resource,
      load: declareOwnLimits(async (context, args, options) =>
        asText(await readResource(asked, resource.name, args, withContext(options, context), gates)),
      ),
    }),
  );
  const scripts = skill.scripts.map(
    (script): SkillScript => ({
      ...script,
      skillName: skill.name,
      run: declareOwnLimits(async (context, args, options) =>
        outputOf(await runScript(asked, script.name, args, withContext(options, context), gates)),
      ),
    }),
  );
  const { content } = await readSkillText(entry);
  return Object.freeze({ ...skill, content, resources: Object.freeze(resources), scripts: Object.freeze(scripts) });
}

/** How the loading of a skill is observed. */
function loadCall(skill: string): ObservedCall<Skill> {
  return {
    operation: "load",
    skill,
    output: ({ content }) => content,
    end: (ending, loaded) => [{ type: "load", ...ending, skill, length: loaded?.content.length }],
  };
}
