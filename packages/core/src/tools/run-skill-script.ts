// The tool run_skill_script: its definition, when it needs an approval, and its answer.

import { z } from "zod";
import type { SkillTool } from "../base/tool.js";
import { asksFramework } from "../operations/approval.js";
import type { Operations } from "../operations/operations.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import { outputOf, withNotes } from "../scripts/script-result.js";
import { defineTool } from "./define-tool.js";
import type { ScriptAnswers } from "./script-answer.js";
import { toolInput, unchecked } from "./tool-input.js";

/** `run_skill_script`: runs one script of a skill and answers what it printed. */
export function runSkillScriptTool(operations: Operations, { answer, output }: ScriptAnswers): SkillTool {
  const input = toolInput("run_skill_script", {
    skill_name: z.string().describe("The skill's name"),
    script_name: z.string().describe("The script's path or name, as load_skill lists it"),
    args: unchecked(
      [{ type: "array", items: { type: "string" } }, { type: "object", additionalProperties: {} }, { type: "string" }],
      'A list of command line arguments such as ["data.csv", "--top", "3"], named ones as an object, or the JSON text of either',
    ),
  });
  return defineTool({
    name: "run_skill_script",
    description: "Runs a script of a skill and returns what it prints.",
    input,
    readOnly: false,
    ...approvalOf(operations, (value) => input.parse(value)),
    async answer({ skill_name, script_name, args }, options) {
      const result = await operations.run(skill_name, script_name, parseScriptArguments(args), options);
      const printed = outputOf(result);
      const { exitCode, truncated, durationMs } = result;
      const [stdout, stderr] = [output(result.stdout), output(result.stderr)];
      const text =
        printed || `The script succeeded and printed nothing.${stderr.trim() && `\nstderr:\n${stderr.trim()}`}`;
      return {
        ok: true,
        text: answer(withNotes(text, result)),
        data: { stdout, stderr, exitCode, truncated, durationMs },
      };
    },
    failureText: (text) => answer(text),
  });
}

/** Absent where the framework never has to ask. */
function approvalOf(operations: Operations, parse: (input: unknown) => RunInput): Pick<SkillTool, "requestApproval"> {
  const { approvalRule } = operations;
  if (!asksFramework(approvalRule, true) && !asksFramework(approvalRule, false)) return {};
  return {
    async requestApproval(input, call = {}) {
      const run = readRun(() => parse(input));
      return run && operations.requestApproval(run.skill_name, run.script_name, run.args, call);
    },
  };
}

interface RunInput {
  readonly skill_name: string;
  readonly script_name: string;
  readonly args?: unknown;
}

/** `undefined` for wrong input, which runs nothing: its answer says what was expected. */
function readRun(parse: () => RunInput) {
  try {
    const { args, ...names } = parse();
    return { ...names, args: parseScriptArguments(args) };
  } catch {
    return undefined;
  }
}
