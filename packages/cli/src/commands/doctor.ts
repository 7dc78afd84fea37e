// The command `doctor`: a list of checks of this machine, its folders and its skills.

import { DEFAULT_SKILL_FOLDERS, type Diagnostic, estimateTokens } from "@skillplug/core";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import type { Page } from "../base/page.js";
import { count } from "../output/count.js";
import { printableLine } from "../output/printable.js";
import { costOfRequest } from "../skills/cost-of-request.js";
import { foldersOf, type LoadedSkills, load, type Places } from "../skills/load.js";
import { unrunnableScripts } from "../skills/unrunnable-scripts.js";

/** `skillplug doctor`: what could keep skills from working here. */
export async function doctor(places: Places): Promise<Outcome> {
  const loaded = await load(places);
  const checks = [
    nodeCheck(),
    foldersCheck(loaded),
    await scriptsCheck(loaded),
    diagnosticsCheck("loading", loaded.diagnostics, ({ severity }) => severity === "error"),
    diagnosticsCheck("duplicates", loaded.diagnostics, isCollision),
    diagnosticsCheck("symlinks", loaded.diagnostics, ({ code }) => code.startsWith("symlink")),
    diagnosticsCheck("format", loaded.diagnostics, isAboutFormat),
    await budgetCheck(loaded),
  ];
  const ok = checks.every(({ status }) => status === "ok");
  return {
    exitCode: ok ? EXIT.ok : EXIT.findings,
    data: { ok, checks },
    text: (page) => checks.map((check) => describe(check, page)).join("\n"),
  };
}

/** One thing that was looked at. */
interface Check {
  readonly name: string;
  readonly status: "ok" | "warning" | "error";
  readonly message: string;
  readonly details?: readonly string[] | undefined;
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  const message = ok ? process.version : `${process.version} is too old; install 20.19 or newer`;
  return { name: "node", status: ok ? "ok" : "error", message };
}

function foldersCheck({ skills, places }: LoadedSkills): Check {
  const folders = foldersOf(places.directories);
  if (folders.length > 0 && skills.length > 0) {
    return { name: "skills", status: "ok", message: `${count(skills.length, "skill")} in ${folders.join(", ")}` };
  }
  const looked = folders.length > 0 ? folders : DEFAULT_SKILL_FOLDERS;
  const message = `none in ${looked.join(", ")}; \`skillplug new my-skill\` makes one`;
  return { name: "skills", status: "warning", message };
}

async function scriptsCheck({ skills }: LoadedSkills): Promise<Check> {
  const details = await unrunnableScripts(skills);
  const total = skills.reduce((sum, { scripts }) => sum + scripts.length, 0);
  if (details.length === 0)
    return { name: "scripts", status: "ok", message: `${count(total, "script")} can be started` };
  return {
    name: "scripts",
    status: "warning",
    message: `${details.length} of ${total} cannot be started here`,
    details,
  };
}

function diagnosticsCheck(
  name: string,
  diagnostics: readonly Diagnostic[],
  isMeant: (diagnostic: Diagnostic) => boolean,
): Check {
  const meant = diagnostics.filter(isMeant);
  const worst = (["error", "warning"] as const).find((level) => meant.some(({ severity }) => severity === level));
  const message = meant.length > 0 ? count(meant.length, "finding") : "nothing found";
  return { name, status: worst ?? "ok", message, details: meant.map((diagnostic) => diagnostic.message) };
}

/** Copies are nothing wrong. */
function isCollision({ code, severity }: Diagnostic): boolean {
  return code === "duplicate-skill" && severity !== "info";
}

function isAboutFormat({ code, severity }: Diagnostic): boolean {
  return severity === "warning" && code !== "duplicate-skill" && !code.startsWith("symlink");
}

/** Whether the list of skills had to be cut, so that a model sees less of them than was written. */
async function budgetCheck({ toolset }: LoadedSkills): Promise<Check> {
  const { prompt, tools } = await costOfRequest(toolset);
  const message = `about ${prompt} tokens for the prompt and ${tools} for the tools in every request`;
  const uncut = await toolset.getInstructions({ maxTokens: Number.POSITIVE_INFINITY });
  if (uncut === (await toolset.getInstructions())) return { name: "budget", status: "ok", message };
  const detail = `Descriptions or names are cut to fit. Uncut, the prompt alone has about ${estimateTokens(uncut)}: shorten descriptions, or set maxTokens in loadSkills.`;
  return { name: "budget", status: "warning", message, details: [detail] };
}

const PAINT = { ok: "green", warning: "yellow", error: "red" } as const;

function describe({ name, status, message, details = [] }: Check, { style }: Page): string {
  const head = `${style[PAINT[status]](status.padEnd(7))}  ${style.bold(name.padEnd(12))}  ${printableLine(message)}`;
  return [head, ...details.map((detail) => `         ${printableLine(detail)}`)].join("\n");
}
