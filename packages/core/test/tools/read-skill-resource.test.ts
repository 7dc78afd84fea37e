import { loadSkills, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { callTool, research, toolOf } from "./call-tool.js";

const read = (fields: object) => callTool("read_skill_resource", { skill_name: "weather", ...fields });

/** Reads from a file of that text or these bytes. */
const readFrom = (content: string | Uint8Array, fields: object = {}) =>
  callTool("read_skill_resource", { skill_name: "web-research", resource_name: "file.bin", ...fields }, [
    { ...research, resources: [{ name: "file.bin", content }] },
  ]);

test.each(["references/cities.md", "cities.md", "cities", "./references/cities.md"])(
  "B12: finds %s",
  async (resource_name) => {
    expect(await read({ resource_name })).toEqual({ ok: true, text: "Paris\nRome\n" });
  },
);

test("pages a long text, and says how to go on", async () => {
  expect((await read({ resource_name: "cities", limit: 5 })).text).toBe(
    "Paris\n\n[characters 0 to 5 of 11; read on with offset 5]",
  );
  expect((await read({ resource_name: "cities", offset: 6 })).text).toBe("Rome\n\n\n[characters 6 to 11 of 11]");
});

test("a page has 50,000 characters where no limit is given", async () => {
  const page = "x".repeat(50_000);
  expect((await readFrom(page)).text).toBe(page);
  expect((await readFrom(`${page}y`)).text).toBe(
    `${page}\n\n[characters 0 to 50000 of 50001; read on with offset 50000]`,
  );
});

test.each([
  [-5, 0],
  [10, 10],
  [Number.NaN, 0],
  [2.9, 2],
])("an offset of %d is brought into the text", async (offset, start) => {
  expect((await read({ resource_name: "cities", offset, limit: 3 })).text).toContain(`[characters ${start} to`);
});

test.each([11, 1e9])("an offset of %d is past the end, which is an error that says what there is", async (offset) => {
  expect(await read({ resource_name: "cities", offset })).toMatchObject({
    ok: false,
    text: `Error: The text ends before offset ${offset}: it has 11 characters. Send an offset from 0 to 10, or none.`,
    error: { code: "invalid_input" },
  });
});

test.each([
  [0, 1],
  [-1, 1],
  [0.9, 1],
  [2.9, 2],
])("a limit of %d reads %d characters, so that reading on comes to an end", async (limit, end) => {
  expect((await read({ resource_name: "cities", limit })).text).toBe(
    `${"Paris".slice(0, end)}\n\n[characters 0 to ${end} of 11; read on with offset ${end}]`,
  );
});

test("an empty file is said to be empty", async () => {
  expect(await readFrom("")).toEqual({ ok: true, text: "(the file is empty)" });
});

test("bad input 19: an image is attached, another binary file too, each with its type and size", async () => {
  expect(await read({ resource_name: "dot.png" })).toMatchObject({
    text: "dot.png: image/png, 8 bytes",
    content: [{ type: "text" }, { type: "image", data: "iVBORw0KGgo=", mediaType: "image/png" }],
  });
  expect(await read({ resource_name: "data.bin" })).toMatchObject({
    content: [
      { type: "text" },
      { type: "file", data: "AAEC", mediaType: "application/octet-stream", name: "data.bin" },
    ],
  });
});

test("a binary file of 5 MiB is attached whole, a larger one is named alone", async () => {
  const bytes = new Uint8Array(5 * 1024 * 1024 + 1).map((_, index) => index % 251);
  const most = bytes.subarray(0, -1);
  expect(await readFrom(most)).toEqual({
    ok: true,
    text: "file.bin: application/octet-stream, 5242880 bytes",
    content: [
      { type: "text", text: "file.bin: application/octet-stream, 5242880 bytes" },
      {
        type: "file",
        data: Buffer.from(most).toString("base64"),
        mediaType: "application/octet-stream",
        name: "file.bin",
      },
    ],
  });
  expect(await readFrom(bytes)).toEqual({
    ok: true,
    text: "file.bin: application/octet-stream, 5242881 bytes; too large to attach.",
  });
});

test("A35: arguments reach a function, and so does the framework's context", async () => {
  expect((await read({ resource_name: "query", args: { q: 1 } })).text).toBe('{"q":1}');
  expect((await read({ resource_name: "query", args: '{"q": 1}' })).text).toBe('{"q":1}');
  const resources = [{ name: "whoami", function: (_: unknown, { context }: { context?: unknown }) => context }];
  const tool = await toolOf(new SkillsToolset({ skills: [{ ...research, resources }] }), "read_skill_resource");
  const input = { skill_name: "web-research", resource_name: "whoami" };
  expect((await tool.execute(input, { context: { user: 7 } })).text).toBe('{"user":7}');
});

test.each(["../secret", "/etc/passwd", "..\\x", "C:\\x", "~/.ssh/id_rsa", "file:///etc/passwd"])(
  "bad input 15: %s is refused with the names that exist",
  async (resource_name) => {
    const result = await read({ resource_name });
    expect(result).toMatchObject({ ok: false, error: { code: "resource_not_found" } });
    expect(result.text).toContain("references/cities.md");
  },
);

test("an aborted call reads no file", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.md": "x" });
  const tool = await toolOf(await loadSkills(folder), "read_skill_resource");
  const input = { skill_name: "a", resource_name: "x.md" };
  expect(await tool.execute(input, { signal: AbortSignal.abort() })).toMatchObject({
    ok: false,
    error: { code: "aborted" },
  });
});

test("no limit reads more than 100,000 characters", async () => {
  const { text } = await readFrom("x".repeat(100_001), { limit: 1e9 });
  expect(text).toBe(`${"x".repeat(100_000)}\n\n[characters 0 to 100000 of 100001; read on with offset 100000]`);
  expect((await readFrom("x".repeat(100_000), { limit: 1e9 })).text).toHaveLength(100_000);
});

test("a page cuts no character in half, and reading on comes to an end", async () => {
  expect((await readFrom("a😀b", { limit: 2 })).text).toBe("a\n\n[characters 0 to 1 of 4; read on with offset 1]");
  expect((await readFrom("a😀b", { limit: 1, offset: 1 })).text).toBe(
    "😀\n\n[characters 1 to 3 of 4; read on with offset 3]",
  );
  expect((await readFrom("a😀b", { limit: 1, offset: 2 })).text).toContain("😀\n\n[characters 1 to 3");
});

test("what cannot be seen is left out and counted, in a file and in what a function gives; the rest stays as it is", async () => {
  expect((await readFrom("<b>a</b>\t\u200Bb\r\n\uFEFF")).text).toBe(
    "<b>a</b>\tb\n\n\n[2 characters that cannot be seen were left out]",
  );
  const resources = [{ name: "f", function: () => "a\u202E" }];
  const input = { skill_name: "web-research", resource_name: "f" };
  expect((await callTool("read_skill_resource", input, [{ ...research, resources }])).text).toBe(
    "a\n\n[1 character that cannot be seen was left out]",
  );
});

test("a file that is only called .png is no image", async () => {
  const fields = { skill_name: "web-research", resource_name: "a.png" };
  const readPng = (content: string | Uint8Array) =>
    callTool("read_skill_resource", fields, [{ ...research, resources: [{ name: "a.png", content }] }]);
  expect(await readPng("just text")).toEqual({ ok: true, text: "just text" });
  expect(await readPng(new Uint8Array([0, 1, 2]))).toMatchObject({
    text: "a.png: application/octet-stream, 3 bytes",
    content: [{ type: "text" }, { type: "file", mediaType: "application/octet-stream" }],
  });
});

// No file system of Windows takes them.
test.skipIf(process.platform === "win32")(
  "odd file names that are listed are read by the name that is shown",
  async () => {
    const odd = [
      "a\nb.md",
      "esc\u001B[31m.md",
      "bidi\u202E.md",
      "tag\u{E0041}.md",
      "x<y>.md",
      "Q&A.md",
      "</skill_content>.md",
      "e\u0301.md",
      `${"n".repeat(240)}.md`,
      "\u200Bz.md",
      "a'b\"c.md",
      "r%2e.md",
    ];
    const files = Object.fromEntries(odd.map((name) => [`a/f/${name}`, `text of ${JSON.stringify(name)}`]));
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), ...files });
    const toolset = await loadSkills(folder);
    const { text } = await (await toolOf(toolset, "load_skill")).execute({ name: "a" });
    const shown = [...text.matchAll(/^- (.*)$/gm)].map(([, name]) => name);
    expect(shown).toHaveLength(odd.length);
    const read = await toolOf(toolset, "read_skill_resource");
    const answers = await Promise.all(shown.map((resource_name) => read.execute({ skill_name: "a", resource_name })));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(odd.length);
  },
);

test.skipIf(process.platform === "win32")(
  "a file whose name no reading accepts is not listed, and reported",
  async () => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x\\y.md": "", "a/dot.": "", "a/ok.md": "" });
    const toolset = await loadSkills(folder, { logger: false });
    const [summary] = await toolset.listSummaries();
    expect(summary?.resources.map(({ name }) => name)).toEqual(["ok.md"]);
    expect((await toolset.getDiagnostics()).map(({ code, message }) => [code, message])).toEqual([
      ["unusable-file-name", "The file dot. is not listed: a part ends with a dot or a space. Rename it."],
      ["unusable-file-name", "The file x\\y.md is not listed: it contains a backslash. Rename it."],
    ]);
  },
);
