// The advice at the end of a list that leaves skills out.

import type { ToolName } from "../base/tool.js";

/** How a model finds the skills that a list leaves out. */
export function searchOrList(offered: readonly ToolName[]): string {
  if (offered.includes("search_skills")) return "call search_skills to find them";
  return offered.includes("list_skills") ? "call list_skills to see them" : "they can be loaded by their names";
}
