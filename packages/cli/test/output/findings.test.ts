import { resolve } from "node:path";
import { expect, test } from "vitest";
import { styleOf } from "../../src/base/page.js";
import { findingsText, toFinding } from "../../src/output/findings.js";

const diagnostic = { code: "a-code", severity: "error", message: "Wrong." } as const;
const written = (findings: Parameters<typeof findingsText>[0]) =>
  findingsText(findings, { columns: undefined, style: styleOf(false) });

test("findings stand below their file, with the line where there is one", () => {
  const findings = [
    { ...diagnostic, path: "a", line: 7 },
    { ...diagnostic, path: "b" },
    { ...diagnostic, path: "a", severity: "info" as const },
  ];
  expect(written(findings)).toBe("a\n  error line 7: Wrong. a-code\n  info Wrong. a-code\nb\n  error Wrong. a-code");
});

test("neither a message nor a path brings hidden characters", () => {
  const evil = "\u001B[2Ja\u202Eb";
  const finding = toFinding({ ...diagnostic, message: evil, location: resolve(evil) });
  expect(finding).toMatchObject({ code: "a-code", severity: "error", message: "ab" });
  expect(written([finding])).toBe("ab\n  error ab a-code");
});
