// What is compared. Each takes skills of distinct names and gives `search(query, limit)`, which answers names, best first;
// some also `insert(skill)` and `remove(name)`. Nobody's defaults are changed.

import { create, insert, remove, search } from "@orama/orama";
import { createTokenizer } from "@orama/tokenizers/mandarin";
import { loadSkills, memory } from "@skillplug/core";
import { OramaSearchManager } from "@skillplug/core/search";
import flexsearch from "flexsearch";
import MiniSearch from "minisearch";
import { createBm25, ONE_FIELD, THREE_FIELDS } from "./bm25.mjs";

const FIELDS = ["name", "description", "body"];

/** What users call: `searchSkills` of a toolset. */
export async function createToolset(skills) {
  const inputs = skills.map(({ name, description, body }) => ({ name, description, content: body }));
  const toolset = await loadSkills(memory(inputs), { logger: false });
  const loaded = Object.keys(await toolset.listSkills()).length;
  if (loaded !== skills.length) throw new Error(`${skills.length} skills were given, and ${loaded} loaded`);
  return { search: async (query, limit) => (await toolset.searchSkills(query, limit)).map(({ name }) => name) };
}

/** The same index by itself. */
export async function createManager(skills) {
  const toSearchable = ({ name, description, body }) => ({ name, description, content: body });
  const manager = new OramaSearchManager();
  await manager.buildIndex(new Map(skills.map((skill) => [skill.name, toSearchable(skill)])));
  return {
    search: async (query, limit) => (await manager.search(query, { limit })).map(({ skill }) => skill.name),
    insert: (skill) => manager.insert(toSearchable(skill)),
    remove: (name) => manager.remove(name),
  };
}

async function createOrama(skills, components = {}) {
  const database = create({ schema: { name: "string", description: "string", body: "string" }, components });
  const add = ({ name, description, body }) => insert(database, { id: name, name, description, body });
  for (const skill of skills) await add(skill);
  return {
    search: async (term, limit) => (await search(database, { term, limit })).hits.map(({ id }) => id),
    insert: add,
    remove: (name) => remove(database, name),
  };
}

function createMiniSearch(skills) {
  const index = new MiniSearch({ idField: "name", fields: FIELDS });
  index.addAll(skills);
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  return {
    search: (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => id),
    insert: (skill) => index.add(skill),
    remove: (name) => index.remove(byName.get(name)),
  };
}

/** @param suggest whether a skill may lack some of the request's words */
function createFlexSearch(skills, suggest) {
  const index = new flexsearch.Document({ document: { id: "name", index: FIELDS } });
  for (const skill of skills) index.add(skill);
  return {
    search: (query, limit) => index.search(query, { limit, merge: true, suggest }).map(({ id }) => id),
    insert: (skill) => index.add(skill),
    remove: (name) => index.remove(name),
  };
}

export const PLAIN_AND_OTHERS = {
  "plain BM25F": (skills) => createBm25(skills, THREE_FIELDS),
  "plain BM25, one field": (skills) => createBm25(skills, ONE_FIELD),
  MiniSearch: createMiniSearch,
  Orama: (skills) => createOrama(skills),
  "Orama, Mandarin tokenizer": (skills) => createOrama(skills, { tokenizer: createTokenizer() }),
  FlexSearch: (skills) => createFlexSearch(skills, false),
  "FlexSearch, `suggest`": (skills) => createFlexSearch(skills, true),
};
