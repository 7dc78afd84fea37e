// Which files that a skill's instructions name can be read through `read_skill_resource` by the very words that are written.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { meaningOf } from "./paths.mjs";

/** In links, in code and in prose: what has a slash in it or an extension at its end. */
const WRITTEN =
  /(?:[\w@.{}$<>~-]+\/)+(?:[\w@.{}-]+(?:\.\w+)?(?:[#?][\w=&%-]+)?)?|\b[\w-]+\.[a-zA-Z]\w{0,5}(?:[#?][\w=&%-]+)?\b/g;
const NO_FILE = /^(?:https?|mailto|www)\b|^\d+(\.\d+)*$/;

export async function checkReferences(skills) {
  const classes = new Map();
  const add = (name, item) => classes.set(name, [...(classes.get(name) ?? []), item]);
  for (const skill of skills) {
    for (const written of pathsIn(skill.text)) {
      const meaning = meaningOf(written, skill);
      if (!meaning) continue;
      const outcome = await read(skill, written, meaning);
      add("all", `${skill.name}: ${written}`);
      add(outcome, `${skill.name}: ${written}`);
      if (outcome !== "read") add(`${outcome}: ${meaning.form}`, `${skill.name}: ${written}`);
    }
  }
  const rows = [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, items]) => ({ name, items }));
  return { title: "References (each path once a skill)", rows };
}

/** Each once, without addresses on the web. */
function pathsIn(text) {
  const plain = text.replace(/\b[a-z]+:\/\/[^\s)"'`]+/g, " ");
  const found = [...plain.matchAll(WRITTEN)].map(([path]) => path.replace(/[.,;:]+$/, ""));
  return new Set(found.filter((path) => path !== "" && !NO_FILE.test(path)));
}

async function read({ name, tools }, written, { file, inside }) {
  const tool = tools.read_skill_resource;
  const answer = tool
    ? await tool.execute({ skill_name: name, resource_name: written })
    : { ok: false, text: "This skill has no resources." };
  if (!answer.ok)
    return !inside && /call load_skill|call read_skill_resource|sharedFolders/.test(answer.text)
      ? "answered with what to do"
      : "not read";
  return isContentOf(answer, file) ? "read" : "another file";
}

/** A page may begin at the heading that a fragment names, so that its first line has to stand in the file. */
function isContentOf({ text, content }, file) {
  if (statSync(file).isDirectory()) return readdirSync(file).some((name) => text.includes(name));
  if (content) return true;
  return readFileSync(file, "utf8").includes(text.split("\n")[0].slice(0, 40));
}
