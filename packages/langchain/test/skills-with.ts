import type { SkillTool } from "../src/index.js";

/** Skills that are one hand-written tool: an adapter needs two methods and no class of core. */
export function skillsWith(execute: SkillTool["execute"], more: Partial<SkillTool> = {}) {
  const tool: SkillTool = {
    name: "run_skill_script",
    description: "Runs.",
    inputSchema: { type: "object", properties: {} },
    readOnly: false,
    needsApproval: false,
    execute,
    ...more,
  };
  return { getTools: async () => [tool], getInstructions: async () => "Use skills." };
}

/** A skill of the program itself, with one script that answers its own name and arguments. */
export function ownSkill(name: string) {
  return {
    name,
    description: `All about ${name}.`,
    content: `Run say to hear of ${name}.`,
    scripts: [{ name: "say", function: (args: unknown) => `${name} says ${JSON.stringify(args)}` }],
  };
}
