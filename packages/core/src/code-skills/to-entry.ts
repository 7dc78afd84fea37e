import { SkillError } from "../base/errors.js";
import type { ResourceInput, ScriptInput } from "../sources/memory.js";
import { CallableSkillResource } from "./callable-skill-resource.js";
import { CallableSkillScript } from "./callable-skill-script.js";
import type { ResourceDefinition, ScriptDefinition } from "./definition.js";
import { StaticSkillResource } from "./static-skill-resource.js";

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
