// The error for two tools of one name, in the same words for every adapter.

import { SkillError } from "../base/errors.js";
import type { ToolName } from "../base/tool.js";

/**
 * What adapters throw when an agent has another tool with the name of a skill tool: a model cannot tell them apart.
 *
 * @param place where the other tool is, such as `on an MCP server`
 * @param after what to do with the skills when they are loaded without the tool
 */
export function sameNameError(name: ToolName, place: string, after = ""): SkillError {
  const message = `Another tool ${place} has the name of the skill tool ${name}, and a model can be offered only one of them. Rename the other one, or leave the skill tool out: loadSkills(…, { excludeTools: ["${name}"] })${after}.`;
  return new SkillError("invalid_option", message);
}
