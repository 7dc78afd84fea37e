// What skills cost in a request, counted as OpenAI's o200k counts: `npm run bench tokens [FOLDER]`. Without a folder of real
// skills, with made-up ones.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directory, loadSkills, memory } from "@skillplug/core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { writeSkillTree } from "./skill-tree.mjs";

const COUNTS = [10, 100, 1000];
const QUERIES = [
  "fill in a PDF form",
  "summarise the changes of a release",
  "为接口写单元测试",
  "deploy a containerized service with a database and a queue, watch its logs, and roll back when the error rate rises",
  "把上周的会议记录整理成周报",
];

const count = (text) => encode(text).length;
const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The form of the reference implementation: elements on lines of their own, and where each skill lies. */
function referenceForm(skills) {
  const elements = skills.map(
    ({ name, description, uri }) =>
      `<skill>\n<name>\n${escapeXml(name)}\n</name>\n<description>\n${escapeXml(description)}\n</description>\n<location>\n${escapeXml(uri)}\n</location>\n</skill>`,
  );
  return `<available_skills>\n${elements.join("\n")}\n</available_skills>`;
}

async function measure(skills) {
  const toolset = await loadSkills(memory(skills), { logger: false });
  const tools = await toolset.getTools();
  const definitions = tools.map(({ name, description, inputSchema: parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  const search = tools.find(({ name }) => name === "search_skills");
  const answers = await Promise.all(QUERIES.map((query) => search.execute({ query })));
  const uncut = await toolset.getInstructions({ maxTokens: Number.POSITIVE_INFINITY });
  const list = /<available_skills>.*<\/available_skills>/s.exec(uncut)[0];
  return {
    "reference form": count(referenceForm(skills)),
    "our list, uncut": count(list),
    ratio: (count(list) / count(referenceForm(skills))).toFixed(2),
    "prompt and tools": count(await toolset.getInstructions()) + count(JSON.stringify(definitions)),
    "a search's answer": Math.max(...answers.map(({ text }) => count(text))),
  };
}

/** Skills from all over the folder, each with a short place as it would have in a project. */
async function skillsBelow(folder) {
  const toolset = await loadSkills(directory(folder, { maxDepth: 9 }), { logger: false });
  const names = Object.keys(await toolset.listSkills());
  return Promise.all(
    names.map(async (name) => {
      const { description, content } = await toolset.getSkill(name);
      return {
        name,
        description,
        content,
        uri: `/skills/${name}/SKILL.md`,
        scripts: [{ name: "run", function: () => "" }],
      };
    }),
  );
}

const given = process.argv[3];
const folder = given ?? mkdtempSync(join(tmpdir(), "skillplug-bench-"));
try {
  if (!given) writeSkillTree(folder, COUNTS.at(-1));
  const skills = await skillsBelow(folder);
  const rows = {};
  for (const wanted of COUNTS.filter((number) => number <= skills.length)) {
    const step = Math.floor(skills.length / wanted);
    rows[wanted] = await measure(skills.filter((_, index) => index % step === 0).slice(0, wanted));
  }
  console.log(`tokens (o200k) of ${given ? "real" : "made-up"} skills, the default budget being 4,000`);
  console.table(rows);
} finally {
  if (!given) rmSync(folder, { recursive: true });
}
