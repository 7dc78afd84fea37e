import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { onlyDefines } from "../../../src/node/processes/main-part.js";
import { runScript } from "./scripts.js";

describe("onlyDefines", () => {
  test.each([
    [
      "functions",
      "#!/usr/bin/env python3\nimport os\nfrom sys import argv\n\ndef read(path):\n    return open(path)\n",
    ],
    [
      "classes, with decorators and constants",
      "LIMIT: int = 3\nNAMES = {\n    'a': 1,\n}\n@cached\nclass A:\n    x = 1\n",
    ],
    ["texts over several lines", '"""Says\nrun() here.\n"""\nQUERY = """\nSELECT x\nrun()\n"""\ndef f(): pass\n'],
    ["imports that may fail", "try:\n    import a\nexcept ImportError:\n    a = None\nasync def f():\n    pass\n"],
    ["what is set up", "import sys\r\nsys.path.insert(0, '.')\r\ndef f():\r\n    pass\r\n"],
    ["types only", "if TYPE_CHECKING:\n    import a\nclass B: ...\n"],
  ])("Python with %s does nothing", (_, text) => {
    expect(onlyDefines(text, ".py")).toBe(true);
  });

  test.each([
    ["a main part", "def f():\n    pass\nif __name__ == '__main__':\n    f()\n"],
    ["a call", "def f():\n    pass\nf()\n"],
    ["a loop", "def f():\n    pass\nfor x in range(3):\n    f()\n"],
    ["a write", "def f(): pass\nopen('x', 'w').write('')\n"],
    ["no definition", "import this\n"],
    ["nothing", ""],
    ["a call behind a byte order mark", "\uFEFFrun()\ndef f(): pass\n"],
    ["a comparison", "def f(): pass\nx == f()\n"],
    ["a text without an end", 'def f(): pass\n# """\nf()\n'],
  ])("Python with %s may do something", (_, text) => {
    expect(onlyDefines(text, ".py")).toBe(false);
  });

  test.each([
    [
      "function",
      "'use strict';\nimport fs from 'node:fs';\nexport async function f() {\n  run();\n}\nexport default f;\n",
    ],
    ["class", "/*\nrun();\n*/\n// more\nclass A {\n}\nmodule.exports = { A };\n"],
    ["arrow", "const text = `\nrun()\n`;\nexport const f = () => {\n};\n"],
    ["typed", "export interface A {\n}\ntype B = A;\nexport function f(a: A): B {\n  return a;\n}\n"],
  ])("JavaScript or TypeScript that defines a %s does nothing", (_, text) => {
    for (const extension of [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"]) {
      expect(onlyDefines(text, extension)).toBe(true);
    }
  });

  test.each([
    ["a call", "function f() {\n}\nf();\n"],
    ["a call at once", "function f() {\n}\n(async () => {\n  f();\n})();\n"],
    ["something awaited", "function f() {\n}\nconst x = await f();\n"],
    ["what was minified", `function f(){${"x();".repeat(130)}}f();\n`],
    ["a condition", "function f() {\n}\nif (require.main === module) f();\n"],
    ["only values", "export const x = 1;\n"],
    ["a text without an end", "function f() {\n}\n// `\nf();\n"],
  ])("JavaScript with %s may do something", (_, text) => {
    expect(onlyDefines(text, ".mjs")).toBe(false);
  });

  test("of other languages nothing is told", () => {
    expect(onlyDefines("def f\nend\n", ".rb")).toBe(false);
    expect(onlyDefines("function f() { :; }\n", ".sh")).toBe(false);
  });
});

const MODULE = "export function f() {\n  return 1;\n}\n";

test("only of a run that succeeded without a word it is said that the file does nothing", async () => {
  const skill = await folderWith({
    "lib/one.mjs": MODULE,
    "says.mjs": `import "./print.mjs";\n${MODULE}`,
    "print.mjs": "console.log('x')",
    "warns.mjs": `import "./warn.mjs";\n${MODULE}`,
    "warn.mjs": "console.error('x')",
    "fails.mjs": `import "./exit.mjs";\n${MODULE}`,
    "exit.mjs": "process.exit(3)",
    "quiet.mjs": "process.title;",
    "large.mjs": `${MODULE}//${"x".repeat(256 * 1024)}`,
  });
  expect((await runScript(skill, "lib/one.mjs")).notes).toEqual([
    "lib/one.mjs only defines functions or classes, so that running it does nothing. Import it in other code, or read it",
  ]);
  for (const name of ["says", "warns", "fails", "quiet", "large"]) {
    expect([name, (await runScript(skill, `${name}.mjs`)).notes]).toEqual([name, undefined]);
  }
});
