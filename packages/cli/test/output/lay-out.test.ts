import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { styleOf } from "../../src/base/page.js";
import { layOut } from "../../src/output/lay-out.js";
import { HAS_TERMINAL, inTerminal } from "../in-terminal.js";

const ESCAPE = "\u001B";
const COLUMNS = [{ title: "SKILL", style: "cyan" }, { title: "DESCRIPTION" }] as const;
const DESCRIPTION = "Draws charts. And more of them. ".repeat(10).trim();
const laidOut = (rows: readonly string[][], width: number) => layOut(COLUMNS, rows, width, styleOf(false)).split("\n");

test("with 60 columns rows are lines, with 59 blocks", () => {
  expect(laidOut([["charts", "Draws."]], 60)).toEqual(["SKILL   DESCRIPTION", "charts  Draws."]);
  expect(laidOut([["charts", "Draws."]], 59)).toEqual(["charts", "  Draws."]);
});

test("a line ends at the edge, and no column but the last takes more than half", () => {
  const [, line = ""] = laidOut([["x".repeat(100), DESCRIPTION]], 80);
  expect(line).toBe(`${"x".repeat(39)}…  Draws charts. And more of them. Draws…`);
  expect(stringWidth(line)).toBeLessThanOrEqual(80);
});

test("a block shows two lines of a text, and that there is more", () => {
  const block = laidOut([["charts", DESCRIPTION]], 40);
  expect(block).toEqual([
    "charts",
    "  Draws charts. And more of them. Draws",
    "  charts. And more of them. Draws chart…",
  ]);
  expect(laidOut([["charts", "Draws charts. And more of them. Draws charts."]], 40)).toEqual([
    "charts",
    "  Draws charts. And more of them. Draws",
    "  charts.",
  ]);
});

describe.skipIf(!HAS_TERMINAL)("list in a terminal, which needs python3,", () => {
  const project = () =>
    folderWith({
      "skills/charts/SKILL.md": skillText("charts", DESCRIPTION),
      "skills/fapiao/SKILL.md": skillText("fapiao", `核对发票：${"检查发票号码、金额和税率。".repeat(10)}`),
    });

  test("has titles, colours, and one line a skill that is cut at the edge", async () => {
    const { code, output } = await inTerminal(["list"], { cwd: await project() });
    expect(code).toBe(0);
    expect(output).toContain(`${ESCAPE}[36mcharts`);
    const lines = output.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/SKILL.*DESCRIPTION/);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    // A Chinese character takes two columns, so that the cut leaves at most one empty.
    for (const line of lines.slice(1)) {
      expect(line.endsWith("…")).toBe(true);
      expect(stringWidth(line)).toBeGreaterThanOrEqual(77);
    }
  });

  test("is blocks that fit in a narrow window", async () => {
    const cwd = await project();
    const check = async (columns: number) => {
      const { output } = await inTerminal(["list"], { cwd, columns, env: { NO_COLOR: "1" } });
      const lines = output.trimEnd().split("\n");
      expect(lines[0]).toBe("charts");
      expect(lines).toContain("fapiao");
      expect(lines).toHaveLength(6);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    };
    await Promise.all([20, 40, 59].map(check));
  });
});
