// Which folders the manifests of plugins and marketplaces name as holding skills.

import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { isList } from "../../base/is-list.js";
import { isRecord } from "../../base/is-record.js";
import type { SkillPlugin } from "../../base/skill.js";
import { problemOfPath } from "../../files/relative-path.js";
import { systemCodeOf } from "../descriptors.js";
import type { FolderCache } from "./folder-cache.js";
import { pathIn } from "./path-in.js";
import { pluginOf } from "./plugin.js";
import type { ReadOutcome } from "./read-many.js";

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
  const names = await cache.readFolders(places.map(({ path, manifestFolder }) => pathIn(path, manifestFolder)));
  for (const manifest of [MARKETPLACE, PLUGIN]) {
    const holders = places.filter((_, index) => hasFile(names[index], manifest));
    const files = holders.map(({ path, real, manifestFolder }) => ({
      path: pathIn(pathIn(path, manifestFolder), manifest),
      real: pathIn(pathIn(real, manifestFolder), manifest),
    }));
    const outcomes = await cache.readFiles(files, { isPlaceChecked: true }, readJson);
    for (const [index, { path }] of holders.entries()) {
      const outcome = outcomes[index];
      if (outcome && "value" in outcome) {
        named.push(...(manifest === PLUGIN ? namedByPlugin : namedByMarketplace)(path, outcome.value));
      } else diagnostics.push(unreadable(files[index]?.path ?? path, outcome?.error));
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

/** A manifest as it was read. */
interface ManifestFile {
  readonly data: Readonly<Record<string, unknown>>;
}

async function readJson(bytes: Uint8Array): Promise<ManifestFile> {
  const data: unknown = JSON.parse(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ""));
  if (!isRecord(data)) throw new Error("it is no JSON object");
  return { data };
}

function namedByPlugin(directory: string, { data }: ManifestFile): NamedFolder[] {
  const plugin = pluginOf(data["name"], directory);
  const own: NamedFolder = { path: directory, plugin, kind: "plugin" };
  return [own, ...foldersOf(data["skills"], directory, plugin)];
}

function namedByMarketplace(directory: string, { data }: ManifestFile): NamedFolder[] {
  const { metadata, plugins } = data;
  const base = isRecord(metadata) ? folderBelow(directory, metadata["pluginRoot"]) : undefined;
  const entries = isList(plugins) ? plugins.filter(isRecord) : [];
  return entries.flatMap(({ name, source, skills }) => {
    // A source elsewhere, such as a repository, is an object.
    const folder = folderBelow(base ?? directory, source) ?? folderBelow(directory, source);
    if (folder === undefined) return [];
    const plugin = pluginOf(name, folder);
    // Several plugins can share a folder, each with some of its skills: the folder is then none of theirs alone.
    const named = foldersOf(skills, folder, plugin);
    return named.length > 0 ? named : [{ path: folder, plugin, kind: "plugin" as const }];
  });
}

function foldersOf(skills: unknown, directory: string, plugin: SkillPlugin | undefined): NamedFolder[] {
  const paths: readonly unknown[] = isList(skills) ? skills : [skills];
  return paths.flatMap((path) => {
    const folder = folderBelow(directory, path);
    return folder === undefined ? [] : [{ path: folder, plugin, kind: "skills" as const }];
  });
}

/** The folder that a manifest means by a path such as `./plugins/one/`; `undefined` for what leads elsewhere. */
function folderBelow(directory: string, path: unknown): string | undefined {
  if (typeof path !== "string") return undefined;
  const relative = path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  if (relative === "" || relative === ".") return path === "" ? undefined : directory;
  return problemOfPath(relative) === undefined ? join(directory, relative) : undefined;
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
