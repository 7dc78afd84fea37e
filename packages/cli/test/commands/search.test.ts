import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

test("search: the best first, --limit, and a word on stderr when nothing fits", async () => {
  const cwd = await project();
  const hits = await piped(["search", "draw", "charts", "--limit", "1"], { cwd });
  expect(hits.stdout).toMatch(/^\d+\.\d{3}\tcharts\tDraws charts of numbers\n$/);
  const json = await piped(["search", "charts", "--json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ query: "charts", hits: [{ name: "charts" }] });
  const none = await piped(["search", "submarine"], { cwd });
  expect(none).toEqual({ code: 0, stdout: "", stderr: expect.stringContaining("No skill fits.") });
});

test("search --explain: the words that each field has, and the passage with its place", async () => {
  const cwd = await project();
  const { stdout, code } = await piped(["search", "fill in forms", "--explain"], { cwd });
  expect(code).toBe(0);
  expect(stdout.replace(/\d+\.\d{3}/, "SCORE")).toBe(
    [
      "pdf-forms  SCORE",
      "  name: forms",
      "  description: fill, forms",
      "  body: fill, forms",
      "  skills/pdf-forms/SKILL.md:5",
      "  # Forms",
      "  Fill them in.",
      "",
    ].join("\n"),
  );
  const json = await piped(["search", "fill in forms", "--explain", "--json"], { cwd });
  expect(JSON.parse(json.stdout).hits[0]).toMatchObject({
    matches: [{ field: "name", words: ["forms"] }, { field: "description" }, { field: "body" }],
    passage: { text: "# Forms\nFill them in.", startLine: 5, endLine: 7 },
  });
});

test("search: ten skills by default, --limit up to 50", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 51; index += 1)
    files[`skills/s-${index}/SKILL.md`] = skillText(`s-${index}`, "Draws charts");
  const cwd = await folderWith(files);
  const found = async (...more: string[]) =>
    JSON.parse((await piped(["search", "charts", "--json", ...more], { cwd })).stdout).hits.length;
  expect(await Promise.all([found(), found("--limit", "50")])).toEqual([10, 50]);
});

test("search --explain: passages of several skills, with a blank line between", async () => {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("a", "Draws charts"),
    "skills/b/SKILL.md": skillText("b", "Draws charts"),
  });
  const { stdout } = await piped(["search", "charts", "--explain"], { cwd });
  expect(stdout.split("\n\n")).toHaveLength(2);
});
