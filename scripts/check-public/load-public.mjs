// Loads every skill of a folder, at whatever depth, and gives each a name of its own for the tools.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { directory, loadSkills } from "../../packages/core/dist/index.js";

/** Each skill with the tools of a toolset that has it and what its instructions may name besides. */
export async function loadPublic(root, options = {}) {
  const toolsetOf = (folder) => loadSkills([directory(folder, { maxDepth: 20 })], { logger: false, ...options });
  const { skills } = await directory(root, { maxDepth: 20 }).list({});
  const whole = await toolsetOf(root);
  const loaded = [];
  for (const { uri } of skills) {
    const folder = dirname(uri);
    // Of several of one name the whole has one; the others are taken with their neighbours.
    const found = (await find(whole, uri)) ?? (await find(await toolsetOf(dirname(folder)), uri));
    if (found) loaded.push({ ...found, folder, root, text: readFileSync(uri, "utf8") });
  }
  return loaded;
}

async function find(toolset, uri) {
  const skill = (await toolset.listSummaries()).find((summary) => summary.uri === uri);
  if (!skill) return undefined;
  const { name, invocation } = skill;
  return { name, tools: invocation?.model === false ? toolsForPerson(toolset) : await toolsForModel(toolset) };
}

async function toolsForModel(toolset) {
  return Object.fromEntries((await toolset.getTools()).map((tool) => [tool.name, tool]));
}

/** What only people may call for, no tool has: the program reads and runs it for them. */
function toolsForPerson(toolset) {
  const answer = (work) =>
    work.then(
      (text) => ({ ok: true, text }),
      (error) => ({ ok: false, text: error.message }),
    );
  return {
    read_skill_resource: {
      execute: (input) => answer(toolset.readSkillResource(input.skill_name, input.resource_name)),
    },
    run_skill_script: {
      execute: ({ skill_name, script_name, args }) => answer(toolset.runSkillScript(skill_name, script_name, args)),
    },
  };
}
