import type { SkillInput } from "@skillplug/core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

const TOPICS = ["PDF forms", "release notes", "invoices", "log files", "flaky tests", "数据库迁移", "合同审查"];

/** Skills on a few topics in turn, each with a script and a description of so many characters. */
export function topicSkills(count: number, descriptionLength = 200): SkillInput[] {
  return Array.from({ length: count }, (_, index) => {
    const topic = TOPICS[index % TOPICS.length] ?? "";
    const words = `Works on ${topic} for a team. Use when somebody mentions ${topic} or asks for number ${index}. `;
    const description = words.repeat(9).slice(0, descriptionLength);
    return { name: `skill-${index}`, description, content: "the body", scripts: [{ name: "run", function: () => "" }] };
  });
}

/** Counts as OpenAI does. */
export function countTokens(text: string): number {
  return encode(text).length;
}
