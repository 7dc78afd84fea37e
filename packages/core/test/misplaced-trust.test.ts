// Where a caller without types misspells or misplaces `trusted`, nothing is trusted by accident.

import { directory, loadSkills } from "@skillplug/core";
import { expect, test } from "vitest";

test("directory refuses an option that it does not have", () => {
  const misspelt = { trust: false } as object;
  expect(() => directory("./downloads", misspelt)).toThrow(
    expect.objectContaining({
      code: "invalid_option",
      message: "directory takes the options maxDepth and trusted, but got trust.",
    }),
  );
});

test("loadSkills says where trusted belongs", async () => {
  const misplaced = { trusted: false } as object;
  await expect(loadSkills([], misplaced)).rejects.toMatchObject({
    code: "invalid_option",
    message: "loadSkills has no option trusted. Write loadSkills(directory(PATH, { trusted: false })).",
  });
});
