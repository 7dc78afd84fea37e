import { memory, SkillResourceLoadError, type SkillSource, SkillsToolset } from "@skillplug/core";
import { expect, test, vi } from "vitest";

const MEGABYTES_10 = 10 * 1024 * 1024;
const base = { name: "papers", description: "Finds papers.", content: "# P" };

test("a script that is a function cannot be read, as reading it would run it without approval", async () => {
  const call = vi.fn(() => "ran");
  const scripts = [
    { name: "scripts/sum", function: call },
    { name: "scripts/sum.py", content: "print(1)" },
  ];
  const toolset = new SkillsToolset({ skills: [{ ...base, scripts }], approval: "always" });
  await expect(toolset.readSkillResource("papers", "scripts/sum")).resolves.toBe("print(1)");
  const alone = new SkillsToolset({ skills: [{ ...base, scripts: scripts.slice(0, 1) }] });
  for (const name of ["scripts/sum", "sum"])
    await expect(alone.readSkillResource("papers", name)).rejects.toMatchObject({
      code: "resource_not_found",
      message: `Resource '${name}' not found. There are no resources.`,
    });
  expect(call).not.toHaveBeenCalled();
});

test("B12: a resource comes before a script of the same file name, and a script's file can be read", async () => {
  const toolset = new SkillsToolset({
    skills: [
      {
        ...base,
        resources: [{ name: "docs/sum.py", content: "an example" }],
        scripts: [
          { name: "scripts/sum.py", content: "print(1)" },
          { name: "scripts/other.py", content: "print(2)" },
          { name: "lib/deep/z.py", content: "print(3)" },
          { name: "scripts/deep/z.py", content: "print(4)" },
        ],
      },
    ],
  });
  expect(await toolset.readSkillResource("papers", "sum.py")).toBe("an example");
  expect(await toolset.readSkillResource("papers", "scripts/sum.py")).toBe("print(1)");
  expect(await toolset.readSkillResource("papers", "other")).toBe("print(2)");
  expect(await toolset.readSkillResource("papers", "deep/z.py")).toBe("print(4)");
});

test.each(["references", "resources", "assets", "examples"])(
  "B12: the folder %s can be left out of a resource's name",
  async (folder) => {
    const resources = [
      { name: `${folder}/deep/guide.md`, content: "right" },
      { name: "other/deep/guide.md", content: "wrong" },
    ];
    const toolset = new SkillsToolset({ skills: [{ ...base, resources }] });
    expect(await toolset.readSkillResource("papers", "deep/guide.md")).toBe("right");
  },
);

test("B12: a name that fits several resources is an error that names them, and no script is read instead", async () => {
  const resources = ["a/guide.md", "b/guide.md", "c/other.md"].map((name) => ({ name, content: name }));
  const scripts = [{ name: "scripts/guide.md", content: "a script" }];
  const toolset = new SkillsToolset({ skills: [{ ...base, resources, scripts }] });
  await expect(toolset.readSkillResource("papers", "guide.md")).rejects.toMatchObject({
    code: "resource_not_found",
    message: "Resource 'guide.md' fits several resources: a/guide.md, b/guide.md. Give the whole path.",
    available: ["a/guide.md", "b/guide.md"],
  });
});

test("the reading of a file has a limit, and ends with the call's signal", async () => {
  const inner = memory([{ ...base, resources: [{ name: "a.md", content: "A" }] }]);
  const readFile = vi.fn(inner.readFile);
  const source: SkillSource = { ...inner, readFile };
  const { signal } = new AbortController();
  const toolset = new SkillsToolset({ sources: [source] });
  await toolset.readSkillResource("papers", "a.md", undefined, { signal });
  const [, path, limits] = readFile.mock.lastCall ?? [];
  expect([path, limits?.maxBytes]).toEqual(["a.md", MEGABYTES_10]);
  expect(limits?.signal).toBe(signal);
});

test("a file of 10 MB is read, one that is a byte longer is refused", async () => {
  const read = (bytes: number) => {
    const resources = [{ name: "data.bin", content: new Uint8Array(bytes) }];
    return new SkillsToolset({ skills: [{ ...base, resources }] }).readSkillResource("papers", "data.bin");
  };
  expect(await read(MEGABYTES_10)).toContain(`${MEGABYTES_10} bytes`);
  await expect(read(MEGABYTES_10 + 1)).rejects.toThrow(`at most ${MEGABYTES_10} are read`);
});

test("a function receives the arguments, an empty object where there are none, and the call's options", async () => {
  const call = vi.fn(() => "");
  const toolset = new SkillsToolset({ skills: [{ ...base, resources: [{ name: "now", function: call }] }] });
  const options = { signal: new AbortController().signal, context: { user: 1 }, onOutput: () => {} };
  await toolset.readSkillResource("papers", "now", { city: "Oslo" }, options);
  await toolset.readSkillResource("papers", "now");
  expect(call.mock.calls).toEqual([
    [{ city: "Oslo" }, { ...options, signal: expect.any(AbortSignal) }],
    [{}, { signal: expect.any(AbortSignal) }],
  ]);
});

test("a function that throws is a resource that could not be read, with the cause; an abort stays one", async () => {
  const cause = new Error("no network");
  const resources = [
    { name: "broken", function: () => Promise.reject(cause) },
    { name: "waits", function: () => new Promise(() => {}) },
  ];
  const toolset = new SkillsToolset({ skills: [{ ...base, resources }] });
  const failed = await toolset.readSkillResource("papers", "broken").catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SkillResourceLoadError);
  expect(failed).toMatchObject({ message: "The resource broken failed: no network", cause });
  const controller = new AbortController();
  const waiting = toolset.readSkillResource("papers", "waits", {}, { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
});
