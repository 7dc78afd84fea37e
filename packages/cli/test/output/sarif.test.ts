import { expect, test } from "vitest";
import { toSarif } from "../../src/output/sarif.js";

const finding = { code: "a-code", severity: "error", message: "Wrong." } as const;

test("each severity has its level of SARIF", () => {
  const findings = (["error", "warning", "info"] as const).map((severity) => ({ ...finding, severity }));
  expect(toSarif(findings, "1.2.3")).toMatchObject({
    runs: [{ results: [{ level: "error" }, { level: "warning" }, { level: "note" }] }],
  });
});

test("a rule stands once for each code, and a result points to its own", () => {
  const findings = [finding, { ...finding, code: "other" }, finding];
  expect(toSarif(findings, "1.2.3")).toMatchObject({
    runs: [
      {
        tool: { driver: { name: "skillplug", version: "1.2.3", rules: [{ id: "a-code" }, { id: "other" }] } },
        results: [{ ruleIndex: 0 }, { ruleIndex: 1 }, { ruleIndex: 0, ruleId: "a-code" }],
      },
    ],
  });
});

test.each([
  ["skills/100%, ä: #1/SKILL.md", "skills/100%25%2C%20%C3%A4%3A%20%231/SKILL.md"],
  ["/tmp/100% ä?#1/SKILL.md", "file:///tmp/100%25%20%C3%A4%3F%231/SKILL.md"],
])("the path %j is the URI %j", (path, uri) => {
  const region = { startLine: 7 };
  expect(toSarif([{ ...finding, path, line: 7 }], "1")).toMatchObject({
    runs: [{ results: [{ locations: [{ physicalLocation: { artifactLocation: { uri }, region } }] }] }],
  });
});

test("without a line it stands at the first, and without a path nowhere", () => {
  expect(toSarif([{ ...finding, path: "a" }, finding], "1")).toMatchObject({
    runs: [{ results: [{ locations: [{ physicalLocation: { region: { startLine: 1 } } }] }, { locations: [] }] }],
  });
});
