import type { SkillTool } from "@skillplug/core";

/** Skills that are one hand-written tool: an adapter needs two methods and no class of core. */
export function skillsWith(execute: SkillTool["execute"], more: Partial<SkillTool> = {}) {
  const tool: SkillTool = {
    name: "run_skill_script",
    description: "Runs.",
    inputSchema: { type: "object", properties: { args: { type: "string" } } },
    readOnly: false,
    needsApproval: false,
    execute,
    ...more,
  };
  return { getTools: async () => [tool], getInstructions: async () => "Use skills." };
}
