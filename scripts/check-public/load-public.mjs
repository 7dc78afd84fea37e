// Loads every skill of a folder, at whatever depth, and gives each a name of its own for the tools.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { directory, loadSkills } from "../../packages/core/dist/index.js";

/** A skill with its tools, alone in its toolset: what others are called then plays no part. */
export async function loadPublic(root, options = {}) {
  const { skills } = await directory(root, { maxDepth: 20 }).list({});
  const loaded = [];
  for (const { name, uri } of skills) {
    if (!uri?.endsWith("SKILL.md")) continue;
    const folder = dirname(uri);
    const toolset = await loadSkills([directory(folder)], options).catch(() => undefined);
    const tools = toolset && Object.fromEntries((await toolset.getTools()).map((tool) => [tool.name, tool]));
    if (tools) loaded.push({ name, folder, root, tools, text: readFileSync(uri, "utf8") });
  }
  return loaded;
}
