import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { list, names } from "./listing.js";

const extended = {
  "x/SKILL.md": skillText("x"),
  "x/FORMS.md": "forms",
  "x/REFERENCE.md": "reference",
  "x/EDGE_CASES.md": "edge",
  "x/TROUBLESHOOTING.md": "trouble",
  "x/tool.py": "print(1)",
  "x/scripts/__init__.py": "",
  "x/scripts/primary.py": "print(1)",
  "x/scripts/deep/part.mjs": "",
  "x/scripts/requirements.txt": "",
  "x/scripts/run": "#!/bin/sh\necho 1",
  "x/scripts/NOTES": "plain",
  "x/LICENSE": "MIT",
  "x/examples/basic.py": "print(1)",
  "x/examples/run": "#!/bin/sh\necho 1",
  "x/resources/data/values.json": "{}",
};

test("A16, B16: scripts lie in scripts/ and in the skill's own folder; __init__.py is never one", async () => {
  const [skill] = (await list(await folderWith(extended))).skills;
  expect(names(skill?.scripts)).toEqual(["scripts/deep/part.mjs", "scripts/primary.py", "scripts/run", "tool.py"]);
});

test("B03, B04: documents at the root, resources/ and examples/ are resources", async () => {
  const [skill] = (await list(await folderWith(extended))).skills;
  expect(names(skill?.resources)).toEqual([
    "EDGE_CASES.md",
    "FORMS.md",
    "LICENSE",
    "REFERENCE.md",
    "TROUBLESHOOTING.md",
    "examples/basic.py",
    "examples/run",
    "resources/data/values.json",
    "scripts/NOTES",
    "scripts/requirements.txt",
  ]);
});

test.each([
  ...[
    "scripts/test_it.py",
    "scripts/it_test.py",
    "scripts/conftest.py",
    "scripts/tests/it.sh",
    "scripts/__tests__/it.js",
  ],
  ...["scripts/it.test.ts", "scripts/it.spec.mjs", "scripts/it.d.ts", "it.test.js", "test_it.py"],
  ...["scripts/_part.py", "scripts/utils.py", "scripts/helpers.py", "scripts/constants.py", "scripts/types.py"],
  ...["scripts/lib/part.mjs", "scripts/office/helpers/part.py", "scripts/utils/part.py", "scripts/libs/part"],
])("a test, and what others import, is no script but a resource: %s", async (file) => {
  const [skill] = (await list(await folderWith({ "a/SKILL.md": skillText("a"), [`a/${file}*`]: "#!/bin/sh" }))).skills;
  expect([names(skill?.scripts), names(skill?.resources)]).toEqual([[], [file]]);
});

test.each([
  ...["scripts/testing.py", "scripts/contest.sh", "scripts/latest.ts", "scripts/__main__.py", "scripts/model_utils.py"],
  ...["scripts/setup.py", "scripts/library/part.py", "scripts/test_it.sh", "tests.py"],
])("what only resembles a test or a module stays a script: %s", async (file) => {
  const [skill] = (await list(await folderWith({ "a/SKILL.md": skillText("a"), [`a/${file}`]: "" }))).skills;
  expect(names(skill?.scripts)).toEqual([file]);
});

test("the extension of a script may be in upper case", async () => {
  const [skill] = (await list(await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/GO.PY": "" }))).skills;
  expect(names(skill?.scripts)).toEqual(["scripts/GO.PY"]);
});

test.each([
  "node_modules/x.md",
  "__pycache__/a.pyc",
  "a.pyc",
  "a.pyo",
  ".DS_Store",
  ".env",
  ".git/config",
  "Thumbs.db",
  "THUMBS.DB",
  "desktop.ini",
  "Desktop.ini",
  "notes.md~",
  ".notes.md.swp",
  "notes.swp",
  "scripts/__init__.py",
])("%s belongs to a tool or a system, and is not listed", async (path) => {
  const [skill] = (await list(await folderWith({ "a/SKILL.md": skillText("a"), [`a/${path}`]: "" }))).skills;
  expect([names(skill?.resources), names(skill?.scripts)]).toEqual([[], []]);
});
