// Where defineSkill, SkillBuilder and the decorators meet: their parts become one checked skill.

import { SkillError, SkillValidationError } from "../base/errors.js";
import { normalizeSkillName } from "../base/skill.js";
import { validateSkill } from "../format/validate-skill.js";
import type { ResourceInput, ScriptInput, SkillInput } from "../sources/memory.js";
import type { ResourceDefinition, ScriptDefinition, SkillFields } from "./definition.js";
import { CallableSkillResource, StaticSkillResource } from "./skill-resources.js";
import { CallableSkillScript } from "./skill-scripts.js";

/**
 * Puts a skill together that was made in code, and checks it at once. A reserved word in the name stays a warning of loading.
 *
 * @throws SkillValidationError for a name, description or compatibility that breaks a rule of the format
 * @throws SkillError `invalid_option` when two resources or two scripts have the same name
 */
export function assembleSkill(
  { name: given, content = "", ...fields }: SkillFields,
  resources: readonly ResourceInput[],
  scripts: readonly ScriptInput[],
): SkillInput {
  const name = normalizeSkillName(given);
  if (fields.description.trim() === "") {
    throw new SkillValidationError(`The skill ${name} has no description. Say what it does and when to use it.`);
  }
  const [fault] = validateSkill({ ...fields, name }).filter(({ code }) => code !== "name-reserved");
  if (fault) throw new SkillValidationError(`The skill ${name}: ${fault.message}`, { reason: fault.code });
  return Object.freeze({
    ...fields,
    name,
    content,
    resources: Object.freeze(distinct(name, "resources", resources)),
    scripts: Object.freeze(distinct(name, "scripts", scripts)),
  });
}

function distinct<Entry extends { readonly name: string }>(skill: string, kind: string, entries: readonly Entry[]) {
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw new SkillError("invalid_option", `The skill ${skill} has two ${kind} named ${name}.`);
    names.add(name);
  }
  return [...entries];
}

/**
 * A defined resource as sources take it.
 *
 * @param key its name where the definition has none
 * @throws SkillError `invalid_option` when it has no name, or not exactly one of `content` and `read`
 */
export function toResourceInput<Schema>(definition: ResourceDefinition<Schema>, key?: string): ResourceInput {
  const { name = key, description, content, input, read } = definition;
  if (!name) throw withoutName("resource");
  if (read && content === undefined) return new CallableSkillResource<Schema>({ name, description, input, read });
  if (!read && content !== undefined) return new StaticSkillResource({ name, description, content });
  throw invalid(`The resource ${name} needs either content or read.`);
}

/**
 * A defined script as sources take it.
 *
 * @param key its name where the definition has none
 * @throws SkillError `invalid_option` when it has no name, or not exactly one of `content` and `run`
 */
export function toScriptInput<Schema>(definition: ScriptDefinition<Schema>, key?: string): ScriptInput {
  const { name = key, description, content, input, run } = definition;
  if (!name) throw withoutName("script");
  if (run && content === undefined) return new CallableSkillScript<Schema>({ name, description, input, run });
  if (!run && content !== undefined) return { name, description, content };
  throw invalid(`The script ${name} needs either content or run.`);
}

function withoutName(kind: string): SkillError {
  return invalid(
    `A ${kind} has no name. Give it one, such as { name: "forecast" }, or give a function that has a name.`,
  );
}

function invalid(message: string): SkillError {
  return new SkillError("invalid_option", message);
}
