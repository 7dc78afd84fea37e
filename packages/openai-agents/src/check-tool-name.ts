// Refuses an agent that has another tool with the name of a skill tool.

import { getToolSearchRuntimeToolKey, type ToolEnabledFunction } from "@openai/agents";
import type { ToolName } from "@skillplug/core";
import { sameNameError } from "@skillplug/core/adapter";

type RunContext = Parameters<ToolEnabledFunction>[0];
type RunningAgent = Parameters<ToolEnabledFunction>[1];

/** The names of an agent's MCP tools, memoised: the SDK checks each tool before each turn. */
const mcpToolNames = new WeakMap<RunningAgent, Promise<string[]>>();

/**
 * The SDK offers a model only one of two tools with the same name, and merely logs that.
 *
 * @throws SkillError `invalid_option` when the agent has another tool of this name, which says where it is and what to do
 */
export async function checkToolName(name: ToolName, agent: RunningAgent, runContext: RunContext): Promise<void> {
  // A function tool's key is its name, behind its namespace where it has one.
  const named = agent.tools.filter((tool) => getToolSearchRuntimeToolKey(tool) === name);
  // Within a namespace of the user's own it meets nobody.
  if (named.length === 0) return;
  const refuse = (place: string) => sameNameError(name, `${place} of the agent '${agent.name}'`);
  if (named.length > 1) throw refuse("in the list of tools");
  if (name === "load_skill" && loadsSandboxSkills(agent)) throw refuse("of the capability skills({ lazyFrom })");
  if ((await namesOfMcpTools(agent, runContext)).includes(name)) throw refuse("on an MCP server");
}

/** The tools of a sandbox do not exist before its session, so only its configuration can tell. */
function loadsSandboxSkills(agent: RunningAgent): boolean {
  const capabilities: unknown = "capabilities" in agent && agent.capabilities;
  return (
    Array.isArray(capabilities) &&
    capabilities.some((capability: object) => "lazyFrom" in capability && capability.lazyFrom)
  );
}

function namesOfMcpTools(agent: RunningAgent, runContext: RunContext): Promise<string[]> {
  const asked = mcpToolNames.get(agent) ?? agent.getMcpTools(runContext).then((tools) => tools.map(({ name }) => name));
  mcpToolNames.set(agent, asked);
  // A server that does not answer is the SDK's to report.
  return asked.catch(() => []);
}
