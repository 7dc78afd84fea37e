import { memory, type SkillInput, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { changingSource } from "../sources/changing-source.js";
import { callTool, research, toolOf, weather } from "./call-tool.js";

test("A33, B10: list_skills answers a text for the model and a record for a program", async () => {
  const result = await callTool("list_skills", {});
  expect(result.text).toBe("- weather: Looks up the weather of a city\n- web-research: Researches the web");
  expect(result).toEqual({
    ok: true,
    text: result.text,
    data: { weather: weather.description, "web-research": research.description },
  });
});

/** Skills whose whole list has so many characters. */
function skillsWithList(length: number): SkillInput[] {
  const skills = Array.from({ length: 30 }, (_, index) => ({ name: `skill-${index}`, description: "", content: "" }));
  const lines = skills.map(({ name }) => `- ${name}: `).join("\n").length;
  return skills.map((skill, index) => {
    const share = Math.floor((length - lines) / 30) + (index === 0 ? (length - lines) % 30 : 0);
    return { ...skill, description: "x".repeat(share) };
  });
}

test("list_skills shows whole descriptions up to 20,000 characters, and shortens them from there", async () => {
  const whole = await callTool("list_skills", {}, skillsWithList(20_000));
  expect(whole.text).toHaveLength(20_000);
  expect(whole.text).not.toContain("…");
  const cut = await callTool("list_skills", {}, skillsWithList(20_001));
  expect(cut.text.length).toBeLessThanOrEqual(20_000);
  expect(cut.text.match(/^- skill-\d+: x+/gm)).toHaveLength(30);
  expect(cut.text).toContain("…");
});

test("list_skills leaves out what does not fit, and tells how to find it; a program gets all", async () => {
  const skills = Array.from({ length: 3000 }, (_, index) => ({
    name: `skill-${index}`,
    description: "Does it",
    content: "",
  }));
  const result = await callTool("list_skills", {}, skills);
  const named = result.text.match(/^- skill-\d+$/gm)?.length ?? 0;
  expect(result.text).toMatch(new RegExp(`\nand ${3000 - named} more: call search_skills to find them\\.$`));
  expect(result.text.length).toBeLessThanOrEqual(20_000);
  expect(result.text.length).toBeGreaterThan(20_000 - "- skill-1000\n".length);
  expect(Object.keys((result.ok && result.data) || {})).toHaveLength(3000);
});

test("list_skills of a toolset that has lost its skills says so", async () => {
  const { source, skills } = changingSource([{ name: "a", description: "Does a", content: "" }]);
  const toolset = new SkillsToolset({ sources: [source] });
  const list = await toolOf(toolset, "list_skills");
  skills.clear();
  await toolset.reload();
  expect(await list.execute({})).toEqual({ ok: true, text: "No skills are installed.", data: {} });
});

test("trusted skills come first in every list, and are shown as if there were no others", async () => {
  const own = Array.from({ length: 3 }, (_, index) => ({
    name: `z-${index}`,
    description: "Works on invoices",
    content: "",
  }));
  const strangers = [
    { name: `a${"n".repeat(31_000)}`, description: "invoices ".repeat(100), content: "" },
    ...Array.from({ length: 3_000 }, (_, index) => ({ name: `a0000${index}`, description: "invoices", content: "" })),
  ];
  const withStrangers = new SkillsToolset({
    sources: [{ ...memory(strangers), trusted: false }],
    skills: own,
    logger: false,
  });
  const alone = new SkillsToolset({ skills: own, logger: false });
  const listsOf = async (toolset: SkillsToolset) => {
    const search = await toolOf(toolset, "search_skills");
    return {
      instructions: await toolset.getInstructions(),
      description: (await toolOf(toolset, "load_skill")).description,
      list: (await (await toolOf(toolset, "list_skills")).execute({})).text,
      search: (await search.execute({ query: "invoices", limit: 50 })).text.replace(
        "\nCall load_skill with the name that fits.",
        "",
      ),
    };
  };
  const before = await listsOf(alone);
  for (const [what, list] of Object.entries(await listsOf(withStrangers))) {
    const lines = before[what as keyof typeof before].split("\n").filter((line) => line.startsWith("- z-"));
    expect([what, lines.length]).toEqual([what, 3]);
    expect([
      what,
      list
        .split("\n")
        .filter((line) => line.startsWith("- "))
        .slice(0, 3),
    ]).toEqual([what, lines]);
    expect(list).not.toContain("n".repeat(64));
  }
});

test("a stranger whose name looks like a trusted one's is told from it behind its name, wherever names are listed", async () => {
  const content = "";
  const toolset = new SkillsToolset({
    sources: [{ ...memory([{ name: "PDF", description: "Reads invoices", content }]), trusted: false }],
    skills: [{ name: "pdf", description: "Reads invoices", content }],
    logger: false,
  });
  const search = await toolOf(toolset, "search_skills");
  const texts = [
    await toolset.getInstructions(),
    await toolset.getInstructions({ maxTokens: 700 }),
    (await toolOf(toolset, "load_skill")).description,
    (await (await toolOf(toolset, "list_skills")).execute({})).text,
    (await search.execute({ query: "invoices" })).text,
  ];
  for (const text of texts) {
    expect(text).toMatch(/^- pdf(?: \(.*)?(?::|$)/m);
    expect(text).toMatch(/^- PDF \(not trusted; not pdf\)(?::|$)/m);
    expect(text).not.toMatch(/^- pdf \(/m);
  }
});
