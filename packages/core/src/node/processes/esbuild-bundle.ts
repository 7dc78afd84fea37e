// Bundles a TypeScript file into one ES module with esbuild, where each file still sees its own place.

import { writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Loader, Plugin } from "esbuild";
import { type PinnedFolder, pinFolder } from "../pinned-folder.js";
import { type Esbuild, isAboutSource, withService } from "./esbuild-service.js";
import { ownFiles } from "./own-files.js";
import { readOwnSource } from "./own-source.js";
import type { PreparedScript } from "./prepared-script.js";
import { makePrivateFolder, removeFolder } from "./private-folder.js";
import type { ScriptFile } from "./script-file.js";

/** The file that a bundle is, in a folder of its own. */
export const BUNDLE_NAME = "script.mjs";
/** What runs it. */
export const BUNDLE_COMMAND: readonly string[] = [process.execPath, "--enable-source-maps"];

/** The esbuild of a file that `import "esbuild"` would load. */
export function loadEsbuild(file: string): Promise<Esbuild> {
  return import(pathToFileURL(file).href);
}

/**
 * Whether a file awaits outside of functions, which only an ES module may do: esbuild makes one of it, and no CommonJS.
 *
 * @throws SkillError `script_not_started` when esbuild does not work, or not before the signal is aborted
 */
export async function awaitsAtTop(script: ScriptFile, esbuild: Esbuild, signal?: AbortSignal): Promise<boolean> {
  const source = await readOwnSource(await pinFolder(script.directory), script.path);
  const isTransformed = (format: "cjs" | "esm") =>
    withService(esbuild, signal, () => esbuild.transform(source, { loader: "ts", format, logLevel: "silent" })).then(
      () => true,
      (error: unknown) => {
        if (isAboutSource(error)) return false;
        throw error;
      },
    );
  return !(await isTransformed("cjs")) && (await isTransformed("esm"));
}

/**
 * Bundles the script with what it imports from its skill, as imports would not be found from the folder that the result lies in.
 *
 * @throws esbuild's own error for what is no TypeScript
 * @throws SkillError `script_not_started` when esbuild does not work, or not before the signal is aborted
 */
export async function bundle(script: ScriptFile, esbuild: Esbuild, signal?: AbortSignal): Promise<PreparedScript> {
  const skill = await pinFolder(script.directory);
  const options = {
    entryPoints: [script.path],
    outfile: BUNDLE_NAME,
    // What is given up must not write later, when nobody removes it.
    write: false as const,
    bundle: true,
    platform: "node" as const,
    format: "esm" as const,
    target: TARGET,
    // Otherwise esbuild opens each tsconfig.json above a file, and what that extends, whatever it is.
    tsconfigRaw: "{}",
    sourcemap: "inline" as const,
    logLevel: "silent" as const,
    banner: { js: asMainProgram(script.path) },
  };
  const build = () =>
    esbuild.build({ ...options, plugins: [ownFiles(script.path, skill), ownPlaces(skill, esbuild, signal)] });
  const { outputFiles } = await withService(esbuild, signal, build);
  const folder = await makePrivateFolder();
  const dispose = () => removeFolder(folder);
  const outfile = join(folder, BUNDLE_NAME);
  try {
    await writeFile(outfile, outputFiles[0]?.contents ?? "");
    return { command: [...BUNDLE_COMMAND, outfile], dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const TARGET = `node${process.versions.node}`;
const LOADERS: Readonly<Record<string, Loader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
};

/** What CommonJS has and ES modules have not, and the script in the place of the program that was started. */
function asMainProgram(script: string): string {
  const url = JSON.stringify(pathToFileURL(script).href);
  return [
    'import { createRequire as $createRequire } from "node:module";',
    `const require = $createRequire(${url});`,
    "const module = { exports: {} }; const { exports } = module; require.main = module;",
    `process.argv[1] = ${JSON.stringify(script)};`,
  ].join(" ");
}

/** Each file is transformed by itself, so that what tells a file's place tells its own and not the script's. */
function ownPlaces(skill: PinnedFolder, { transform }: Esbuild, signal: AbortSignal | undefined): Plugin {
  return {
    name: "own-places",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        const source = await readOwnSource(skill, path, signal);
        const extension = extname(path);
        const loader = LOADERS[extension];
        if (loader === undefined) return { contents: source, loader: "default" };
        const options = {
          loader,
          sourcefile: path,
          sourcemap: "inline",
          target: TARGET,
          define: placeOf(path),
        } as const;
        const { code } = await transform(source, options);
        return { contents: code, loader: "js" };
      });
    },
  };
}

function placeOf(path: string): NonNullable<BuildOptions["define"]> {
  const url = JSON.stringify(pathToFileURL(path).href);
  const [file, folder] = [JSON.stringify(path), JSON.stringify(dirname(path))];
  return {
    "import.meta.url": url,
    "import.meta.filename": file,
    "import.meta.dirname": folder,
    __filename: file,
    __dirname: folder,
  };
}
