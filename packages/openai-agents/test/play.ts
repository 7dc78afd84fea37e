import { Agent, type AgentOptions, Runner } from "@openai/agents";
import type { SkillTool, SkillTools, ToolResult } from "@skillplug/core";
import { type ScriptStep, scriptedModel } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";

export const runner = new Runner({ tracingDisabled: true });

/** An agent that plays a script, and what its model was sent. */
export function scriptedAgent(script: readonly ScriptStep[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(script);
  const agent = new Agent({ name: "Helper", model: scriptedAgentsModel(model), ...options });
  return { agent, requests: model.requests, answers: () => model.requests.at(-1)?.answers ?? [] };
}

/** Skills that are one hand-written tool: an adapter needs `getTools` and no class of core. */
export function skillsWith(execute: SkillTool["execute"], more: Partial<SkillTool> = {}): SkillTools {
  const tool: SkillTool = {
    name: "run_skill_script",
    description: "Runs.",
    inputSchema: { type: "object", properties: { args: { type: "string" } } },
    readOnly: false,
    needsApproval: false,
    execute,
    ...more,
  };
  return { getTools: async () => [tool] };
}

export const done: ToolResult = { ok: true, text: "done" };
export const runOnce: ScriptStep[] = [{ calls: [{ tool: "run_skill_script", input: {} }] }, { text: "Done." }];
