import { MAX_SKILL_FILE_BYTES, SKILL_FILE, type Skill, type SkillResource, type SkillScript } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { decodeSkillText } from "../files/decode-text.js";
import { parseFrontMatter } from "../format/front-matter.js";
import { type ResourceContent, readResource } from "./read-resource.js";
import { outputOf, runScript, type ScriptGates } from "./run-script.js";

/** The instructions in a SKILL.md. */
export interface SkillText {
  readonly content: string;
  /** The line of SKILL.md with which they begin, from 1. */
  readonly contentLine: number;
}

/** Reads the instructions of a listed skill, as they are now. */
export async function readSkillText({ skill, source }: CatalogEntry): Promise<SkillText> {
  const bytes = await source.readFile(skill, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES });
  const text = decodeSkillText(bytes);
  const { content } = await parseFrontMatter(text); // what its fields lack is said where skills are listed
  const contentLine = text.slice(0, text.length - content.length).split("\n").length;
  return { content, contentLine };
}

/** A listed skill with its instructions. Its resources and scripts pass the same gates as the tools. */
export async function openSkill(entry: CatalogEntry, gates: ScriptGates): Promise<Skill> {
  const { skill } = entry;
  const asked = { name: skill.name, find: async () => entry };
  const resources = skill.resources.map(
    (resource): SkillResource => ({
      ...resource,
      load: async (context, args, options = {}) =>
        asText(await readResource(asked, resource.name, args, within(context, options), gates.events)),
    }),
  );
  const scripts = skill.scripts.map(
    (script): SkillScript => ({
      ...script,
      skillName: skill.name,
      run: async (context, args, options = {}) =>
        outputOf(await runScript(asked, script.name, args, within(context, options), gates)),
    }),
  );
  const { content } = await readSkillText(entry);
  return Object.freeze({ ...skill, content, resources: Object.freeze(resources), scripts: Object.freeze(scripts) });
}

function within(context: unknown, options: ToolCallOptions): ToolCallOptions {
  return { ...options, context: context ?? options.context };
}

/** A text as it is; of anything else its type and size. */
export function asText(content: ResourceContent): string {
  if (content.kind === "text") return content.text;
  return `${content.name} is not text: ${content.mediaType}, ${content.bytes.length} bytes.`;
}
