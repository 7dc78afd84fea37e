import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const topics = [
  "pdf",
  "release notes",
  "invoices",
  "log files",
  "translations",
  "flaky tests",
  "SQL migrations",
  "charts",
];
const verbs = ["Summarises", "Checks", "Converts", "Reviews", "Drafts", "Cleans up"];

/** Writes believable skills: half of them with scripts, a third with references, bodies of about 4 kB. */
export function writeSkillTree(root, count) {
  for (let index = 0; index < count; index += 1) {
    const topic = topics[index % topics.length];
    const verb = verbs[index % verbs.length];
    const name = `${topic.toLowerCase().replaceAll(" ", "-")}-${index}`;
    const folder = join(root, `area-${index % 20}`, name);
    mkdirSync(folder, { recursive: true });
    const description = `${verb} ${topic} for a team. Use when somebody mentions ${topic}, or asks for number ${index}.`;
    const steps = Array.from(
      { length: 40 },
      (_, step) => `${step + 1}. Look at the ${topic}, note what is unusual, and go on with step ${step + 2}.`,
    );
    const metadata = `license: MIT\nmetadata:\n  author: team-${index % 7}\n  version: "1.${index % 9}"`;
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: ${name}\ndescription: ${description}\n${metadata}\n---\n# ${name}\n\n${steps.join("\n")}\n`,
    );
    if (index % 2 === 0) {
      mkdirSync(join(folder, "scripts"));
      writeFileSync(join(folder, "scripts", "check.py"), "print('checked')\n");
      writeFileSync(join(folder, "scripts", "convert.mjs"), "console.log('converted');\n");
    }
    if (index % 3 === 0) {
      mkdirSync(join(folder, "references"));
      writeFileSync(join(folder, "references", "guide.md"), "# Guide\n".repeat(50));
    }
  }
}
