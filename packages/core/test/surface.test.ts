import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// What the package promises: every name that it exports has to be kept.
const root = fileURLToPath(new URL("../../../", import.meta.url));

test("the main entry exports at most 110 names, each once", () => {
  const code = readFileSync(join(root, "packages/core/src/index.ts"), "utf8");
  const lists = [...code.matchAll(/^export (?:type )?\{(.*?)\}/gms)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(",").map((name) => name.replace(/^\s*type\s/, "").trim()));
  const exported = names.filter((name) => name !== "");
  expect(new Set(exported).size).toBe(exported.length);
  expect(exported.length).toBeGreaterThan(90);
  expect(exported.length).toBeLessThanOrEqual(110);
});

test.each(["", "/adapter", "/format", "/search", "/text"])(
  "every value of @skillplug/core%s stands in a README or a guide",
  async (entry) => {
    const guides = readdirSync(join(root, "docs")).filter(
      (name) => /\.md$/.test(name) && !/^(?:requirements|design)/.test(name),
    );
    const pages = ["README.md", "packages/core/README.md", ...guides.map((name) => `docs/${name}`)];
    const text = pages.map((page) => readFileSync(join(root, page), "utf8")).join("\n");
    const values = Object.keys(await import(`@skillplug/core${entry}`));
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  },
);
