// The tool run_skill_script: its definition, when it needs an approval, and its answer.

import { z } from "zod/v4";
import { SkillScriptExecutionError } from "../base/errors.js";
import { toldChanges } from "../base/folder-changes.js";
import type { SkillTool } from "../base/tool.js";
import { asksFramework } from "../operations/approval.js";
import type { Operations } from "../operations/operations.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import type { ScriptResult } from "../scripts/executor.js";
import { codeOfResult, describeFailure, isReport } from "../scripts/script-result.js";
import { defineTool } from "./define-tool.js";
import { notesOf } from "./run-notes.js";
import type { ScriptAnswers } from "./script-answer.js";
import { toolInput, unchecked } from "./tool-input.js";

/** `run_skill_script`: runs one script of a skill and answers what it printed. */
export function runSkillScriptTool(operations: Operations, { answer, report, output }: ScriptAnswers): SkillTool {
  const input = toolInput("run_skill_script", {
    skill_name: z.string().describe("The skill's name"),
    script_name: z.string().describe("The script's path or name, as load_skill lists it"),
    args: unchecked(
      [{ type: "array", items: { type: "string" } }, { type: "object", additionalProperties: {} }, { type: "string" }],
      'A list of command line arguments such as ["data.csv", "--top", "3"], named ones as an object, or the JSON text of either',
    ),
    stdin: z.string().optional().describe("What the script reads from standard input"),
  });
  return defineTool({
    name: "run_skill_script",
    description: "Runs a script of a skill in the user's work folder and returns what it prints.",
    input,
    readOnly: false,
    ...approvalOf(operations, (value) => input.parse(value)),
    async answer({ skill_name, script_name, args, stdin }, options) {
      const call = stdin === undefined ? options : { ...options, stdin };
      const result = await operations.run(skill_name, script_name, parseScriptArguments(args), call);
      if (!isReport(result)) throw failureOf(result);
      return { ok: true, text: report(result), data: dataOf(result, output) };
    },
    failureText: (text) => answer(text),
  });
}

/** The same for a program. What is empty is left out. */
function dataOf(result: ScriptResult, output: ScriptAnswers["output"]) {
  const { exitCode, truncated, durationMs, left, changes, skillChanges, kept } = result;
  const [stdout, stderr] = [output(result.stdout), output(result.stderr)];
  const more = { ...(left && { left }), ...(skillChanges && { skillChanges }), ...(kept && { kept }) };
  const looked = changes && toldChanges(changes);
  return { stdout, stderr, exitCode, truncated, durationMs, ...looked, ...more };
}

function failureOf(result: ScriptResult): SkillScriptExecutionError {
  const message = [describeFailure(result), ...notesOf(result)].join("\n\n");
  return new SkillScriptExecutionError(message, { code: codeOfResult(result), cause: result.cause });
}

/** Absent where the framework never has to ask. */
function approvalOf(operations: Operations, parse: (input: unknown) => RunInput): Pick<SkillTool, "requestApproval"> {
  const { approvalRule } = operations;
  if (!asksFramework(approvalRule, true) && !asksFramework(approvalRule, false)) return {};
  return {
    async requestApproval(input, call = {}) {
      const run = readRun(() => parse(input));
      if (!run) return undefined;
      const own = run.stdin === undefined ? call : { ...call, stdin: run.stdin };
      return operations.requestApproval(run.skill_name, run.script_name, run.args, own);
    },
  };
}

interface RunInput {
  readonly skill_name: string;
  readonly script_name: string;
  readonly args?: unknown;
  readonly stdin?: string | undefined;
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
