// What `validate` does with one folder.

import { type Diagnostic, type SkillSummary, SkillsToolset, type ValidateMode } from "@skillplug/core";
import { validateSkill } from "@skillplug/core/format";
import { cleanText } from "@skillplug/core/text";
import { type Finding, toFinding } from "../output/findings.js";

/** Holds the skills of a folder against a profile. A folder by itself: two paths that hold the same skill are no duplicates. */
export async function checkFolder(folder: string, profile: string, maxDepth?: number): Promise<CheckedFolder> {
  const toolset = new SkillsToolset({ directories: [folder], maxDepth, validate: modeOf(profile), logger: false });
  const found = await toolset.listSummaries();
  const loading = await toolset.getDiagnostics();
  const checked = profile === "agentskills" ? found.map(checkStandard) : [];
  const raise = (diagnostic: Diagnostic): Diagnostic =>
    profile !== "lenient" && diagnostic.severity === "warning" ? { ...diagnostic, severity: "error" } : diagnostic;
  const hidden = (await Promise.all(found.map((skill) => checkInstructions(toolset, skill)))).flat();
  const findings = [...loading, ...hidden, ...checked.flat()].map((diagnostic) => toFinding(raise(diagnostic)));
  return { skills: found.length - checked.filter(({ length }) => length > 0).length, findings };
}

/** What was found in a folder, and how many of its skills pass. */
export interface CheckedFolder {
  readonly skills: number;
  readonly findings: readonly Finding[];
}

/** The standard's rules are no mode of loading: what was loaded without checks goes through {@link checkStandard}. */
function modeOf(profile: string): ValidateMode {
  return profile === "agentskills" ? false : profile === "strict" ? "strict" : "lenient";
}

/** No listing reads the instructions; a model is told of what was taken out of them, and here their author is. */
async function checkInstructions(toolset: SkillsToolset, { name, uri }: SkillSummary): Promise<Diagnostic[]> {
  const content = await toolset.getSkill(name).then(
    (skill) => skill?.content ?? "",
    () => "",
  );
  const { removed } = cleanText(content);
  if (removed === 0) return [];
  const message = `The instructions hold ${removed} control or invisible characters; no model is sent them. Take them out.`;
  return [{ code: "hidden-characters", severity: "warning", message, skill: name, location: uri }];
}

function checkStandard(skill: SkillSummary): Diagnostic[] {
  return validateSkill(skill, { profile: "agentskills" }).map((finding) => ({ ...finding, location: skill.uri }));
}
