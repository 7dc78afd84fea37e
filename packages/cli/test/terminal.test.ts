import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { inTerminal, piped } from "./processes.js";

const ESCAPE = "\u001B";
const project = () =>
  folderWith({
    "skills/charts/SKILL.md": skillText("charts", `Draws charts. ${"And more of them. ".repeat(10)}`),
    "skills/fapiao/SKILL.md": skillText("fapiao", `核对发票：${"检查发票号码、金额和税率。".repeat(10)}`),
  });

test("list: in a terminal titles, colours, and one line a skill that is cut at the edge", async () => {
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

test.each([20, 40, 59])("list: in a window of %d columns each skill is a block that fits", async (columns) => {
  const { output } = await inTerminal(["list"], { cwd: await project(), columns, env: { NO_COLOR: "1" } });
  const lines = output.trimEnd().split("\n");
  expect(lines[0]).toBe("charts");
  expect(lines).toContain("fapiao");
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
});

test("show: the description is wrapped, between words", async () => {
  const { output } = await inTerminal(["show", "charts"], {
    cwd: await project(),
    columns: 30,
    env: { NO_COLOR: "1" },
  });
  const [, ...description] = output.slice(0, output.indexOf("\n\n")).split("\n");
  for (const line of description) expect(stringWidth(line)).toBeLessThanOrEqual(30);
  expect(description.join(" ")).toBe(`Draws charts. ${"And more of them. ".repeat(10)}`.trim());
});

describe("colour", () => {
  const coloured = async (args: readonly string[], env: Record<string, string> = {}) =>
    (await inTerminal(args, { cwd: await project(), env })).output.includes(ESCAPE);
  test("is there in a terminal, and not with NO_COLOR, --no-color, FORCE_COLOR=0 or a dumb terminal", async () => {
    expect(await coloured(["list"])).toBe(true);
    expect(await coloured(["list"], { NO_COLOR: "1" })).toBe(false);
    expect(await coloured(["list"], { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
    expect(await coloured(["list", "--no-color"])).toBe(false);
    expect(await coloured(["--no-color", "list"])).toBe(false);
    expect(await coloured(["list"], { FORCE_COLOR: "0" })).toBe(false);
    expect(await coloured(["list"], { TERM: "dumb" })).toBe(false);
  });
  test("is not there in a pipe, even in CI, but with FORCE_COLOR", async () => {
    const cwd = await project();
    expect((await piped([], { cwd, env: { CI: "1" } })).stdout).not.toContain(ESCAPE);
    expect((await piped([], { cwd, env: { FORCE_COLOR: "1" } })).stdout).toContain(ESCAPE);
    expect((await piped(["nope"], { cwd })).stderr).not.toContain(ESCAPE);
  });
});

test("--json in a terminal is the same data, without colour", async () => {
  const cwd = await project();
  const [terminal, pipe] = await Promise.all([
    inTerminal(["list", "--json"], { cwd }),
    piped(["list", "--json"], { cwd }),
  ]);
  expect(terminal.output).toBe(pipe.stdout);
});

test("validate and doctor in a terminal say which severity by colour", async () => {
  const cwd = await folderWith({ "skills/other/SKILL.md": "no front matter" });
  const validated = await inTerminal(["validate"], { cwd });
  expect(validated.code).toBe(1);
  expect(validated.output).toContain(`${ESCAPE}[31merror`);
  const examined = await inTerminal(["doctor"], { cwd });
  expect(examined.code).toBe(1);
  expect(examined.output).toContain(`${ESCAPE}[32mok`);
});
