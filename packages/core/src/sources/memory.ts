// The source `memory`: skills given in code, on any platform.

import type { Diagnostic } from "../base/diagnostics.js";
import { messageOf, SkillResourceLoadError, SkillResourceNotFoundError } from "../base/errors.js";
import { readInvocation, restriction } from "../base/invocation.js";
import { isRecord } from "../base/is-record.js";
import { aText, checkOptions } from "../base/options.js";
import {
  SKILL_FILE,
  type SkillEntry,
  type SkillFunction,
  type SkillInvocation,
  type SkillResource,
  type SkillScript,
  type SkillSummary,
} from "../base/skill.js";
import { createTimeSlices } from "../base/time-slices.js";
import { type SerializableSkill, serializeSkill } from "../format/serialize-skill.js";
import { checkedFunction } from "../schema/checked-function.js";
import type { InputSchema } from "../schema/json-schema.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import { originOf, setOrigin } from "../scripts/handed-on.js";
import { declareOwnLimits, hasOwnLimits } from "../scripts/own-limits.js";
import type { SkillSource, SourceListing } from "./source.js";

/** A resource or a script given in code. */
interface EntryInput extends Omit<SkillEntry, "functionSchema"> {
  /** A text or bytes: the file itself. */
  readonly content?: string | Uint8Array | undefined;
  /** What the function takes: shown to the model, and every input is validated by it. A Zod schema, a Standard Schema, or JSON Schema. */
  readonly functionSchema?: InputSchema | undefined;
}

/** A resource given in code: a text, bytes or a function. Every `SkillResource` fits. */
export interface ResourceInput extends EntryInput {
  readonly load?: SkillResource["load"] | undefined;
}

/** A script given in code: the text of a program, or a function. Every `SkillScript` fits. */
export interface ScriptInput extends EntryInput {
  readonly run?: SkillScript["run"] | undefined;
}

/** A skill given in code: its fields, and what it offers to be read and run. Every `Skill` fits. */
export interface SkillInput extends SerializableSkill {
  readonly uri?: string | undefined;
  readonly baseDir?: string | undefined;
  /** Who may call for it. @default what its front matter says, as a SKILL.md's */
  readonly invocation?: SkillInvocation | undefined;
  /** `false` where its scripts need an approval all the same, as those of a skill that an untrusted source was asked for. @default true */
  readonly trusted?: boolean | undefined;
  readonly resources?: readonly ResourceInput[] | undefined;
  readonly scripts?: readonly ScriptInput[] | undefined;
}

/**
 * The skills of a program itself. They are trusted, but for those that say otherwise and those with a script that another toolset
 * does not trust: trust stays with a skill that is handed on.
 */
export function memory(skills: readonly SkillInput[], options: { readonly id?: string | undefined } = {}): SkillSource {
  checkOptions("memory", options, { id: aText });
  const files = new Map<SkillSummary, ReadonlyMap<string, Uint8Array>>();
  let listing: Promise<SourceListing> | undefined;
  const list = async (): Promise<SourceListing> => {
    const diagnostics: Diagnostic[] = [];
    const summaries: SkillSummary[] = [];
    const slices = createTimeSlices();
    for (const skill of skills) {
      const summary = await summarize(skill, diagnostics);
      files.set(summary, filesOf(skill));
      summaries.push(summary);
      await slices.rest();
    }
    return { skills: summaries, diagnostics };
  };
  return {
    id: options.id ?? "memory",
    trusted: true,
    list: () => (listing ??= list()),
    readFile: async (skill, path, { maxBytes }) => {
      const known = files.get(skill) ?? new Map<string, Uint8Array>();
      const bytes = known.get(path);
      if (!bytes) throw new SkillResourceNotFoundError(path, { available: [...known.keys()] });
      // A copy, since who reads a file may change its bytes in place.
      if (bytes.length <= maxBytes) return new Uint8Array(bytes);
      throw new SkillResourceLoadError(`${path} has ${bytes.length} bytes and at most ${maxBytes} are read.`);
    },
  };
}

/** What the catalogue keeps of a skill: everything but the texts. */
async function summarize(skill: SkillInput, diagnostics: Diagnostic[]): Promise<SkillSummary> {
  const { content: _, metadata = {}, resources = [], scripts = [], ...fields } = skill;
  const toEntry = (entry: EntryInput, method: SkillFunction | undefined) =>
    summarizeEntry(entry, method, skill.name, diagnostics);
  const untrusted = fields.trusted === false || scripts.some(({ run }) => originOf(run)?.trusted === false);
  const { invocation, warnings } = readInvocation(metadata);
  if (fields.invocation === undefined)
    diagnostics.push(...warnings.map((warning) => ({ ...warning, skill: skill.name })));
  const summary: SkillSummary = {
    ...fields,
    invocation: fields.invocation ?? restriction(invocation),
    ...(untrusted && { trusted: false }),
    metadata,
    resources: Object.freeze(
      await Promise.all(resources.map((resource) => toEntry(resource, toReadFunction(resource)))),
    ),
    scripts: Object.freeze(await Promise.all(scripts.map((script) => toEntry(script, toRunFunction(script))))),
  };
  return setOrigin(Object.freeze(summary), originOf(skill));
}

/** What has neither text nor function, such as a script of another toolset's skill, has only its method. */
async function summarizeEntry(
  { name, description, uri, content, functionSchema: schema, function: given }: EntryInput,
  method: SkillFunction | undefined,
  skill: string,
  diagnostics: Diagnostic[],
): Promise<SkillEntry> {
  const origin = originOf(method);
  // What another toolset asks about runs there, and not by the function behind its gate.
  const call = origin?.gated ? method : (given ?? (content === undefined ? method : undefined));
  const functionSchema = schema && (await plainSchema(schema, `${skill}/${name}`, skill, diagnostics));
  const entry: SkillEntry = Object.freeze({
    name,
    ...(description !== undefined && { description }),
    ...(uri !== undefined && { uri }),
    ...(call && { function: checkedFunction(name, schema, call) }),
    ...(functionSchema && { functionSchema }),
  });
  // Of the entry and not of the function, which is the very one of the other toolset where nobody has to be asked there.
  return setOrigin(entry, origin);
}

/** A schema that cannot be shown does not hide the skill: the model sees the name without parameters. */
async function plainSchema(schema: InputSchema, location: string, skill: string, diagnostics: Diagnostic[]) {
  // Lazy: loads Zod, which only functions with a schema need.
  const { toJsonObjectSchema } = await import("../schema/json-schema.js");
  try {
    return toJsonObjectSchema(schema);
  } catch (error) {
    diagnostics.push({ code: "input-schema", severity: "warning", message: messageOf(error), skill, location });
    return undefined;
  }
}

function toReadFunction(resource: ResourceInput): SkillFunction | undefined {
  if (!resource.load) return undefined;
  const read: SkillFunction = (args, options) =>
    resource.load?.(options.context, isRecord(args) ? args : undefined, options);
  return hasOwnLimits(resource.load) ? declareOwnLimits(read) : read;
}

function toRunFunction(script: ScriptInput): SkillFunction | undefined {
  if (!script.run) return undefined;
  const call: SkillFunction = (args, options) => script.run?.(options.context, parseScriptArguments(args), options);
  const run = setOrigin(call, originOf(script.run));
  return hasOwnLimits(script.run) ? declareOwnLimits(run) : run;
}

function filesOf(skill: SkillInput): ReadonlyMap<string, Uint8Array> {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>([[SKILL_FILE, encoder.encode(serializeSkill(skill))]]);
  for (const { name, content } of [...(skill.resources ?? []), ...(skill.scripts ?? [])]) {
    if (content !== undefined) files.set(name, typeof content === "string" ? encoder.encode(content) : content);
  }
  return files;
}
