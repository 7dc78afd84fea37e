// Prepares a TypeScript file to be run: by tsx, esbuild or Node itself.

import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SkillError } from "../../base/errors.js";
import { isInside } from "../is-inside.js";
import { makePrivateFolder, removeFolder } from "./private-folder.js";
import type { DeclaredPackages } from "./python-script.js";
import type { ScriptFile } from "./script-file.js";
import { workingFolder } from "./working-folder.js";

/** What is run in place of a script. */
export interface PreparedScript {
  /** The program and its arguments, up to and including the script; the script's own arguments follow. */
  readonly command: readonly string[];
  /** Removes what was made for this run. */
  dispose?(): Promise<void>;
  /** The program that its first line asks for, where that is not here and another runs it. */
  readonly missing?: string | undefined;
  /** What it declares by PEP 723. */
  readonly declared?: DeclaredPackages | undefined;
}

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
 * How to run a TypeScript file with Node: by tsx where it is installed, else through esbuild, else by Node itself.
 *
 * @throws SkillError `script_not_started` when none of them is there, with what to install
 */
export async function prepareTypeScript(
  { path, directory }: ScriptFile,
  { resolveModule, nodeStripsTypes }: TypeScriptTools = installedTools(),
): Promise<PreparedScript> {
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
  if (tsx) return { command: [process.execPath, "--import", pathToFileURL(tsx).href, path] };
  // It is loaded into this process: nothing of a working folder may be, which can hold what others wrote.
  const esbuild = await find("esbuild", programFolders);
  if (esbuild) return transpile(path, esbuild);
  if (nodeStripsTypes) return { command: [process.execPath, path] };
  throw new SkillError(
    "script_not_started",
    `Node ${process.version} cannot run TypeScript by itself. Install tsx (npm install tsx) or esbuild, or use Node 22.18 or later`,
  );
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

/** Bundles the script with what it imports, as imports would not be found from the folder that the result lies in. */
async function transpile(script: string, esbuildFile: string): Promise<PreparedScript> {
  const esbuild: typeof import("esbuild") = await import(pathToFileURL(esbuildFile).href);
  const folder = await makePrivateFolder();
  const dispose = () => removeFolder(folder);
  const outfile = join(folder, "script.mjs");
  try {
    await esbuild.build({
      entryPoints: [script],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: `node${process.versions.node}`,
      sourcemap: "inline",
      logLevel: "silent",
      ...originalPlace(script),
    });
    return { command: [process.execPath, "--enable-source-maps", outfile], dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The script still sees its own place, to read files beside it and to tell that it is the program that was started. */
function originalPlace(script: string): Pick<import("esbuild").BuildOptions, "banner" | "define"> {
  const url = JSON.stringify(pathToFileURL(script).href);
  const file = JSON.stringify(script);
  const folder = JSON.stringify(dirname(script));
  const require = `import { createRequire as $createRequire } from "node:module"; const require = $createRequire(${url});`;
  return {
    banner: { js: `${require} process.argv[1] = ${file};` },
    define: {
      "import.meta.url": url,
      "import.meta.filename": file,
      "import.meta.dirname": folder,
      __filename: file,
      __dirname: folder,
    },
  };
}
