// Reads all files of a skill, tells their digest, and hands them on to be copied.

import { failureOf, messageOf, SkillError, SkillResourceLoadError } from "../base/errors.js";
import { SKILL_FILE, type SkillEntry } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { originOf } from "../scripts/handed-on.js";
import type { SkillFile } from "../sources/source.js";
import { createLimit } from "./limit.js";
import { readFile } from "./read-file.js";
import { withinTime } from "./within-time.js";

/** The largest file of a skill that is approved or copied, in bytes. */
const MAX_TREE_FILE_BYTES = 10 * 1024 * 1024;

/** How large all files of a skill may be together that is approved or copied, in bytes. */
const MAX_TREE_BYTES = 100 * 1024 * 1024;

/** How many files are held in memory at the same time. */
const FILES_AT_ONCE = 4;

/** Receives each file that was read. */
type Keep = (file: SkillFile & { readonly bytes: Uint8Array }) => Promise<void>;

/** How a tree is read. */
export interface TreeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the same bytes that the digest is of. */
  readonly keep?: Keep | undefined;
}

/**
 * Reads every file of a skill once and resolves to the SHA-256 of all: of their paths, sizes and contents and whether they may be
 * executed, in the order of the paths, of where symlinks lead, and of the names of functions. Of a script that another toolset
 * has handed on, the digest there counts.
 *
 * @throws SkillError the source's own; `resource_load_failed` when a file has more than 10 MB or all have more than 100 MB
 */
export async function readTree(entry: CatalogEntry, { signal, keep }: TreeOptions): Promise<string> {
  const limit = createLimit(FILES_AT_ONCE);
  let total = 0;
  let failed = false;
  const read = async (file: SkillFile): Promise<string> => {
    if (failed) return "";
    const { path, isExecutable = null } = file;
    const bytes = await readFile(entry, path, { maxBytes: MAX_TREE_FILE_BYTES, signal });
    // A source may pass over the limit that it was told.
    if (bytes.length > MAX_TREE_FILE_BYTES) throw tooLargeFile(path, bytes.length);
    total += bytes.length;
    if (total > MAX_TREE_BYTES) throw tooLarge(entry);
    // Whoever keeps the bytes may change them in place, so that they are taken down before.
    const line = JSON.stringify(["file", path, bytes.length, await sha256(bytes), isExecutable]);
    await keep?.({ ...file, bytes });
    return line;
  };
  const noteFailure = (error: unknown) => {
    failed = true;
    throw unreadable(entry, error);
  };
  const listed = await filesOf(entry, signal);
  const lines = listed.filter(isContent).map((file) => limit(signal, () => read(file)).catch(noteFailure));
  // All have to settle, so that nobody writes into a folder any more that is then removed.
  const files = await Promise.allSettled(lines);
  const failure = files.find((file) => file.status === "rejected");
  if (failure) throw failure.reason;
  const contents = files.flatMap((file) => (file.status === "fulfilled" ? [file.value] : []));
  const links = listed.filter((file) => !isContent(file));
  const linkLines = links.map(({ path, linksTo }) => JSON.stringify(["link", path, linksTo]));
  return digestOf([...contents, ...linkLines, ...(await functionsOf(entry, signal))]);
}

function isContent({ linksTo }: SkillFile): boolean {
  return linksTo === undefined;
}

/** SHA-256 of lines of text, in hexadecimal. */
export function digestOf(lines: readonly string[]): Promise<string> {
  return sha256(new TextEncoder().encode(lines.join("\n")));
}

/** In the order of the code units of their paths, each once. */
async function filesOf({ skill, source }: CatalogEntry, signal: AbortSignal | undefined): Promise<SkillFile[]> {
  const listed = [...skill.resources, ...skill.scripts].filter((file) => !file.function).map(({ name }) => name);
  try {
    const told = source.filesOf && (await withinTime(source.filesOf(skill, { signal })));
    const files = told ?? [SKILL_FILE, ...listed].map((path) => ({ path }));
    const known = new Map(files.map((file) => [JSON.stringify([isContent(file), file.path]), file]));
    return [...known.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    const what = `The source ${source.id} could not tell the files of the skill ${skill.name}`;
    throw failureOf(what, error, "source_failed", signal);
  }
}

/** A function has no content that could be read. What another toolset runs has its files there. */
async function functionsOf({ skill }: CatalogEntry, signal: AbortSignal | undefined): Promise<string[]> {
  const known = new Map<object, Promise<string>>();
  const line = async (kind: string, entry: SkillEntry) => {
    const origin = originOf(entry);
    const digest = origin && (known.get(origin.skill) ?? origin.digest(signal));
    if (origin && digest) known.set(origin.skill, digest);
    return JSON.stringify([kind, entry.name, (await digest) ?? null]);
  };
  const functions = (entries: readonly SkillEntry[]) => entries.filter((entry) => entry.function);
  return Promise.all([
    ...functions(skill.resources).map((resource) => line("resource", resource)),
    ...functions(skill.scripts).map((script) => line("script", script)),
  ]);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tooLargeFile(path: string, size: number): SkillError {
  const why = `it has ${size} bytes and at most ${MAX_TREE_FILE_BYTES} are read`;
  return new SkillResourceLoadError(`The file ${path} is refused: ${why}.`);
}

function tooLarge({ skill }: CatalogEntry): SkillError {
  const message = `together they have more than ${MAX_TREE_BYTES} bytes. Move data that no script needs out of the skill '${skill.name}'`;
  return new SkillResourceLoadError(message);
}

/** Whoever reads the error has asked for a run, not for this file. */
function unreadable({ skill }: CatalogEntry, error: unknown): unknown {
  if (!SkillError.isInstance(error) || error.code !== "resource_load_failed") return error;
  const message = `The script did not run, since the files of the skill '${skill.name}' could not all be read to approve or to copy them: ${messageOf(error)}`;
  return new SkillResourceLoadError(message, { cause: error });
}
