import { SkillResourceLoadError, SkillResourceNotFoundError } from "../errors.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import { type SerializableSkill, serializeSkill } from "../serialize-skill.js";
import {
  SKILL_FILE,
  type SkillEntry,
  type SkillFunction,
  type SkillResource,
  type SkillScript,
  type SkillSummary,
} from "../skill.js";
import type { SkillSource } from "./source.js";

/** A resource given in code: a text, bytes or a function. Every `SkillResource` fits. */
export interface ResourceInput extends SkillEntry {
  readonly content?: string | Uint8Array | undefined;
  readonly load?: SkillResource["load"] | undefined;
}

/** A script given in code: the text of a program, or a function. Every `SkillScript` fits. */
export interface ScriptInput extends SkillEntry {
  readonly content?: string | Uint8Array | undefined;
  readonly run?: SkillScript["run"] | undefined;
}

/** A skill given in code: its fields, and what it offers to be read and run. Every `Skill` fits. */
export interface SkillInput extends SerializableSkill {
  readonly uri?: string | undefined;
  readonly baseDir?: string | undefined;
  readonly resources?: readonly ResourceInput[] | undefined;
  readonly scripts?: readonly ScriptInput[] | undefined;
}

/** The skills of a program itself. They are trusted. */
export function memory(skills: readonly SkillInput[], options: { readonly id?: string | undefined } = {}): SkillSource {
  const files = new Map<SkillSummary, ReadonlyMap<string, Uint8Array>>();
  const summaries = skills.map((skill) => {
    const summary = summarize(skill);
    files.set(summary, filesOf(skill));
    return summary;
  });
  return {
    id: options.id ?? "memory",
    trusted: true,
    list: async () => ({ skills: summaries, diagnostics: [] }),
    readFile: async (skill, path, { maxBytes }) => {
      const known = files.get(skill) ?? new Map<string, Uint8Array>();
      const bytes = known.get(path);
      if (!bytes) throw new SkillResourceNotFoundError(path, { available: [...known.keys()] });
      if (bytes.length <= maxBytes) return bytes;
      throw new SkillResourceLoadError(`${path} has ${bytes.length} bytes and at most ${maxBytes} are read.`);
    },
  };
}

/** What the catalogue keeps: everything but the texts. */
function summarize(skill: SkillInput): SkillSummary {
  const { content: _, metadata = {}, resources = [], scripts = [], ...fields } = skill;
  return Object.freeze({
    ...fields,
    metadata,
    resources: Object.freeze(resources.map(toResourceEntry)),
    scripts: Object.freeze(scripts.map(toScriptEntry)),
  });
}

/** A resource of another toolset's skill has neither text nor function, only its method. */
function toResourceEntry({ content, load, ...entry }: ResourceInput): SkillEntry {
  if (entry.function || content !== undefined || !load) return Object.freeze(entry);
  const call: SkillFunction = (args, options) => load(options.context, isRecord(args) ? args : undefined, options);
  return Object.freeze({ ...entry, function: call });
}

function toScriptEntry({ content, run, ...entry }: ScriptInput): SkillEntry {
  if (entry.function || content !== undefined || !run) return Object.freeze(entry);
  const call: SkillFunction = (args, options) => run(options.context, parseScriptArguments(args), options);
  return Object.freeze({ ...entry, function: call });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function filesOf(skill: SkillInput): ReadonlyMap<string, Uint8Array> {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>([[SKILL_FILE, encoder.encode(serializeSkill(skill))]]);
  for (const { name, content } of [...(skill.resources ?? []), ...(skill.scripts ?? [])]) {
    if (content !== undefined) files.set(name, typeof content === "string" ? encoder.encode(content) : content);
  }
  return files;
}
