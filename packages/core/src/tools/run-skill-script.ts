// The tool run_skill_script: its definition, when it needs an approval, and its answer.

import { z } from "zod";
import type { SkillTool } from "../base/tool.js";
import { asksFramework } from "../operations/approval.js";
import { skillsNamed } from "../operations/asked-skill.js";
import type { Operations } from "../operations/operations.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import { outputOf } from "../scripts/script-result.js";
import { defineTool } from "./define-tool.js";
import type { ScriptAnswers } from "./script-answer.js";
import { toolInput } from "./tool-input.js";

/** `run_skill_script`: runs one script of a skill and answers what it printed. */
export function runSkillScriptTool(operations: Operations, { answer, output }: ScriptAnswers): SkillTool {
  const input = toolInput("run_skill_script", {
    skill_name: z.string().describe("The skill's name"),
    script_name: z.string().describe("The script's path or name, as load_skill lists it"),
    args: z
      .union([z.array(z.string()), z.record(z.string(), z.unknown()), z.string()])
      .optional()
      .describe(
        'A list of command line arguments such as ["data.csv", "--top", "3"], named ones as an object, or the JSON text of either',
      ),
  });
  return defineTool({
    name: "run_skill_script",
    description: "Runs a script of a skill and returns what it prints.",
    input,
    readOnly: false,
    needsApproval: needsApproval(operations, (value) => input.parse(value).skill_name),
    async answer({ skill_name, script_name, args }, options) {
      const result = await operations.run(skill_name, script_name, parseScriptArguments(args), options);
      const printed = outputOf(result);
      const { exitCode, truncated, durationMs } = result;
      const [stdout, stderr] = [output(result.stdout), output(result.stderr)];
      const text =
        printed || `The script succeeded and printed nothing.${stderr.trim() && `\nstderr:\n${stderr.trim()}`}`;
      return { ok: true, text: answer(text), data: { stdout, stderr, exitCode, truncated, durationMs } };
    },
    failureText: (text) => answer(text),
  });
}

/** For no run or for all of them where that is certain, otherwise for runs of skills whose source is not trusted. */
function needsApproval({ approvalRule, catalog }: Operations, skillNameIn: (input: unknown) => string) {
  const evenTrusted = asksFramework(approvalRule, true);
  if (evenTrusted || !asksFramework(approvalRule, false)) return evenTrusted;
  return async (input: unknown): Promise<boolean> => {
    const { entries } = await catalog.current();
    try {
      return skillsNamed(entries, skillNameIn(input)).some(({ trusted }) => !trusted);
    } catch {
      // Wrong input runs nothing: its answer says what was expected.
      return false;
    }
  };
}
