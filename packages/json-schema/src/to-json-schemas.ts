// The tools as plain definitions, which the providers' files put into their own forms.

import type { JsonObjectSchema, SkillTools } from "@skillplug/core";
import { aBoolean, checkOptions, type OptionRules, toStrictSchema } from "@skillplug/core/adapter";

/** A tool's definition, for a provider or a framework that has no function of its own here. */
export type JsonSchemaTool = { name: string; description: string; parameters: JsonObjectSchema };

/** How definitions are written. */
export interface DefinitionOptions {
  /**
   * Lets the provider hold the model to the schemas, where it can: every parameter is required, and what is optional nullable;
   * named script arguments come as a JSON string.
   */
  readonly strict?: boolean | undefined;
}

const RULES: OptionRules<DefinitionOptions> = { strict: aBoolean };

/**
 * The skill tools as plain definitions, as they are now. Answer a call of one by its `execute` from `skills.getTools()`.
 *
 * @param options `strict` is false by default
 * @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take
 */
export async function toJsonSchemas(skills: SkillTools, options: DefinitionOptions = {}): Promise<JsonSchemaTool[]> {
  checkOptions("DefinitionOptions", options, RULES);
  const { strict = false } = options;
  const tools = await skills.getTools();
  return tools.map(({ name, description, inputSchema }) => {
    return { name, description, parameters: strict ? toStrictSchema(inputSchema) : inputSchema };
  });
}
