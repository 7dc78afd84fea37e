import { z } from "zod";
import type { SkillAccess } from "../skill-access.js";
import { shorten } from "../skill-list.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./input.js";
import type { SkillTool } from "./tool.js";

/** How many hits a model gets that does not say. */
const DEFAULT_LIMIT = 5;
/** How much of a description a hit shows, in characters. */
const MAX_DESCRIPTION = 240;

/** `search_skills`: the skills that fit a task best. */
export function searchSkillsTool(access: SkillAccess): SkillTool {
  return defineTool({
    name: "search_skills",
    description: "Finds the skills that fit a task. Describe the task in a few words or sentences, in any language.",
    input: toolInput("search_skills", {
      query: z.string().describe("What the task is about"),
      limit: z.number().optional().describe(`How many skills at the most; ${DEFAULT_LIMIT} when absent`),
    }),
    readOnly: true,
    needsApproval: false,
    async answer({ query, limit = DEFAULT_LIMIT }) {
      const hits = await access.search(query, limit);
      const lines = hits.map(({ name, description }) => `- ${name}: ${shorten(description, MAX_DESCRIPTION)}`);
      const text =
        hits.length > 0
          ? `${lines.join("\n")}\nCall load_skill with the name that fits.`
          : "No skill matches. Try other words for the task, or go on without a skill.";
      return { ok: true, text, data: hits };
    },
  });
}
