import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import type { OnResolveArgs, OnResolveResult, PluginBuild } from "esbuild";
import { expect, test } from "vitest";
import { pinFolder } from "../../../src/node/pinned-folder.js";
import { ownFiles } from "../../../src/node/processes/own-files.js";
import { MAX_SOURCE_BYTES } from "../../../src/node/processes/own-source.js";

type Resolve = (request: Pick<OnResolveArgs, "path" | "kind" | "resolveDir">) => Promise<OnResolveResult | undefined>;

test("32 MB are bundled, each file counted once, and what is more is left to Node", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `part-${index}.ts`);
  const folder = await folderWith(Object.fromEntries([...names, "more.ts", "none.ts"].map((name) => [name, ""])));
  // Files with nothing in them but a hole.
  await Promise.all(names.map((name) => truncate(join(folder, name), MAX_SOURCE_BYTES)));
  await truncate(join(folder, "more.ts"), 1);
  let resolve: Resolve | undefined;
  const build = { onResolve: (_: unknown, found: Resolve) => (resolve = found) } as unknown as PluginBuild;
  await ownFiles(join(folder, "none.ts"), await pinFolder(folder)).setup(build);
  const isBundled = async (name: string) => {
    const found = await resolve?.({ path: `./${name}`, kind: "import-statement", resolveDir: folder });
    return found?.path === join(folder, name) && !found.external;
  };
  for (const name of [...names, ...names, "none.ts"]) expect(await isBundled(name), name).toBe(true);
  expect(await isBundled("more.ts")).toBe(false);
});
