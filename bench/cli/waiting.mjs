// Every SKILL.md below a folder, with calls that do not block, in their cheapest form: callbacks, all at once.
import { close, open, read, readdir } from "node:fs";
import { join } from "node:path";

const texts = [];

function walk(folder) {
  readdir(folder, { withFileTypes: true }, (_, entries) => {
    for (const entry of entries) {
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (entry.name === "SKILL.md") readText(join(folder, entry.name));
    }
  });
}

function readText(file) {
  const buffer = Buffer.allocUnsafe(16 * 1024);
  open(file, (_, descriptor) =>
    read(descriptor, buffer, 0, buffer.length, 0, (_, length) =>
      close(descriptor, () => texts.push(buffer.toString("utf8", 0, length))),
    ),
  );
}

walk(process.argv[2]);
process.on("beforeExit", () => {
  if (texts.length > 0)
    console.log(
      texts
        .splice(0)
        .map((text) => text.split("\n", 3).join("\t"))
        .join("\n"),
    );
});
