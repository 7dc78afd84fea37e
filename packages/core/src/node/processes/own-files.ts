// Which files go into a bundle: regular ones that really lie in the skill's folder. Node reads the others, in the script's process.

import { stat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, OnResolveResult, Plugin } from "esbuild";
import { isInside } from "../is-inside.js";
import { locateContained } from "../open-contained.js";
import type { PinnedFolder } from "../pinned-folder.js";
import { MAX_SOURCE_BYTES } from "./own-source.js";

/** How large the files of a bundle may be together, in bytes. */
const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;
/** How large a file may be by which esbuild finds packages. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** What esbuild tries behind a name that is no file, in its order. */
const EXTENSIONS = [".tsx", ".ts", ".jsx", ".js", ".css", ".json"];
/** TypeScript names a file as it will be called once it is JavaScript. */
const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
/** What esbuild reads in each folder above a file that imports a package. */
const MANIFESTS = ["package.json", ".pnp.data.json", ".pnp.cjs", ".pnp.js"];

/** Whoever asked for this resolution is this plugin itself. */
const ASKED = Symbol("asked");

/** Finds every file by itself, as esbuild opens whatever it is led to: it waits for a FIFO, and reads a device without end. */
export function ownFiles(script: string, folder: PinnedFolder): Plugin {
  const bundled = new Set<string>();
  let room = MAX_BUNDLE_BYTES;

  /** A file by its real path, or left to Node. */
  async function take(file: string, kind: OnResolveArgs["kind"]): Promise<OnResolveResult> {
    const found = isInside(folder.path, file)
      ? await locateContained(folder, relative(folder.path, file).replaceAll(sep, "/")).catch(() => undefined)
      : undefined;
    const size = Number(found?.status.size ?? 0n);
    if (found && (bundled.has(found.path) || (size <= MAX_SOURCE_BYTES && size <= room))) {
      if (!bundled.has(found.path)) room -= size;
      bundled.add(found.path);
      return { path: found.path };
    }
    return { path: placeFor(file, kind), external: true };
  }

  return {
    name: "own-files",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === ASKED) return undefined;
        if (kind === "entry-point") return { path: script };
        if (isBuiltin(path) || /^[a-z][a-z\d+.-]+:/i.test(path)) return { path, external: true };
        if (/^\.{1,2}(?:[/\\]|$)/.test(path) || isAbsolute(path)) {
          const file = await findFile(resolve(resolveDir, path));
          return file === undefined
            ? { errors: [{ text: `Could not resolve ${JSON.stringify(path)}` }] }
            : take(file, kind);
        }
        // A package that is not found is left for Node to say when it runs, in the words in which it always does.
        if (!(await hasPlainManifests(resolveDir, path))) return { path, external: true };
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: ASKED });
        if (found.errors.length > 0) return { path, external: true };
        if (found.external || found.namespace !== "file") return found;
        return isPackageCode(found.path)
          ? { path: placeFor(found.path, kind), external: true }
          : take(found.path, kind);
      });
    },
  };
}

/** `require` takes no URL, and on some systems `import` no path. */
function placeFor(file: string, kind: OnResolveArgs["kind"]): string {
  return kind.startsWith("require") ? file : pathToFileURL(file).href;
}

/** JavaScript of a package runs as it is. */
function isPackageCode(file: string): boolean {
  return file.split(sep).includes("node_modules") && /^\.(?:[cm]?js|node)$/.test(extname(file));
}

/** Whatever lies there and is no folder, be it a file or not. */
async function findFile(base: string): Promise<string | undefined> {
  const extension = extname(base);
  const stem = base.slice(0, base.length - extension.length);
  const names = [
    base,
    ...EXTENSIONS.map((ending) => base + ending),
    ...(WRITTEN_FOR[extension] ?? []).map((ending) => stem + ending),
    ...EXTENSIONS.map((ending) => join(base, `index${ending}`)),
  ];
  for (const name of names) {
    const status = await stat(name).catch(() => undefined);
    if (status && !status.isDirectory()) return name;
  }
  return undefined;
}

/** Whether esbuild can look for a package without reading what never ends. */
async function hasPlainManifests(from: string, path: string): Promise<boolean> {
  const parts = path.split("/").filter((part) => part !== "");
  const inPackage = parts.map((_, index) => join("node_modules", ...parts.slice(0, index + 1), "package.json"));
  const names = [...MANIFESTS, ...inPackage];
  for (let folder = from; ; folder = dirname(folder)) {
    const looks = names.map((name) => stat(join(folder, name)).catch(() => undefined));
    for (const status of await Promise.all(looks)) {
      if (status && !(status.isDirectory() || (status.isFile() && status.size <= MAX_MANIFEST_BYTES))) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
