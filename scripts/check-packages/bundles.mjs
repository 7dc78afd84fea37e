// The ways in which users turn a program into one file, or into what Node can `require`.
import { join } from "node:path";
import { build, transform } from "esbuild";
import { build as buildWithVite } from "vite";

/** What frameworks need whose own code calls `require`: without it none of their programs starts as an ES module. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`;
const requiring = new Set(["ai-sdk", "json-schema", "openai-agents"]);

/** The program with `require` in place of `import`. */
export async function asCommonJs(code) {
  return (await transform(code, { format: "cjs" })).code;
}

/**
 * Bundles the program of a package in each of these ways; resolves to the names of the files. Nothing is split: so Lambda,
 * serverless and tsup bundle, and what is loaded lazily then lies in the same file.
 */
export async function bundle(folder, name) {
  const entry = join(folder, "user.mjs");
  const esbuild = { entryPoints: [entry], bundle: true, platform: "node", target: "node20", logLevel: "error" };
  const banner = requiring.has(name) ? { js: REQUIRE } : {};
  await build({ ...esbuild, format: "cjs", outfile: join(folder, "esbuild.cjs") });
  await build({ ...esbuild, format: "esm", outfile: join(folder, "esbuild.mjs"), banner });
  await build({ ...esbuild, format: "esm", outfile: join(folder, "esbuild-minified.mjs"), banner, minify: true });
  await buildWithVite({
    root: folder,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: entry, outDir: join(folder, "vite") },
  });
  return ["esbuild.cjs", "esbuild.mjs", "esbuild-minified.mjs", "vite/user.mjs"];
}
