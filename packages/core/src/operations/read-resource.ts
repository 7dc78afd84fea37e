// The operation `read`: a resource is a file of the skill, or a function that stands for one.

import { messageOf, SkillError, SkillResourceLoadError, SkillResourceNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import { MAX_RESOURCE_BYTES, type ResourceContent, textContent, toContent } from "../files/resource-content.js";
import { callFunction } from "../scripts/call-function.js";
import { hasOwnLimits } from "../scripts/own-limits.js";
import { shownName } from "../text/shown-name.js";
import type { AskedSkill } from "./asked-skill.js";
import { readFile } from "./read-file.js";
import { resolveEntry } from "./resolve-entry.js";

/** Folders that a model may leave out of a resource's path. */
const RESOURCE_FOLDERS = ["references", "resources", "assets", "examples"];

/** What every reading needs: the events that report it, and how long a function may take in place of a file, in milliseconds. */
export interface ReadGates {
  readonly events: SkillEvents;
  readonly functionTimeoutMs: number;
}

/**
 * Reads a file of a skill, or calls the function that stands for it. Nothing is kept: an edit shows at the next reading.
 * A script's file can be read too.
 *
 * @throws SkillResourceNotFoundError when no resource has that name, with the names that exist
 * @throws SkillResourceLoadError when the file is refused or the function throws
 */
export function readResource(
  asked: AskedSkill,
  name: string,
  args: Readonly<Record<string, unknown>> | undefined,
  options: ToolCallOptions,
  gates: ReadGates,
): Promise<ResourceContent> {
  return gates.events.observe(readCall(asked.name, name, args, options), async () => {
    const entry = await asked.find();
    return readFound(entry, await findResource(entry, name), args, options, gates);
  });
}

async function readFound(
  entry: CatalogEntry,
  resource: SkillEntry,
  args: Readonly<Record<string, unknown>> | undefined,
  options: ToolCallOptions,
  gates: ReadGates,
): Promise<ResourceContent> {
  if (resource.function) return callResource(resource.name, resource.function, args, options, gates);
  const limits = { maxBytes: MAX_RESOURCE_BYTES, signal: options.signal };
  const bytes = await readFile(entry, resource.name, limits);
  return toContent(resource.name, bytes);
}

async function findResource({ skill }: CatalogEntry, name: string): Promise<SkillEntry> {
  const files = skill.scripts.filter((script) => !script.function);
  const inResources = await resolveEntry(skill.resources, name, RESOURCE_FOLDERS);
  const isFound = inResources.entry !== undefined || inResources.ambiguous;
  const { entry } = isFound ? inResources : await resolveEntry(files, name, ["scripts"]);
  if (entry) return entry;
  throw new SkillResourceNotFoundError(name, { available: inResources.candidates, ambiguous: inResources.ambiguous });
}

async function callResource(
  name: string,
  call: NonNullable<SkillEntry["function"]>,
  args: Readonly<Record<string, unknown>> | undefined,
  options: ToolCallOptions,
  { functionTimeoutMs }: ReadGates,
): Promise<ResourceContent> {
  const timeoutMs = hasOwnLimits(call) ? undefined : functionTimeoutMs;
  try {
    return textContent(name, await callFunction((own) => call(args ?? {}, own), options, timeoutMs));
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    const options = { code: "function_failed", cause: error } as const;
    throw new SkillResourceLoadError(`The resource ${shownName(name)} failed: ${messageOf(error)}`, options);
  }
}

/** How the reading of a resource is observed. */
function readCall(
  skill: string,
  resource: string,
  args: Readonly<Record<string, unknown>> | undefined,
  { context }: ToolCallOptions,
): ObservedCall<ResourceContent> {
  return {
    operation: "read",
    skill,
    resource,
    context,
    input: args,
    output: (content) => (content.kind === "text" ? content.text : undefined),
    end: (ending, content) => {
      const length = content && (content.kind === "text" ? content.text : content.bytes).length;
      return [{ type: "read", ...ending, skill, resource: content?.name ?? resource, length }];
    },
  };
}
