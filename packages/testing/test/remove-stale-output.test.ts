import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/remove-stale-output.mjs", import.meta.url));

test("what was built of a source that is gone is removed, and nothing else", async () => {
  const built = (name: string) => ({ [`${name}.js`]: "", [`${name}.js.map`]: "", [`${name}.d.ts`]: "" });
  const files = {
    "src/kept.ts": "",
    "src/below/kept.ts": "",
    ...built("dist/kept"),
    ...built("dist/below/kept"),
    "dist/.tsbuildinfo": "",
    "dist/terms.json": "",
    "dist/gone/notes.txt": "",
  };
  const gone = { ...built("dist/gone"), ...built("dist/below/gone"), ...built("dist/gone/inner") };
  const places = ["packages/a", "examples/b"];
  const all = places.flatMap((place) => Object.keys({ ...files, ...gone }).map((file) => [`${place}/${file}`, ""]));
  const cwd = await folderWith({ ...Object.fromEntries(all), "packages/unbuilt/src/a.ts": "" });
  await promisify(execFile)(process.execPath, [SCRIPT], { cwd });
  const left = await readdir(cwd, { recursive: true, withFileTypes: true });
  const paths = left.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  const kept = places.flatMap((place) => Object.keys(files).map((file) => `${cwd}/${place}/${file}`));
  expect(paths.sort()).toEqual([...kept, `${cwd}/packages/unbuilt/src/a.ts`].sort());
});
