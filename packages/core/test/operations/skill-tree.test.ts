import { memory, type SkillInput, type SkillSource, SkillsToolset } from "@skillplug/core";
import { expect, test, vi } from "vitest";
import type { SkillFile } from "../../src/sources/source.js";

const MEGABYTE = 1024 * 1024;
const base: SkillInput = {
  name: "papers",
  description: "Finds papers.",
  content: "# P",
  resources: [{ name: "data/x.txt", content: "beside" }],
  scripts: [{ name: "scripts/read.sh", content: "cat data/x.txt" }],
};

const SCRIPT: SkillFile = { path: "scripts/read.sh" };
const FILES: readonly SkillFile[] = [SCRIPT, { path: "SKILL.md" }, { path: "data/x.txt", isExecutable: false }];

/** The digest that a person is asked about. */
async function digestOf(source: SkillSource, script = "read"): Promise<string> {
  const approval = vi.fn((_request: { readonly digest: string }) => false);
  const toolset = new SkillsToolset({ logger: false, sources: [source], approval });
  await expect(toolset.runSkillScript("papers", script)).rejects.toMatchObject({ code: "denied" });
  return approval.mock.calls[0]?.[0].digest ?? "";
}

const digest = (more: Partial<SkillInput> = {}, script?: string) => digestOf(memory([{ ...base, ...more }]), script);

test("the same tree has the same digest, whatever the order of its files", async () => {
  const files = [
    { name: "a.txt", content: "a" },
    { name: "b.txt", content: "b" },
  ];
  expect(await digest({ resources: files })).toBe(await digest({ resources: files.toReversed() }));
});

test.each<[string, Partial<SkillInput>]>([
  ["the instructions", { content: "# Q" }],
  ["a file's content", { resources: [{ name: "data/x.txt", content: "besidf" }] }],
  ["a file's path", { resources: [{ name: "data/y.txt", content: "beside" }] }],
  ["a file more", { resources: [...(base.resources ?? []), { name: "z", content: "" }] }],
  ["the script", { scripts: [{ name: "scripts/read.sh", content: "cat data/x.txt " }] }],
  ["a resource's function more", { resources: [...(base.resources ?? []), { name: "sum", function: () => 1 }] }],
  ["a function more", { scripts: [...(base.scripts ?? []), { name: "sum", function: () => 1 }] }],
])("another digest comes of %s", async (_, more) => {
  expect(await digest(more)).not.toBe(await digest());
});

test("files that no listing names belong to the tree where the source tells of them", async () => {
  const hidden = new Map([[".hidden", "one"]]);
  const source = (): SkillSource => {
    const inner = memory([base]);
    return {
      ...inner,
      filesOf: async () => ["SKILL.md", "scripts/read.sh", ...hidden.keys()].map((path) => ({ path })),
      readFile: async (skill, path, limits) => {
        const text = hidden.get(path);
        return text === undefined ? inner.readFile(skill, path, limits) : new TextEncoder().encode(text);
      },
    };
  };
  const before = await digestOf(source());
  hidden.set(".hidden", "two");
  expect(await digestOf(source())).not.toBe(before);
});

test.each<[string, readonly SkillFile[]]>([
  ["a file that became executable", [SCRIPT, { path: "SKILL.md" }, { path: "data/x.txt", isExecutable: true }]],
  ["a file of which nobody can tell any more", [SCRIPT, { path: "SKILL.md" }, { path: "data/x.txt" }]],
  ["a link", [...FILES, { path: "lib", linksTo: "/lib" }]],
  ["a link beside the file", [...FILES, { path: "data/x.txt", linksTo: "y.txt" }]],
])("another digest comes of %s, as the source tells it", async (_, files) => {
  const source = (told: readonly SkillFile[]): SkillSource => ({ ...memory([base]), filesOf: async () => told });
  const before = await digestOf(source(FILES));
  expect(await digestOf(source([...FILES, ...FILES.toReversed()]))).toBe(before);
  expect(await digestOf(source(files))).not.toBe(before);
  expect(await digestOf(source(files.toReversed()))).toBe(await digestOf(source(files)));
});

test("a link has no content, and leads elsewhere in another digest", async () => {
  const inner = memory([base]);
  const readFile = vi.fn(inner.readFile);
  const source = (linksTo: string): SkillSource => ({
    ...inner,
    readFile,
    filesOf: async () => [SCRIPT, { path: "data/lib", linksTo }],
  });
  expect(await digestOf(source("/one"))).not.toBe(await digestOf(source("/two")));
  expect(readFile.mock.calls.filter(([, path]) => path === "data/lib")).toEqual([]);
});

test("four files are read at a time, and one that cannot be read ends the reading of the others", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `f${String(index).padStart(2, "0")}`);
  const inner = memory([{ ...base, resources: names.map((name) => ({ name, content: "x" })) }]);
  let reading = 0;
  let most = 0;
  let count = 0;
  const source = (fails: string): SkillSource => ({
    ...inner,
    async readFile(skill, path, limits) {
      count += 1;
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      if (path === fails) throw new Error("the disk is gone");
      return inner.readFile(skill, path, limits);
    },
  });
  await digestOf(source(""));
  expect(most).toBeLessThanOrEqual(5); // Beside the script, which is read to tell its command line.
  count = 0;
  const toolset = new SkillsToolset({ logger: false, sources: [source("SKILL.md")], approval: () => true });
  await expect(toolset.runSkillScript("papers", "read")).rejects.toMatchObject({
    code: "source_failed",
    message: expect.stringContaining("the disk is gone"),
  });
  expect(count).toBeLessThan(10);
});

test("a file of 10 MB is read; one byte more is refused, also where the source passes over the limit", async () => {
  const source = (size: number): SkillSource => {
    const inner = memory([base]);
    return {
      ...inner,
      filesOf: async () => [SCRIPT, { path: "SKILL.md" }, { path: "data/big.bin" }],
      readFile: async (skill, path, limits) =>
        path === "data/big.bin" ? new Uint8Array(size) : inner.readFile(skill, path, limits),
    };
  };
  expect(await digestOf(source(10 * MEGABYTE))).toMatch(/^[0-9a-f]{64}$/);
  const toolset = new SkillsToolset({ logger: false, sources: [source(10 * MEGABYTE + 1)], approval: () => true });
  await expect(toolset.runSkillScript("papers", "read")).rejects.toMatchObject({
    code: "resource_load_failed",
    message: expect.stringContaining(
      `The file data/big.bin is refused: it has ${10 * MEGABYTE + 1} bytes and at most ${10 * MEGABYTE} are read`,
    ),
  });
});

test("100 MB in all are read; one byte more is refused, and nobody is asked", async () => {
  const files = Array.from({ length: 10 }, (_, index) => ({
    name: `data/${index}.bin`,
    content: new Uint8Array(10 * MEGABYTE - (index === 0 ? "cat data/x.txt".length : 0)),
  }));
  // A source that tells exactly what there is: the SKILL.md takes nothing off the limit here.
  const inner = memory([{ ...base, resources: files }]);
  const paths = [SCRIPT, ...files.map(({ name }) => ({ path: name }))];
  const exact: SkillSource = { ...inner, filesOf: async () => paths };
  expect(await digestOf(exact)).toMatch(/^[0-9a-f]{64}$/);
  const approval = vi.fn(() => true);
  const more: SkillSource = { ...inner, filesOf: async () => [...paths, { path: "SKILL.md" }] };
  const toolset = new SkillsToolset({ logger: false, sources: [more], approval });
  await expect(toolset.runSkillScript("papers", "read")).rejects.toMatchObject({
    code: "resource_load_failed",
    message: expect.stringContaining(`together they have more than ${100 * MEGABYTE} bytes`),
  });
  expect(approval).not.toHaveBeenCalled();
});
