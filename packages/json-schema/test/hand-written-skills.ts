import type { SkillTool, SkillTools, ToolResult } from "@skillplug/core";

/** A tool that is not from core: an adapter needs `getTools` and no class of core. */
export function handWrittenTool(more: Partial<SkillTool> = {}): SkillTool {
  return {
    name: "load_skill",
    description: "Loads.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    readOnly: true,
    needsApproval: false,
    execute: async (input) => ({ ok: true, text: JSON.stringify(input) }),
    ...more,
  };
}

export function skillsOf(...tools: SkillTool[]): SkillTools {
  return { getTools: async () => tools };
}

/** Skills whose one tool, `load_skill`, always answers the same. */
export function skillsThatAnswer(result: ToolResult): SkillTools {
  return skillsOf(handWrittenTool({ execute: async () => result }));
}
