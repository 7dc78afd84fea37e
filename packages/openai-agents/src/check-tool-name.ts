import { getToolSearchRuntimeToolKey, type ToolEnabledFunction } from "@openai/agents";
import { SkillError } from "@skillplug/core";

type RunContext = Parameters<ToolEnabledFunction>[0];
type RunningAgent = Parameters<ToolEnabledFunction>[1];

/** The names of an agent's MCP tools, asked for once: the SDK asks the servers before each turn. */
const mcpToolNames = new WeakMap<RunningAgent, Promise<string[]>>();

/**
 * The SDK offers a model only one of two tools with the same name, and merely logs that.
 *
 * @throws SkillError `invalid_option` when the agent has another tool of this name, which says where it is and what to do
 */
export async function checkToolName(name: string, agent: RunningAgent, runContext: RunContext): Promise<void> {
  // A function tool's key is its name, behind its namespace where it has one.
  const named = agent.tools.filter((tool) => getToolSearchRuntimeToolKey(tool) === name);
  // Within a namespace of the user's own it meets nobody.
  if (named.length === 0) return;
  const isTwice = named.length > 1;
  const isInSandbox = name === "load_skill" && loadsSandboxSkills(agent);
  if (!isTwice && !isInSandbox && !(await namesOfMcpTools(agent, runContext)).includes(name)) return;
  const place = isTwice
    ? "in its list of tools"
    : isInSandbox
      ? "of its sandbox capability skills({ lazyFrom })"
      : "on an MCP server";
  const message = `The agent '${agent.name}' has another tool with the name of the skill tool ${name}, ${place}, and a model can be offered only one of them. Rename the other one, or leave the skill tool out: loadSkills(…, { excludeTools: ["${name}"] }).`;
  throw new SkillError("invalid_option", message);
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
