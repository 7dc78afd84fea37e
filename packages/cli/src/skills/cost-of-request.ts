// The tokens that prompt and tools add to every request.

import { estimateTokens, type SkillsToolset } from "@skillplug/core";

/** What the skills add to each request, in estimated tokens. */
export async function costOfRequest(toolset: SkillsToolset): Promise<{ prompt: number; tools: number }> {
  const definitions = (await toolset.getTools()).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const prompt = estimateTokens(await toolset.getInstructions());
  return { prompt, tools: definitions.length > 0 ? estimateTokens(JSON.stringify(definitions)) : 0 };
}
