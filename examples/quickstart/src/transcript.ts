import type { SkillTool, ToolResult } from "@skillplug/core";
import { print, printWrapped } from "./print.js";
import type { Skills } from "./run.js";

/** How much of an answer is shown. */
const MAX_LINES = 4;

/** One tool call, as it was made and answered. */
export interface RecordedCall {
  readonly tool: string;
  /** An object, or the same as a JSON string: clients differ. */
  readonly input: unknown;
  readonly result: ToolResult;
}

/** The same skills; `onCall` is told of every call of their tools, once it is answered. */
export function watched(skills: Skills, onCall: (call: RecordedCall) => void): Skills {
  const watchedTool = (tool: SkillTool): SkillTool => ({
    ...tool,
    async execute(input, options) {
      const result = await tool.execute(input, options);
      onCall({ tool: tool.name, input, result });
      return result;
    },
  });
  return {
    getInstructions: () => skills.getInstructions(),
    getTools: async () => (await skills.getTools()).map(watchedTool),
  };
}

/**
 * Prints a call and the first lines of its answer.
 *
 * @param brief only the call where it succeeded, in one line
 */
export function printCall(number: number, { tool, input, result }: RecordedCall, brief: boolean): void {
  const call = `${number}. model calls ${tool}(${shortArguments(input)})`;
  if (brief) print(call, { indent: 2, style: "cyan" });
  else printWrapped(call, { indent: 2, hang: 3, style: "cyan" });
  if (!result.ok) printWrapped(result.text, { indent: 5, style: "red" });
  else if (!brief) printStart(result.text);
}

function printStart(text: string): void {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const rest = lines.length - MAX_LINES;
  for (const line of lines.slice(0, MAX_LINES)) print(`| ${line}`, { indent: 5, style: "dim" });
  if (rest > 0) print(`| … ${rest} more ${rest === 1 ? "line" : "lines"}`, { indent: 5, style: "dim" });
}

/** The arguments of a call in one line, without those that are null. */
function shortArguments(input: unknown): string {
  const values: unknown = typeof input === "string" ? parsed(input) : input;
  if (typeof values !== "object" || values === null) return String(values);
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
