// Skills made of hand-written tools, for tests that need no class of core.
import type { SkillsToolset, SkillTool, SkillTools, ToolResult } from "@skillplug/core";

/** A tool that is not from core: `load_skill`, which answers its own input, unless told otherwise. */
export function handWrittenTool(more: Partial<SkillTool> = {}): SkillTool {
  return {
    name: "load_skill",
    description: "Loads.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    readOnly: true,
    execute: async (input) => ({ ok: true, text: JSON.stringify(input) }),
    ...more,
  };
}

/** Skills that are these tools. */
export function skillsOf(...tools: SkillTool[]): SkillTools {
  return { getTools: async () => tools };
}

/** Skills whose one tool, `load_skill`, always answers the same. */
export function skillsThatAnswer(result: ToolResult): SkillTools {
  return skillsOf(handWrittenTool({ execute: async () => result }));
}

/** Skills whose one tool is `run_skill_script`, with instructions beside it. */
export function skillsWith(
  execute: SkillTool["execute"],
  more: Partial<SkillTool> = {},
): Pick<SkillsToolset, "getTools" | "getInstructions"> {
  const inputSchema = { type: "object" as const, properties: { args: { type: "string" } } };
  const running = { name: "run_skill_script", description: "Runs.", inputSchema, readOnly: false } as const;
  return { ...skillsOf(handWrittenTool({ ...running, execute, ...more })), getInstructions: async () => "Use skills." };
}
