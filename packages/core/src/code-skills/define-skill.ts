// Skills as plain objects.

import { isList } from "../base/is-list.js";
import type { SkillInput } from "../sources/memory.js";
import { assembleSkill, toResourceInput, toScriptInput } from "./assemble-skill.js";
import type { Schemas, SkillDefinition } from "./definition.js";

/**
 * A skill made in code, for `skills: [...]` of a toolset or `memory([...])`. The input of each function has the type of its schema.
 *
 * @throws SkillValidationError for a name or a description that breaks a rule of the format
 * @throws SkillError `invalid_option` for a resource or a script without a name, without a function or content, or of a name that is taken
 */
export function defineSkill<Resources extends Schemas = Schemas, Scripts extends Schemas = Schemas>(
  definition: SkillDefinition<Resources, Scripts>,
): SkillInput;
export function defineSkill({ resources = [], scripts = [], ...fields }: SkillDefinition): SkillInput {
  return assembleSkill(fields, entriesOf(resources, toResourceInput), entriesOf(scripts, toScriptInput));
}

function entriesOf<Definition, Entry>(
  definitions: readonly Definition[] | Readonly<Record<string, Definition>>,
  toEntry: (definition: Definition, key?: string) => Entry,
): Entry[] {
  if (isList(definitions)) return definitions.map((definition) => toEntry(definition));
  return Object.entries(definitions).map(([key, definition]) => toEntry(definition, key));
}
