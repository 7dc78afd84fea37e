import type { JsonObjectSchema, SkillTools } from "@skillplug/core";

/** A tool's definition, for a provider or a framework that has no function of its own here. */
export type JsonSchemaTool = { name: string; description: string; parameters: JsonObjectSchema };

/** The skill tools as plain definitions, as they are now. Answer a call of one by its `execute` from `skills.getTools()`. */
export async function toJsonSchemas(skills: SkillTools): Promise<JsonSchemaTool[]> {
  const tools = await skills.getTools();
  return tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
}
