// Which SKILL.md files of a folder are found, and which are left out with or without a word.
import { readdirSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { directory } from "../../packages/core/dist/index.js";

export async function checkFound(root) {
  const files = skillFilesBelow(root);
  const { skills, diagnostics } = await directory(root).list({});
  const loaded = new Set(skills.map(({ uri }) => realOf(uri ?? "")));
  const told = diagnostics.map(({ message, location }) => `${location ?? ""}\n${message}`);
  const isNamed = (file) => told.some((text) => text.includes(file));
  const rest = files.filter((file) => !loaded.has(realOf(file)));
  // Those that lie too deep or in another skill are counted, and only some of them named.
  const counted = diagnostics
    .filter(({ code }) => /^skills-/.test(code))
    .map(({ message }) => Number.parseInt(message, 10));
  const unnamed = rest.filter((file) => !isNamed(file));
  const silent = unnamed.slice(counted.reduce((sum, count) => sum + count, 0));
  const rows = [
    { name: "SKILL.md files", items: files },
    { name: "found by default", items: files.filter((file) => loaded.has(realOf(file))) },
    { name: "left out, with a diagnostic", items: rest.filter((file) => !silent.includes(file)) },
    { name: "left out in silence", items: silent },
  ];
  return { title: "Found", rows };
}

/** In any spelling, below folders that are no repository's own. */
function skillFilesBelow(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.toLowerCase() === "skill.md")
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.split(sep).some((part) => part === ".git" || part === "node_modules"))
    .sort();
}

function realOf(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
