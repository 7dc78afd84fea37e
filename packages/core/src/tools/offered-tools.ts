import type { SkillSummary } from "../base/skill.js";
import { TOOL_NAMES, type ToolName } from "../base/tool.js";

/** The tools that make sense with these skills and options: one that could do nothing is not offered. */
export function offeredTools(
  skills: readonly SkillSummary[],
  options: { readonly enableBM25?: boolean | undefined; readonly excludeTools?: readonly ToolName[] | undefined },
): ToolName[] {
  if (skills.length === 0) return [];
  const hasScripts = skills.some(({ scripts }) => scripts.length > 0);
  const hasFiles = hasScripts || skills.some(({ resources }) => resources.length > 0);
  const isUseful: Readonly<Record<ToolName, boolean>> = {
    list_skills: true,
    search_skills: options.enableBM25 !== false,
    load_skill: true,
    read_skill_resource: hasFiles,
    run_skill_script: hasScripts,
  };
  return TOOL_NAMES.filter((name) => isUseful[name] && !options.excludeTools?.includes(name));
}
