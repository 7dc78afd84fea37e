import { Agent, type AgentOptions, Runner } from "@openai/agents";
import type { ToolResult } from "@skillplug/core";
import { type ScriptStep, scriptedModel } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";

export const runner = new Runner({ tracingDisabled: true });

/** An agent that plays a script, and what its model was sent. */
export function scriptedAgent(script: readonly ScriptStep[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(script);
  const agent = new Agent({ name: "Helper", model: scriptedAgentsModel(model), ...options });
  return { agent, requests: model.requests, answers: () => model.requests.at(-1)?.answers ?? [] };
}

export const done: ToolResult = { ok: true, text: "done" };
export const runOnce: ScriptStep[] = [{ calls: [{ tool: "run_skill_script", input: {} }] }, { text: "Done." }];
