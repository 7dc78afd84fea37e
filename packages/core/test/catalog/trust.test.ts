import { memory, type SkillInput, type SkillSource, type SkillSummary } from "@skillplug/core";
import { expect, test } from "vitest";
import type { Catalog } from "../../src/catalog/catalog.js";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

const options = { validate: false, onDuplicate: "last" } as const;
const skill = (name: string): SkillInput => ({ name, description: name, content: "" });

/** A source whose skills lie in these folders. */
function lyingIn(id: string, folders: Readonly<Record<string, string>>, more: Partial<SkillSource> = {}): SkillSource {
  const directoryOf = ({ name }: SkillSummary) => folders[name] ?? "/nowhere";
  return { ...memory(Object.keys(folders).map(skill), { id }), directoryOf, ...more };
}

const trustOf = ({ entries }: Catalog) =>
  Object.fromEntries([...entries].map(([name, { trusted }]) => [name, trusted]));

test.each([
  ["the same folder", "/skills/pdf", "/skills/pdf", false],
  ["a folder in which a stranger's skill lies", "/skills/pdf", "/skills/pdf/downloads/x", false],
  ["a folder within a stranger's skill", "/downloads/x/pdf", "/downloads/x", false],
  ["the root of the disk below which a stranger's skill lies", "/", "/downloads/x", false],
  ["the same folder on Windows", String.raw`C:\skills\pdf`, String.raw`C:\skills\pdf`, false],
  ["a folder above a stranger's on Windows", String.raw`C:\skills`, String.raw`C:\skills\x`, false],
  ["a folder beside a stranger's", "/skills/pdf", "/skills/x", true],
  ["a folder whose name begins alike", "/skills/pdf", "/skills/pdf-2", true],
])("a skill of a trusted source in %s", async (_, own, strangers, trusted) => {
  const sources = [lyingIn("downloads", { x: strangers }, { trusted: false }), lyingIn("ours", { pdf: own })];
  for (const order of [sources, sources.toReversed()]) {
    const catalog = await loadCatalog(order, options);
    expect(trustOf(catalog)).toEqual({ pdf: trusted, x: false });
    expect(catalog.diagnostics).toEqual(
      trusted
        ? []
        : [
            {
              code: "untrusted-folder",
              severity: "warning",
              skill: "pdf",
              source: "ours",
              location: "ours",
              message: expect.stringMatching(
                /"pdf" of ours is not trusted, since its folder .+ downloads, which is not/,
              ),
            },
          ],
    );
  }
});

test("one folder under two sources has the lower trust of the two, and nobody's rule gives it the higher", async () => {
  const sources = [
    lyingIn("downloads", { x: "/downloads/x" }, { trusted: false }),
    lyingIn(".", { x: "/downloads/x", own: "/own" }),
  ];
  for (const onDuplicate of ["last", "first", "error"] as const) {
    expect(trustOf(await loadCatalog(sources, { ...options, onDuplicate }))).toEqual({ own: true, x: false });
  }
});

test("a skill that says that it is not trusted taints its folder too", async () => {
  const listed = lyingIn("ours", { a: "/skills/a", b: "/skills/a/b" });
  const list: SkillSource["list"] = async (how) => {
    const { skills, diagnostics } = await listed.list(how);
    return { skills: skills.map((one) => (one.name === "a" ? { ...one, trusted: false } : one)), diagnostics };
  };
  expect(trustOf(await loadCatalog([{ ...listed, list }], options))).toEqual({ a: false, b: false });
});

test("what a source that is not trusted says that it reaches is not trusted, also where it lists nothing", async () => {
  const reaches = (folder: string) => folder.startsWith("/downloads");
  const stranger = lyingIn("downloads", {}, { trusted: false, reaches });
  const catalog = await loadCatalog([stranger, lyingIn("ours", { a: "/downloads/a", b: "/skills/b" })], options);
  expect(trustOf(catalog)).toEqual({ a: false, b: true });
  expect(catalog.diagnostics[0]?.message).toContain(
    "its folder /downloads/a is reached by downloads, which is not trusted",
  );
});

test("what a trusted source reaches says nothing", async () => {
  const reaching = lyingIn("all", {}, { reaches: () => true });
  const stranger = lyingIn("downloads", { x: "/downloads/x" }, { trusted: false });
  expect(trustOf(await loadCatalog([reaching, stranger, lyingIn("ours", { a: "/a" })], options))).toEqual({
    a: true,
    x: false,
  });
});

const fails = (): never => {
  throw new Error("no idea");
};

test("a source that cannot tell where its skill lies is not trusted beside strangers, and trusted without them", async () => {
  const lost = lyingIn("ours", { a: "/a" }, { directoryOf: fails });
  const alone = await loadCatalog([lost], options);
  expect([trustOf(alone), alone.diagnostics]).toEqual([{ a: true }, []]);
  const beside = await loadCatalog([lost, { ...memory([]), trusted: false }], options);
  expect(trustOf(beside)).toEqual({ a: false });
  expect(beside.diagnostics[0]?.message).toContain("since its source cannot tell where it lies (no idea)");
});

test("a stranger that cannot tell what it reaches, or where its skills lie, makes nothing trusted", async () => {
  const ours = lyingIn("ours", { a: "/a" });
  const unsure = lyingIn("downloads", { x: "/x" }, { trusted: false, reaches: fails });
  const catalog = await loadCatalog([ours, unsure], options);
  expect(trustOf(catalog)).toEqual({ a: false, x: false });
  expect(catalog.diagnostics[0]?.message).toContain("downloads, which is not trusted, cannot tell what it reaches");
  const lost = lyingIn("downloads", { x: "/x" }, { trusted: false, directoryOf: fails });
  expect(trustOf(await loadCatalog([lost], options))).toEqual({ x: false });
});

test("skills in memory have no folder, and keep their trust", async () => {
  const stranger = lyingIn("downloads", { x: "/" }, { trusted: false });
  expect(trustOf(await loadCatalog([memory([skill("a")]), stranger], options))).toEqual({ a: true, x: false });
});

test("a skill that loses its trust is changed", async () => {
  let strangers: Readonly<Record<string, string>> = {};
  const stranger: SkillSource = {
    ...lyingIn("downloads", {}, { trusted: false }),
    list: (how) => lyingIn("downloads", strangers).list(how),
    directoryOf: ({ name }) => strangers[name] ?? "",
  };
  const sources = [lyingIn("ours", { a: "/a" }), stranger];
  const before = await loadCatalog(sources, options);
  strangers = { x: "/a/x" };
  const after = await loadCatalog(sources, options, before);
  expect(after.change).toEqual({ added: ["x"], changed: ["a"], removed: [] });
});
