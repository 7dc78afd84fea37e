import { sameNameError } from "@skillplug/core/adapter";
import { expect, test } from "vitest";

test("the error about two tools of one name says where the other is and what to do", () => {
  const error = sameNameError("load_skill", "on an MCP server");
  expect(error).toMatchObject({ code: "invalid_option" });
  expect(error.message).toBe(
    'Another tool on an MCP server has the name of the skill tool load_skill, and a model can be offered only one of them. Rename the other one, or leave the skill tool out: loadSkills(…, { excludeTools: ["load_skill"] }).',
  );
  expect(sameNameError("load_skill", "here", ", and do without it").message).toMatch(/\}\), and do without it\.$/);
});
