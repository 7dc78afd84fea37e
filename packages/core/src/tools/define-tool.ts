// What all tools share: the input is validated, and every failure becomes an answer.

import { codeOf, messageOf, SkillError, SkillScriptExecutionError } from "../base/errors.js";
import type { SkillTool, ToolCallOptions, ToolResult } from "../base/tool.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_MESSAGE } from "../text/limits.js";
import { cut, shownLine } from "../text/shown-name.js";
import type { ToolInput } from "./tool-input.js";

/** A tool before its failures are made into answers. */
export interface ToolDefinition<Input> extends Omit<SkillTool, "inputSchema" | "execute"> {
  readonly input: ToolInput<Input>;
  answer(input: Input, options: ToolCallOptions): Promise<ToolResult>;
  /** Makes the text of a script that failed, which is what it printed. @default a line like those of all other failures */
  readonly failureText?: ((output: string) => string) | undefined;
}

/** Makes a tool whose calls never reject: whatever goes wrong is an answer that the model can act on. */
export function defineTool<Input>({ input, answer, failureText, ...rest }: ToolDefinition<Input>): SkillTool {
  return {
    ...rest,
    inputSchema: input.jsonSchema,
    async execute(value, options = {}) {
      try {
        return await answer(input.parse(value), options);
      } catch (error) {
        return toFailure(error, failureText);
      }
    },
  };
}

/** Whatever was thrown as an answer, within its bound. */
export function toFailure(error: unknown, failureText = toLine): ToolResult {
  const write = SkillScriptExecutionError.isInstance(error) ? failureText : toLine;
  const message = write(messageOf(error));
  const code = codeOf(error);
  const available = SkillError.isInstance(error) ? { available: error.available?.map(escapeOwnTags) } : {};
  return { ok: false, text: `${PREFIX}${message}`, error: { code, message, ...available } };
}

/** What every failure begins with. */
const PREFIX = "Error: ";

/** A message can hold what a model, a skill or a source has written: it stays on one line, and within its bound. */
function toLine(message: string): string {
  const most = MAX_MESSAGE - PREFIX.length;
  return cut(escapeOwnTags(shownLine(message, most)), most);
}
