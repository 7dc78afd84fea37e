// Bundles a TypeScript file into one ES module with esbuild, where each file still sees its own place.

import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Loader, Plugin } from "esbuild";
import type { PreparedScript } from "./prepared-script.js";
import { makePrivateFolder, removeFolder } from "./private-folder.js";

type Esbuild = typeof import("esbuild");

/** The file that a bundle is, in a folder of its own. */
export const BUNDLE_NAME = "script.mjs";
/** What runs it. */
export const BUNDLE_COMMAND: readonly string[] = [process.execPath, "--enable-source-maps"];

/** The esbuild of a file that `import "esbuild"` would load. */
export function loadEsbuild(file: string): Promise<Esbuild> {
  return import(pathToFileURL(file).href);
}

/** Whether a file awaits outside of functions, which only an ES module may do: esbuild makes one of it, and no CommonJS. */
export async function awaitsAtTop(script: string, { transform }: Esbuild): Promise<boolean> {
  const source = await readFile(script, "utf8");
  const isTransformed = (format: "cjs" | "esm") =>
    transform(source, { loader: "ts", format, logLevel: "silent" }).then(
      () => true,
      () => false,
    );
  return !(await isTransformed("cjs")) && (await isTransformed("esm"));
}

/**
 * Bundles the script with what it imports, as imports would not be found from the folder that the result lies in.
 *
 * @throws esbuild's own error for what is no TypeScript
 */
export async function bundle(script: string, { build, transform }: Esbuild): Promise<PreparedScript> {
  const folder = await makePrivateFolder();
  const dispose = () => removeFolder(folder);
  const outfile = join(folder, BUNDLE_NAME);
  try {
    await build({
      entryPoints: [script],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: TARGET,
      sourcemap: "inline",
      logLevel: "silent",
      banner: { js: asMainProgram(script) },
      plugins: [missingPackages, ownPlaces(transform)],
    });
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
function ownPlaces(transform: Esbuild["transform"]): Plugin {
  return {
    name: "own-places",
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const loader = LOADERS[extname(path)] ?? "js";
        const options = {
          loader,
          sourcefile: path,
          sourcemap: "inline",
          target: TARGET,
          define: placeOf(path),
        } as const;
        const { code } = await transform(await readFile(path, "utf8"), options);
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

/** Whoever asked for this resolution is this plugin itself. */
const ASKED = Symbol("asked");

/** A package that is not found is left for Node to say when it runs, in the words in which it always does. */
const missingPackages: Plugin = {
  name: "missing-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === ASKED || kind === "entry-point") return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: ASKED });
      return found.errors.length === 0 ? found : { path, external: true };
    });
  },
};
