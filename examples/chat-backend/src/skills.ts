import { fileURLToPath } from "node:url";
import { loadSkills, type SkillsToolset, toAiSdkTools } from "@skillplug/ai-sdk";
import type { ToolSet } from "ai";

/** The one folder that holds the backend's skills, at any depth. */
export const SKILLS_ROOT = fileURLToPath(new URL("../skills", import.meta.url));

/** Finds every SKILL.md below the root. One that cannot be used is left out, and `getDiagnostics()` says why. */
export function loadBackendSkills(root = SKILLS_ROOT): Promise<SkillsToolset> {
  return loadSkills(root, { maxDepth: Number.POSITIVE_INFINITY });
}

/** The tools of the app and, beside them, `load_skill` and the other tools that the skills of this moment need. */
export function withSkills(tools: ToolSet, skills: SkillsToolset): () => Promise<ToolSet> {
  return async () => ({ ...tools, ...(await toAiSdkTools(skills)) });
}
