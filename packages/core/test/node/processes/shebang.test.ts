import { expect, test } from "vitest";
import { readShebang } from "../../../src/node/processes/shebang.js";

const parts = (line: string) => {
  const { program, flags, assignments } = readShebang(`${line}\nprint(1)`, { HOME: "/home/me" }) ?? {};
  return program === undefined ? undefined : [...(assignments ?? []), program, ...(flags ?? [])];
};

test.each<[string, string[] | undefined]>([
  ["#!/bin/bash", ["/bin/bash"]],
  ["#! /bin/bash -e\t-u ", ["/bin/bash", "-e", "-u"]],
  ["#!/usr/bin/env python3", ["python3"]],
  ["#!/usr/bin/env npx tsx", ["npx", "tsx"]],
  ["#!/usr/bin/env -S uv run --script", ["uv", "run", "--script"]],
  ["#!/usr/bin/env -Suv run --script", ["uv", "run", "--script"]],
  ["#!/usr/bin/env --split-string=uv run", ["uv", "run"]],
  ["#!/usr/bin/env -vS uv run", ["uv", "run"]],
  ["#!/usr/bin/env -i -u HOME -C /tmp A=1 B= node --x", ["A=1", "B=", "node", "--x"]],
  [
    `#!/usr/bin/env -S prog "two words" 'it''s' \\_x "a\\_b" 'c\\_d'`,
    ["prog", "two words", "its", " x", "a b", "c\\_d"],
  ],
  ['#!/usr/bin/env -S prog --eval=a\\ b "\\$x \\"q\\" \\n"', ["prog", "--eval=a b", '$x "q" \n']],
  [
    "#!/usr/bin/env -S \u0024{HOME}/bin/prog '\u0024{HOME}' \"\u0024{NO}.\"",
    ["/home/me/bin/prog", "\u0024{HOME}", "."],
  ],
  [String.raw`#!/usr/bin/env -S prog 'it\'s' 'a\\b'`, ["prog", "it's", String.raw`a\b`]],
  ["#!/usr/bin/env deno run -A -S", ["deno", "run", "-A", "-S"]],
  ["#!/usr/bin/env", undefined],
  ["#!", undefined],
  ["# !/bin/sh", undefined],
  [" #!/bin/sh", undefined],
])("%s", (line, expected) => {
  expect(parts(line)).toEqual(expected);
});
