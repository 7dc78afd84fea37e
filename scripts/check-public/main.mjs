// How the skills of others fare with this kit: `npm run check:public -- FOLDER [--list CLASS] [--run]`.
// Prints what is found, which files that instructions name can be read as they are written, and which commands reach a script.
// With --run each script is also started with --help, from a copy: run only what you would run by hand.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkCommands } from "./commands.mjs";
import { checkFound } from "./found.mjs";
import { loadPublic } from "./load-public.mjs";
import { checkReferences } from "./references.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "string" }, run: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error("usage: npm run check:public -- FOLDER [--list CLASS] [--run]");
  process.exit(2);
}

const root = resolve(folder);
const found = await checkFound(root);
const skills = await loadPublic(root);
const references = await checkReferences(skills);
const commands = await checkCommands(skills, { run: values.run, folder: root });
for (const { title, rows } of [found, references, commands]) print(title, rows);

/** Rows of a class, a count, and an example each; `--list CLASS` names all of a class. */
function print(title, rows) {
  console.log(`\n${title}`);
  for (const { name, items } of rows) {
    console.log(`${String(items.length).padStart(7)}  ${name}${items.length > 0 ? `   ${items[0]}` : ""}`);
    if (values.list === name) for (const item of items) console.log(`         - ${item}`);
  }
}
