// What all tools share: the input is validated, and every failure becomes an answer.

import { codeOf, messageOf, SkillError } from "../base/errors.js";
import type { SkillTool, ToolCallOptions, ToolResult } from "../base/tool.js";
import type { ToolInput } from "./tool-input.js";

/** A tool before its failures are made into answers. */
export interface ToolDefinition<Input> extends Omit<SkillTool, "inputSchema" | "execute"> {
  readonly input: ToolInput<Input>;
  answer(input: Input, options: ToolCallOptions): Promise<ToolResult>;
}

/** Makes a tool whose calls never reject: whatever goes wrong is an answer that the model can act on. */
export function defineTool<Input>({ input, answer, ...rest }: ToolDefinition<Input>): SkillTool {
  return {
    ...rest,
    inputSchema: input.jsonSchema,
    async execute(value, options = {}) {
      try {
        return await answer(input.parse(value), options);
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}

function toFailure(error: unknown): ToolResult {
  const message = messageOf(error);
  const code = codeOf(error);
  const available = SkillError.isInstance(error) ? { available: error.available } : {};
  return { ok: false, text: `Error: ${message}`, error: { code, message, ...available } };
}
