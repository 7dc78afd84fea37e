// The operation `load`: a listed skill with its instructions, its resources and scripts ready to use.

import type { Skill, SkillResource, SkillScript } from "../base/skill.js";
import { withContext } from "../base/tool.js";
import { type CatalogEntry, foldersOf, foreignSourceOf } from "../catalog/catalog.js";
import type { ObservedCall } from "../events/create-events.js";
import { asText } from "../files/resource-content.js";
import { type ScriptOrigin, setOrigin, takeGrant, withGrant } from "../scripts/handed-on.js";
import { declareOwnLimits } from "../scripts/own-limits.js";
import { outputOf } from "../scripts/script-result.js";
import { needsApproval } from "./approval.js";
import type { AskedSkill } from "./asked-skill.js";
import { readResource } from "./read-resource.js";
import type { ScriptGates } from "./script-gates.js";
import { readSkillText } from "./skill-text.js";

/**
 * Loads a skill: what was listed of it, with its instructions as they are now.
 *
 * @throws SkillNotFoundError; SkillValidationError when its SKILL.md has no front matter any more
 */
export function loadSkill(asked: AskedSkill, gates: ScriptGates): Promise<Skill> {
  let entry: CatalogEntry | undefined;
  const call = { ...loadCall(asked.name), source: () => foreignSourceOf(entry) };
  return gates.events.observe(call, async () => {
    entry = await asked.find();
    return withInstructions(entry, gates);
  });
}

/** A listed skill with its instructions. Its resources and scripts go through the same operations as the tools. */
export async function withInstructions(entry: CatalogEntry, gates: ScriptGates): Promise<Skill> {
  const { skill, trusted } = entry;
  const asked = { name: skill.name, find: async () => entry, others: async () => [] };
  const resources = skill.resources.map(
    (resource): SkillResource => ({
      ...resource,
      load: declareOwnLimits(async (context, args, options) =>
        asText(await readResource(asked, resource.name, args, withContext(options, context), gates)),
      ),
    }),
  );
  // What another toolset needs to know, to whom the skill or one of its scripts is handed on.
  const gated = needsApproval(gates.approval, trusted);
  const origin: ScriptOrigin = {
    skill: entry,
    trusted,
    gated,
    digest: (signal) => digestOf(entry, signal),
    folders: () => foldersOf(entry),
  };
  const scripts = skill.scripts.map((script): SkillScript => {
    const run: SkillScript["run"] = async (context, args, options) => {
      const grant = takeGrant(options);
      const call = withContext(options, context);
      const granted = grant === undefined ? call : withGrant(call, grant);
      const { runScript } = await import("./run-script.js");
      return outputOf(await runScript(asked, script.name, args, granted, gates));
    };
    return { ...script, skillName: skill.name, run: declareOwnLimits(setOrigin(run, origin)) };
  });
  const { content } = await readSkillText(entry);
  const known = { ...skill, ...(!trusted && { trusted, source: foreignSourceOf(entry) }) };
  const loaded = { ...known, content, resources: Object.freeze(resources), scripts: Object.freeze(scripts) };
  return setOrigin(Object.freeze(loaded), origin);
}

async function digestOf(entry: CatalogEntry, signal: AbortSignal | undefined): Promise<string> {
  const { readTree } = await import("./skill-tree.js");
  return readTree(entry, { signal });
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
