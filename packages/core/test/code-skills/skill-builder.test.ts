import { SkillBuilder, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";

test("A44: a builder takes functions that have a name, and what is built does not change", async () => {
  const builder = new SkillBuilder("weather").description("Forecasts.").compatibility("any").metadata({ a: "1" });
  const first = builder.build();
  const second = builder
    .metadata({ b: "2" })
    .resource(function cities() {
      return "Oslo";
    })
    .script(function now(args) {
      return args;
    })
    .build();
  expect(first).toMatchObject({ metadata: { a: "1" }, compatibility: "any", resources: [], scripts: [] });
  expect(second.metadata).toEqual({ a: "1", b: "2" });
  const toolset = new SkillsToolset({ skills: [second] });
  expect(await toolset.runSkillScript("weather", "now", ["a"])).toBe('["a"]');
  expect(await toolset.readSkillResource("weather", "cities")).toBe("Oslo");
});
