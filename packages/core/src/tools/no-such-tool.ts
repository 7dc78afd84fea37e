// The answer to a call of a tool that does not exist, in the same words for every loop.

import { SkillError } from "../base/errors.js";
import type { ToolResult } from "../base/tool.js";
import { shownName } from "../text/shown-name.js";
import { toFailure } from "./define-tool.js";

/**
 * What a model is answered that calls a tool whose name it has made up.
 *
 * @param available the names that it could have called
 */
export function noSuchTool(name: string, available: readonly string[]): ToolResult {
  const others = available.length > 0 ? `The tools are ${available.join(", ")}.` : "There are no tools.";
  return toFailure(new SkillError("unsupported", `There is no tool '${shownName(name)}'. ${others}`, { available }));
}
