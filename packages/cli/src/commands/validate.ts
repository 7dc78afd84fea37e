// The command `validate`: findings about skills, in four formats.

import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import type { Page } from "../base/page.js";
import { cliVersion } from "../base/version.js";
import { count } from "../output/count.js";
import { type Finding, findingsText } from "../output/findings.js";
import { toGitHub } from "../output/github.js";
import { toJson } from "../output/printable.js";
import { toSarif } from "../output/sarif.js";
import { type CheckedFolder, checkFolder } from "../skills/check-folder.js";
import { countBelow, foldersOf, looked, type Places } from "../skills/load.js";

/** `skillplug validate [PATH…]`: holds skills against the format. A path is a folder with skills, a skill's folder or a SKILL.md. */
export async function validate(
  { directories: paths, maxDepth }: Places,
  { format, profile }: ValidateOptions,
): Promise<Outcome> {
  const given = foldersOf(paths);
  const missing = given.find((path) => !existsSync(path));
  if (missing !== undefined) throw notThere(`${missing} does not exist.`);
  const checks = await Promise.all([...foldersIn(given)].map((folder) => checkFolder(folder, profile, maxDepth)));
  const skills = checks.reduce((sum, each) => sum + each.skills, 0);
  const findings = checks.flatMap((each) => each.findings);
  if (skills + findings.length === 0)
    throw notThere(`No SKILL.md in ${looked(given)}.`, paths.length > 0 ? 0 : await countBelow("."));
  const ok = findings.every(({ severity }) => severity !== "error");
  const report: Report = { profile, ok, skills, findings };
  return {
    exitCode: ok ? EXIT.ok : EXIT.findings,
    data: format === "sarif" ? toSarif(findings, cliVersion()) : report,
    text: (page) => write(format, report, page),
    notes: [`${count(skills, "skill")}, ${summaryOf(findings)}.`],
  };
}

export interface ValidateOptions {
  readonly format: string;
  /**
   * `lenient`: a skill that cannot be loaded is a finding that counts. `strict`: every warning counts too. `agentskills`: as
   * `strict`, with the rules of the standard in place of ours.
   */
  readonly profile: string;
}

/** What was looked at, and what is wrong with it. */
interface Report extends CheckedFolder {
  readonly profile: string;
  readonly ok: boolean;
}

function notThere(message: string, besides = 0): CliError {
  const fix =
    besides > 0
      ? `Below this folder ${besides === 1 ? "lies 1 skill" : `lie ${besides} skills`}: name it, as in \`skillplug validate .\``
      : "Name a folder with skills, a skill's folder or a SKILL.md.";
  return new CliError(message, EXIT.notFound, { code: "not_found", fix });
}

/** Each folder once, in whatever spelling it was given first. */
function foldersIn(paths: readonly string[]): Iterable<string> {
  const folders = new Map<string, string>();
  for (const path of paths) {
    const folder = basename(path).toLowerCase() === "skill.md" ? dirname(path) : path;
    if (!folders.has(resolve(folder))) folders.set(resolve(folder), folder);
  }
  return folders.values();
}

function write(format: string, report: Report, page: Page): string {
  if (format === "json") return toJson(report);
  if (format === "sarif") return toJson(toSarif(report.findings, cliVersion()));
  return format === "github" ? toGitHub(report.findings) : findingsText(report.findings, page);
}

function summaryOf(findings: readonly Finding[]): string {
  const of = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity).length;
  return findings.length === 0
    ? "nothing to find fault with"
    : `${count(of("error"), "error")}, ${count(of("warning"), "warning")}`;
}
