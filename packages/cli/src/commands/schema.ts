// The command `schema`: the tools as definitions of one API.

import {
  type SkillTools,
  toAnthropicTools,
  toGeminiTools,
  toJsonSchemas,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@skillplug/json-schema";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { toJson } from "../output/printable.js";
import { load, notesOf, type Places } from "../skills/load.js";

const FORMATS: Readonly<Record<string, (skills: SkillTools) => Promise<readonly object[]>>> = {
  "openai-chat": (skills) => toOpenAIChatTools(skills),
  "openai-responses": (skills) => toOpenAIResponsesTools(skills),
  anthropic: (skills) => toAnthropicTools(skills),
  gemini: toGeminiTools,
  "json-schema": (skills) => toJsonSchemas(skills),
};

/** `skillplug schema`: the tools' definitions, as they stand in a request's `tools`. */
export async function schema(places: Places, { format }: { format: string }): Promise<Outcome> {
  const loaded = await load(places);
  const tools = (await FORMATS[format]?.(loaded.toolset)) ?? [];
  return { exitCode: EXIT.ok, data: tools, text: () => toJson(tools), notes: notesOf(loaded) };
}
