import { readFileSync } from "node:fs";
import { parseSkill } from "@skillplug/core/format";
import { expect, test } from "vitest";
import { loadMatter } from "../../src/format/gray-matter.js";
import { refusal, skill } from "./refusal.js";

test("E02, A09: gray-matter parses each front matter that is more than plain lines, and hands the YAML to ours", async () => {
  const { dependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(dependencies).toHaveProperty("gray-matter");
  // Our parser stands on the stack above gray-matter, which called it.
  const { stack } = await refusal(skill("name: [a"));
  expect(stack).toMatch(/parseYaml.*node_modules[/\\]gray-matter[/\\]/s);
});

test("A09, G03: the YAML is ours: what YAML 1.1 takes for booleans, dates, octal and base-60 numbers stays a text", async () => {
  const texts = ["yes", "no", "on", "True", "2024-01-02", "1:30", "007", "0o7", "0x1f", "1e3", "1_000", ".5", ".inf"];
  const { metadata } = await parseSkill(skill(`name: a\ndescription: b\nlist: [${texts.join(", ")}]`));
  expect(metadata["list"]).toEqual(texts);
});

test.each(["js", "javascript", "json", "coffee", "toml"])(
  "G01: %s front matter does not run, also where gray-matter itself meets it",
  async (language) => {
    const matter = await loadMatter();
    const parse = () => ({ parsed: true });
    expect(() => matter(`---${language}\nglobalThis.hacked = {}\n---\n`, parse)).toThrow(
      expect.objectContaining({ reason: "front-matter-language", message: "Only YAML front matter is read." }),
    );
    expect("hacked" in globalThis).toBe(false);
  },
);

test("G02: bad input 2: broken YAML gives the same error each time", async () => {
  const broken = skill("name: [a\ndescription: b");
  const first = await refusal(broken);
  expect(first).toMatchObject({ reason: "front-matter-yaml", line: 3 });
  expect(await refusal(broken)).toMatchObject({ reason: first.reason, line: first.line, message: first.message });
});

test("G02: the same text is parsed anew each time, and what comes of it is frozen and shares nothing", async () => {
  const text = skill("name: a\ndescription: b\nmetadata:\n  tags: [x]\nlist: [x]");
  const [first, second] = [await parseSkill(text), await parseSkill(text)];
  expect(second.metadata).toEqual(first.metadata);
  expect(second.metadata).not.toBe(first.metadata);
  expect(second.metadata["metadata"]).not.toBe(first.metadata["metadata"]);
  expect([first.metadata, first.metadata["metadata"], first.metadata["list"]].every(Object.isFrozen)).toBe(true);
});
