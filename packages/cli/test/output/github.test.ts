import { expect, test } from "vitest";
import { toGitHub } from "../../src/output/github.js";

const finding = { code: "a-code", severity: "error", message: "Wrong." } as const;

test("each severity has its command, a line each", () => {
  const findings = (["error", "warning", "info"] as const).map((severity) => ({
    ...finding,
    severity,
    path: "a",
    line: 2,
  }));
  expect(toGitHub(findings)).toBe(
    "::error file=a,line=2,title=a-code::Wrong.\n::warning file=a,line=2,title=a-code::Wrong.\n::notice file=a,line=2,title=a-code::Wrong.",
  );
});

test("a line break in a message or a path begins no command", () => {
  const text = "50%\r\n::error::owned";
  const [line, ...more] = toGitHub([{ ...finding, message: text, path: `${text},x` }]).split("\n");
  expect(more).toEqual([]);
  expect(line).toBe("::error file=50%25%0A%3A%3Aerror%3A%3Aowned%2Cx,line=1,title=a-code::50%25%0D%0A::error::owned");
});

test("without a path there is no place", () => {
  expect(toGitHub([{ ...finding, line: 3 }])).toBe("::error title=a-code::Wrong.");
});
