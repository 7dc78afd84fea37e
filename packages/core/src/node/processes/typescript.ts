// Prepares a TypeScript file to be run: by tsx, esbuild or Node itself.

import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SkillError } from "../../base/errors.js";
import { extensionOf } from "../interpreter-table.js";
import { isInside } from "../is-inside.js";
import { pinFolder } from "../pinned-folder.js";
import { readOwnSource } from "./own-source.js";
import type { PreparedScript } from "./prepared-script.js";
import type { ScriptFile } from "./script-file.js";
import { isModuleFolder } from "./script-head.js";
import { workingFolder } from "./working-folder.js";

/** What can run TypeScript here. Injected, so that a test can try each way, whatever is installed. */
export interface TypeScriptTools {
  /** The file that `import name` would load from a folder; `undefined` when it is not installed there. */
  readonly resolveModule: (name: string, folder: string) => string | undefined;
  /** Whether this Node runs TypeScript by itself (22.18 and later do). */
  readonly nodeStripsTypes: boolean;
}

/** Where this package lies; unknown in a bundle of CommonJS, which has no `import.meta`. */
const OWN_FOLDERS = import.meta.url ? [dirname(fileURLToPath(import.meta.url))] : [];

/**
 * How to run a TypeScript file with Node: by tsx where it is installed, else through esbuild, else by Node itself. What awaits at
 * its top level goes through esbuild also where tsx is, since tsx takes a `.ts` for CommonJS unless a package.json says otherwise.
 *
 * @param isOnlyTold whether nothing is run: then nothing is made for it either, and what the script imports is not looked at
 * @param signal until when esbuild is waited for
 * @throws SkillError `script_not_started` when none of them is there, with what to install, and when esbuild does not work
 */
export async function prepareTypeScript(
  script: ScriptFile,
  { resolveModule, nodeStripsTypes }: TypeScriptTools = installedTools(),
  isOnlyTold = false,
  signal?: AbortSignal,
): Promise<PreparedScript> {
  const { path, directory } = script;
  const find = async (name: string, folders: readonly string[]) => {
    for (const folder of folders) {
      const file = resolveModule(name, folder);
      if (file !== undefined && !isInside(directory, await realOf(file))) return file;
    }
    return undefined;
  };
  const programFolders = [...OWN_FOLDERS, ...(await folderOfMainProgram())];
  // It runs in the script's own process, where a package of the working folder can do no more than the script.
  const tsx = await find("tsx", [workingFolder() ?? [], programFolders].flat());
  // It is loaded into this process: nothing of a working folder may be, which can hold what others wrote.
  const findEsbuild = async () => {
    const ownTsx = tsx && (await find("tsx", programFolders));
    return find("esbuild", ownTsx ? [...programFolders, dirname(ownTsx)] : programFolders);
  };
  const isAsked = tsx === undefined || (await mayNeedModule(script));
  const esbuildFile = isAsked ? await findEsbuild() : undefined;
  if (esbuildFile !== undefined) {
    // Lazy: tsx runs most.
    const { awaitsAtTop, BUNDLE_COMMAND, BUNDLE_NAME, bundle, loadEsbuild } = await import("./esbuild-bundle.js");
    const esbuild = await loadEsbuild(esbuildFile);
    if (tsx === undefined || (await awaitsAtTop(script, esbuild, signal))) {
      return isOnlyTold ? { command: [...BUNDLE_COMMAND, BUNDLE_NAME] } : bundle(script, esbuild, signal);
    }
  }
  if (tsx) return { command: [process.execPath, "--import", pathToFileURL(tsx).href, path] };
  if (nodeStripsTypes) return { command: [process.execPath, path] };
  throw new SkillError(
    "script_not_started",
    `Node ${process.version} cannot run TypeScript by itself. Install tsx (npm install tsx) or esbuild, or use Node 22.18 or later`,
  );
}

/** Whether tsx would take for CommonJS what may await at its top level. */
async function mayNeedModule({ path, directory }: ScriptFile): Promise<boolean> {
  if (extensionOf(path) !== ".ts" || (await isModuleFolder(dirname(path)))) return false;
  return /\bawait\b/.test(await readOwnSource(await pinFolder(directory), path));
}

function realOf(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

/** None where Node was given its program as an argument: then the first argument of that program stands in its place. */
async function folderOfMainProgram(): Promise<string[]> {
  const [, main] = process.argv;
  if (main === undefined || process.execArgv.some((flag) => /^(-e|-p|-pe|--eval.*|--print.*)$/.test(flag))) return [];
  try {
    return [dirname(await realpath(main))];
  } catch {
    return [];
  }
}

function installedTools(): TypeScriptTools {
  return {
    resolveModule(name, folder) {
      try {
        return createRequire(join(folder, "module.js")).resolve(name);
      } catch {
        return undefined;
      }
    },
    nodeStripsTypes: "typescript" in process.features && Boolean(process.features.typescript),
  };
}
