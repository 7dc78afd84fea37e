import { create } from "@orama/orama";
import { type SkillEvent, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";

test("a search that fails is rejected, and is not taken for one whose meanings cannot be had", async () => {
  let searches = 0;
  const beforeSearch = () => {
    if (++searches === 1) throw new Error("no memory");
  };
  const events: SkillEvent[] = [];
  const toolset = new SkillsToolset({
    skills: [{ name: "red", description: "Paints in red", content: "" }],
    onEvent: (event) => void events.push(event),
    search: { createDatabase: (defaults) => create({ ...defaults, plugins: [{ name: "breaks", beforeSearch }] }) },
  });
  await expect(toolset.searchSkills("red")).rejects.toThrow("no memory");
  expect(searches).toBe(1);
  expect(events.filter(({ type }) => type === "warning")).toEqual([]);
  expect(await toolset.searchSkills("red")).toMatchObject([{ name: "red" }]);
});
