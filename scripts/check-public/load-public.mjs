// Loads every skill of a folder, at whatever depth, and gives each a name of its own for the tools.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { directory, loadSkills } from "../../packages/core/dist/index.js";

/** Each skill with the tools of a toolset that has it and its neighbours, which its instructions may name. */
export async function loadPublic(root, options = {}) {
  const { skills } = await directory(root, { maxDepth: 20 }).list({});
  const toolsets = new Map();
  const toolsOf = (folder) => {
    const place = folder === root ? root : dirname(folder);
    if (!toolsets.has(place)) toolsets.set(place, loadTools(place, options));
    return toolsets.get(place);
  };
  const loaded = [];
  for (const { name, uri } of skills) {
    const folder = dirname(uri);
    const tools = await toolsOf(folder).catch(() => undefined);
    if (tools) loaded.push({ name, folder, root, tools, text: readFileSync(uri, "utf8") });
  }
  return loaded;
}

async function loadTools(folder, options) {
  const toolset = await loadSkills([directory(folder)], { logger: false, ...options });
  return Object.fromEntries((await toolset.getTools()).map((tool) => [tool.name, tool]));
}
