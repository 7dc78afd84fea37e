import type { SkillAccess } from "../skill-access.js";
import type { ListedSkill } from "../skill-list.js";
import { listSkillsTool } from "./list-skills.js";
import { loadSkillTool } from "./load-skill.js";
import { readSkillResourceTool } from "./read-skill-resource.js";
import { runSkillScriptTool } from "./run-skill-script.js";
import { searchSkillsTool } from "./search-skills.js";
import type { SkillTool, ToolName } from "./tool.js";

/** The tools that are offered, in their order. Their descriptions are of this moment, their calls see the skills of each call. */
export function createTools(
  access: SkillAccess,
  skills: readonly ListedSkill[],
  offered: readonly ToolName[],
): SkillTool[] {
  const elsewhere = offered.includes("search_skills")
    ? "call search_skills to find them"
    : "call list_skills to see them";
  const make: Readonly<Record<ToolName, () => SkillTool>> = {
    list_skills: () => listSkillsTool(access, elsewhere),
    search_skills: () => searchSkillsTool(access),
    load_skill: () => loadSkillTool(access, skills, elsewhere),
    read_skill_resource: () => readSkillResourceTool(access),
    run_skill_script: () => runSkillScriptTool(access),
  };
  return offered.map((name) => make[name]());
}
