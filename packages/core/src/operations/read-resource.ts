// The operation `read`: a resource is a file of the skill, or a function that stands for one.

import { messageOf, SkillError, SkillResourceLoadError, SkillResourceNotFoundError } from "../base/errors.js";
import { MAX_SKILL_FILE_BYTES, SKILL_FILE, type SkillEntry } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import { type CatalogEntry, foreignSourceOf } from "../catalog/catalog.js";
import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import { decodeSkillText } from "../files/decode-text.js";
import type { ReadShared } from "../files/read-shared.js";
import { MAX_RESOURCE_BYTES, type ResourceContent, textContent, toContent } from "../files/resource-content.js";
import { callFunction } from "../scripts/call-function.js";
import { hasOwnLimits } from "../scripts/own-limits.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine, shownName } from "../text/shown-name.js";
import type { AskedSkill } from "./asked-skill.js";
import { callElsewhere, LEADS_OUT } from "./elsewhere.js";
import { readFile } from "./read-file.js";
import { resolveEntry } from "./resolve-entry.js";
import { meansSkillFile, readWrittenPath, type WrittenPath } from "./written-path.js";

/** Folders that a model may leave out of a resource's path. */
const RESOURCE_FOLDERS = ["references", "resources", "assets", "examples"];

/** What every reading needs: the events that report it, and how long a function may take in place of a file, in milliseconds. */
export interface ReadGates {
  readonly events: SkillEvents;
  readonly functionTimeoutMs: number;
  /** Reads what lies out of a skill's folder, where the host allows it. */
  readonly readShared?: ReadShared | undefined;
}

/**
 * Reads a file of a skill, or calls the function that stands for it. Nothing is kept: an edit shows at the next reading.
 * A script's file can be read too, the skill's own SKILL.md, and a folder: the list of its files. The name may be a path as
 * instructions write it.
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
  let ofSkill: CatalogEntry | undefined;
  const call = { ...readCall(asked.name, name, args, options), source: () => foreignSourceOf(ofSkill) };
  return gates.events.observe(call, async () => {
    const entry = await asked.find();
    ofSkill = entry;
    const written = readWrittenPath(name, entry.skill);
    const files = readableOf(entry);
    if (meansSkillFile(written) && !files.some((file) => file.name === name)) return skillFile(entry, written);
    const resolution = await resolveEntry(groupsOf(entry), name, written);
    const { entry: found, candidates: available, nearest, ambiguous, guessed } = resolution;
    const shared = !found || guessed ? await readSharedFile(entry, written, options, gates) : undefined;
    if (shared) return shared;
    if (found) {
      const content = await readFound(entry, found, args, options, gates);
      // A name can hold a `#` itself.
      const fragment = found.name === name ? undefined : written.fragment;
      return content.kind === "text" ? { ...content, guessed, fragment } : content;
    }
    const list = ambiguous ? undefined : listFolder(files, written);
    if (list) return list;
    const advice = written.paths.length > 0 ? await adviceFor(name, written, entry, asked) : undefined;
    throw new SkillResourceNotFoundError(name, { available, nearest, ambiguous, advice });
  });
}

async function adviceFor(name: string, { outside }: WrittenPath, entry: CatalogEntry, asked: AskedSkill) {
  const call = callElsewhere(name, entry, await asked.others(), "read");
  return call ?? (outside === undefined ? undefined : LEADS_OUT);
}

/** What can be read: every resource, and the files of scripts. A function in place of a script would be run. */
function groupsOf({ skill: { resources, scripts } }: CatalogEntry) {
  const files = scripts.filter((script) => !script.function);
  return [
    { entries: resources, folders: RESOURCE_FOLDERS },
    { entries: files, folders: ["scripts"] },
  ];
}

function readableOf(entry: CatalogEntry): readonly SkillEntry[] {
  return groupsOf(entry).flatMap(({ entries }) => entries);
}

async function skillFile(entry: CatalogEntry, { leadsUp }: WrittenPath): Promise<ResourceContent> {
  const bytes = await readFile(entry, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES });
  const content = textContent(SKILL_FILE, decodeSkillText(bytes));
  return content.kind === "text" ? { ...content, guessed: leadsUp } : content;
}

/** The files below a folder, where a path means one. */
function listFolder(files: readonly SkillEntry[], { paths }: WrittenPath): ResourceContent | undefined {
  for (const path of paths) {
    const folder = path === "." ? "" : `${path}/`;
    const below = files.map(({ name }) => name).filter((name) => name.startsWith(folder));
    const names = folder === "" ? [SKILL_FILE, ...below] : below;
    if (names.length === 0) continue;
    return fileList(folder || "./", names);
  }
  return undefined;
}

function fileList(folder: string, names: readonly string[]): ResourceContent {
  const lines = names.map((name) => `- ${shownLine(name, MAX_SHOWN_PATH)}`);
  const title = folder === "./" ? "the skill's folder" : shownLine(folder, MAX_SHOWN_PATH);
  return textContent(folder, `Files in ${title}:\n${lines.join("\n")}`);
}

/** A file, or the list of a folder, out of the skill's folder that the host allows; it goes before a guess. */
async function readSharedFile(
  { skill }: CatalogEntry,
  { outside, fragment }: WrittenPath,
  { signal }: ToolCallOptions,
  { readShared }: ReadGates,
): Promise<ResourceContent | undefined> {
  if (outside === undefined) return undefined;
  const found = await readShared?.(skill, outside, { maxBytes: MAX_RESOURCE_BYTES, signal });
  if (found === undefined) return undefined;
  if (!(found instanceof Uint8Array)) {
    const folder = `${outside.replace(/\/+$/, "")}/`;
    return fileList(
      folder,
      found.map((name) => folder + name),
    );
  }
  const content = toContent(outside, found);
  return content.kind === "text" ? { ...content, fragment } : content;
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
