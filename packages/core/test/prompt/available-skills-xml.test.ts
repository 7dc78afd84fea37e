import { toAvailableSkillsXml } from "@skillplug/core";
import { expect, test } from "vitest";

test("the XML list has no skill that only people may call for, and when_to_use behind the description", () => {
  const skills = [
    { name: "a", description: "Paints.", metadata: { when_to_use: "For walls." } },
    { name: "b", description: "Wipes.", metadata: { "disable-model-invocation": true } },
    { name: "c", description: "Burns.", invocation: { model: false, user: true } },
    { name: "d", description: "Digs.", invocation: { model: true, user: false } },
  ];
  const lines = toAvailableSkillsXml(skills).split("\n");
  expect(lines.filter((line) => !line.startsWith("<"))).toEqual(["a", "Paints. For walls.", "d", "Digs."]);
});
