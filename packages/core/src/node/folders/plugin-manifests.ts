// Which folders the manifests of plugins and marketplaces name as holding skills.

import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { isList } from "../../base/is-list.js";
import { isRecord } from "../../base/is-record.js";
import type { SkillPlugin } from "../../base/skill.js";
import { createTimeSlices } from "../../base/time-slices.js";
import { problemOfPath } from "../../files/relative-path.js";
import { systemCodeOf } from "../descriptors.js";
import type { FolderCache } from "./folder-cache.js";
import { pathIn } from "./path-in.js";
import { pluginOf } from "./plugin.js";
import type { ReadOutcome } from "./read-many.js";

/** How many folders one manifest may name, and how many those of one level of folders together; the longest public one names 190. */
const MAX_NAMED_BY_ONE = 2_000;
const MAX_NAMED = 20_000;

const MARKETPLACE = "marketplace.json";
const PLUGIN = "plugin.json";

/** A folder that a manifest names. */
export interface NamedFolder {
  readonly path: string;
  readonly plugin?: SkillPlugin | undefined;
  /** `plugin`: the folder of a plugin. `skills`: a skill's folder, or one that holds such. */
  readonly kind: "plugin" | "skills";
}

/** What the manifests in some folders say. */
export interface ManifestContents {
  readonly named: readonly NamedFolder[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A folder in which a manifest folder lies. */
export interface ManifestPlace {
  readonly path: string;
  readonly real: string;
  /** Its name, such as `.claude-plugin`. */
  readonly manifestFolder: string;
}

/**
 * Reads the manifests in folders, those of marketplaces before those of plugins, whose own word about themselves counts more.
 *
 * @see https://code.claude.com/docs/en/plugins-reference#plugin-manifest-schema
 * @see https://code.claude.com/docs/en/plugin-marketplaces#marketplace-schema
 */
export async function readManifests(places: readonly ManifestPlace[], cache: FolderCache): Promise<ManifestContents> {
  const named: NamedFolder[] = [];
  const diagnostics: Diagnostic[] = [];
  const slices = createTimeSlices();
  const names = await cache.readFolders(places.map(({ path, manifestFolder }) => pathIn(path, manifestFolder)));
  for (const manifest of [MARKETPLACE, PLUGIN]) {
    const holders = places.filter((_, index) => hasFile(names[index], manifest));
    const files = holders.map(({ path, real, manifestFolder }) => ({
      path: pathIn(pathIn(path, manifestFolder), manifest),
      real: pathIn(pathIn(real, manifestFolder), manifest),
    }));
    const read = manifest === PLUGIN ? readPlugin : readMarketplace;
    const readOne = async (bytes: Uint8Array) => {
      const paths = read(bytes);
      await slices.rest();
      return paths;
    };
    const outcomes = await cache.readFiles(files, { isPlaceChecked: true }, readOne);
    for (const [index, { path }] of holders.entries()) {
      const outcome = outcomes[index];
      const location = files[index]?.path ?? path;
      if (!outcome || !("value" in outcome)) {
        diagnostics.push(unreadable(location, outcome?.error));
        continue;
      }
      const folders = outcome.value.slice(0, Math.min(MAX_NAMED_BY_ONE, MAX_NAMED - named.length));
      if (folders.length < outcome.value.length) diagnostics.push(tooManyNamed(location));
      for (const folder of folders) named.push(placed(folder, path));
    }
  }
  return { named, diagnostics };
}

function hasFile(
  outcome: ReadOutcome<readonly { readonly name: string; readonly kind: string }[]> | undefined,
  file: string,
): boolean {
  return (
    outcome !== undefined &&
    "value" in outcome &&
    outcome.value.some(({ name, kind }) => name === file && kind === "file")
  );
}

/** A folder that a manifest names, by its path below that of the manifest; the empty one is that itself. */
interface NamedPath {
  readonly path: string;
  readonly kind: NamedFolder["kind"];
  readonly plugin: { readonly name: unknown; readonly path: string };
}

function placed({ path, kind, plugin }: NamedPath, folder: string): NamedFolder {
  return { path: join(folder, path), kind, plugin: pluginOf(plugin.name, join(folder, plugin.path)) };
}

/** What is kept of a manifest: one more folder than may be named, so that it can be told. */
function readPlugin(bytes: Uint8Array): readonly NamedPath[] {
  const { name, skills } = readJson(bytes);
  const plugin = { name, path: "" };
  return [{ path: "", plugin, kind: "plugin" }, ...foldersOf(skills, plugin)];
}

function readMarketplace(bytes: Uint8Array): readonly NamedPath[] {
  const { metadata, plugins } = readJson(bytes);
  const base = isRecord(metadata) ? folderBelow("", metadata["pluginRoot"]) : undefined;
  const entries = isList(plugins) ? plugins.slice(0, MAX_NAMED_BY_ONE + 1).filter(isRecord) : [];
  const named: NamedPath[] = [];
  for (const { name, source, skills } of entries) {
    // A source elsewhere, such as a repository, is an object.
    const path = folderBelow(base ?? "", source);
    if (path === undefined || named.length > MAX_NAMED_BY_ONE) continue;
    const plugin = { name, path };
    const folders = foldersOf(skills, plugin);
    // Several plugins can share a folder, each with some of its skills: the folder is then none of theirs alone.
    for (const folder of folders.length > 0 ? folders : [{ path, plugin, kind: "plugin" as const }]) named.push(folder);
  }
  return named;
}

function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isRecord(data)) throw new Error("it is no JSON object");
  return data;
}

function foldersOf(skills: unknown, plugin: NamedPath["plugin"]): NamedPath[] {
  const paths: readonly unknown[] = isList(skills) ? skills.slice(0, MAX_NAMED_BY_ONE + 1) : [skills];
  return paths.flatMap((one) => {
    const path = folderBelow(plugin.path, one);
    return path === undefined ? [] : [{ path, plugin, kind: "skills" as const }];
  });
}

/** The path that a manifest means by one such as `./plugins/one/`; `undefined` for what leads elsewhere. */
function folderBelow(folder: string, path: unknown): string | undefined {
  if (typeof path !== "string") return undefined;
  const relative = path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  if (relative === "" || relative === ".") return path === "" ? undefined : folder;
  return problemOfPath(relative) === undefined ? join(folder, relative) : undefined;
}

function tooManyNamed(path: string): Diagnostic {
  return {
    code: "plugin-manifest",
    severity: "warning",
    message: `${path} names more than ${MAX_NAMED_BY_ONE} folders, or with other manifests more than ${MAX_NAMED}; the rest is known by its place alone. Name folders that hold skills, and not each skill.`,
    location: path,
  };
}

function unreadable(path: string, error: unknown): Diagnostic {
  const reason = systemCodeOf(error) || messageOf(error);
  return {
    code: "plugin-manifest",
    severity: "warning",
    message: `${path} could not be read (${reason}), so its plugin is known by its folders alone: skills are looked for in its folder skills. Correct the file.`,
    location: path,
  };
}
