import { expect, test } from "vitest";

test("the entry can be imported", async () => {
  expect(await import("@skillplug/core")).toBeDefined();
});
