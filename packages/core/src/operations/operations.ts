import { SkillNotFoundError } from "../base/errors.js";
import type { ScriptArguments, Skill } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import type { AskedSkill, Catalog, CatalogEntry } from "../catalog/catalog.js";
import { loadCall, searchCall } from "../events/calls.js";
import type { ScriptResult } from "../scripts/executor.js";
import type { SkillExplanation } from "../search/explaining/explain-match.js";
import type { ApprovalRule } from "./approval.js";
import { nearestFirst } from "./nearest-first.js";
import { openSkill } from "./open-skill.js";
import { type ResourceContent, readResource } from "./read-resource.js";
import { runScript, type ScriptGates } from "./run-script.js";
import type { CatalogSearchOptions, SearchCatalog } from "./search-catalog.js";

/** One found skill. With `explain: true`, also why it was found. */
export interface SkillSearchHit extends Partial<SkillExplanation> {
  readonly name: string;
  readonly description: string;
  /** The higher the better, three decimals. Comparable within one answer only. */
  readonly score: number;
}

/** What the tools do their work with: the skills as they are at the moment of each call. */
export interface SkillAccess {
  readonly approvalRule: ApprovalRule;
  catalog(): Promise<Catalog>;
  open(skillName: string): Promise<Skill>;
  read(
    skillName: string,
    resourceName: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<ResourceContent>;
  run(skillName: string, scriptName: string, args?: ScriptArguments, options?: ToolCallOptions): Promise<ScriptResult>;
  search(query: string, options: CatalogSearchOptions): Promise<readonly SkillSearchHit[]>;
}

/** Puts the operations on one catalogue together. Each of them rejects with a SkillError that names what exists. */
export function createSkillAccess(
  catalog: () => Promise<Catalog>,
  gates: ScriptGates,
  search: SearchCatalog,
): SkillAccess {
  const find = async (name: string): Promise<CatalogEntry> => {
    const { entries } = await catalog();
    const entry = entries.get(name);
    if (entry) return entry;
    throw new SkillNotFoundError(name, { available: await nearestFirst(name, [...entries.keys()]) });
  };
  const ask = (name: string): AskedSkill => ({ name, find: () => find(name) });
  const { events } = gates;
  return {
    approvalRule: gates,
    catalog,
    open: (skillName) => events.observe(loadCall(skillName), async () => openSkill(await find(skillName), gates)),
    read: (skillName, resourceName, args, options = {}) =>
      readResource(ask(skillName), resourceName, args, options, events),
    run: (skillName, scriptName, args, options = {}) => runScript(ask(skillName), scriptName, args, options, gates),
    search: async (query, options) =>
      (await events.observe(searchCall(query), async () => search(await catalog(), query, options))).hits,
  };
}
