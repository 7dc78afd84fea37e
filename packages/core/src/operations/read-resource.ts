import { messageOf, SkillError, SkillResourceLoadError, SkillResourceNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import type { AskedSkill, CatalogEntry } from "../catalog/catalog.js";
import { readCall } from "../events/calls.js";
import type { SkillEvents } from "../events/create-events.js";
import { decodeText } from "../files/decode-text.js";
import { mediaTypeOf } from "../files/media-type.js";
import { callFunction } from "../scripts/call-function.js";
import { resolveEntry } from "./resolve-entry.js";

/** The largest file that is read, in bytes. */
export const MAX_RESOURCE_BYTES = 10 * 1024 * 1024;

/** Folders that a model may leave out of a resource's path. */
const RESOURCE_FOLDERS = ["references", "resources", "assets", "examples"];

/** What a resource turned out to hold. */
export type ResourceContent =
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "binary"; readonly name: string; readonly bytes: Uint8Array; readonly mediaType: string };

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
  events: SkillEvents,
): Promise<ResourceContent> {
  return events.observe(readCall(asked.name, name, args, options), async () => {
    const entry = await asked.find();
    return readFound(entry, await findResource(entry, name), args, options);
  });
}

async function readFound(
  entry: CatalogEntry,
  resource: SkillEntry,
  args: Readonly<Record<string, unknown>> | undefined,
  options: ToolCallOptions,
): Promise<ResourceContent> {
  if (resource.function) return callResource(resource.name, resource.function, args, options);
  const limits = { maxBytes: MAX_RESOURCE_BYTES, signal: options.signal };
  const bytes = await entry.source.readFile(entry.skill, resource.name, limits);
  return toContent(resource.name, bytes);
}

/** A file's bytes as a text where they are one. */
export function toContent(name: string, bytes: Uint8Array): ResourceContent {
  const text = decodeText(bytes);
  return text === undefined
    ? { kind: "binary", name, bytes, mediaType: mediaTypeOf(name) }
    : { kind: "text", name, text };
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
): Promise<ResourceContent> {
  try {
    return { kind: "text", name, text: await callFunction(() => call(args ?? {}, options), options) };
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw new SkillResourceLoadError(`The resource ${name} failed: ${messageOf(error)}`, { cause: error });
  }
}
