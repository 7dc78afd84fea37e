// Every SKILL.md below a folder, with calls that block the process: the least that a program can do.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

function* textsIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* textsIn(join(folder, entry.name));
    else if (entry.name === "SKILL.md") yield readFileSync(join(folder, entry.name), "utf8");
  }
}

console.log([...textsIn(process.argv[2])].map((text) => text.split("\n", 3).join("\t")).join("\n"));
