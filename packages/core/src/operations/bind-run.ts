// Binds an approval to one run: everything that decides what would run, read at this moment.

import type { ApprovalRequest } from "../base/approval-request.js";
import { SkillError } from "../base/errors.js";
import type { ScriptArguments, SkillEntry } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import type { BoundRun } from "./approval-records.js";
import { isJsonData } from "./copy-arguments.js";
import { readRunFiles } from "./run-files.js";
import { directoryOf } from "./skill-directory.js";
import { digestOf, readTree } from "./skill-tree.js";

/** One run of one script, as far as it is decided before anybody is asked. */
export interface Run {
  readonly entry: CatalogEntry;
  readonly script: SkillEntry;
  /** A frozen copy. */
  readonly args: ScriptArguments | undefined;
  readonly stdin: string | undefined;
  /** An absolute path; `undefined` where it is not known, or nothing runs in a folder. */
  readonly workFolder: string | undefined;
}

/**
 * Reads all that an approval of a run is about.
 *
 * @throws SkillError `invalid_input` for arguments that are no JSON data; the source's and the executor's own, when the script
 *   could not run anyway
 */
export async function bindRun(
  run: Run,
  executor: ScriptExecutor,
  { context, signal }: { readonly context?: unknown; readonly signal?: AbortSignal | undefined },
): Promise<BoundRun> {
  const { entry, script, args, stdin, workFolder } = run;
  if (!isJsonData(args)) throw notShowable(script.name);
  const { skill, source, trusted } = entry;
  const { digest, commandLine } = await describeRun(run, executor, signal);
  const about = {
    skillName: skill.name,
    scriptName: script.name,
    args,
    trusted,
    source: source.id,
    digest,
    commandLine,
    ...(workFolder !== undefined && { workFolder }),
    ...(stdin !== undefined && { stdin }),
  };
  const request: ApprovalRequest = Object.freeze({ ...about, context });
  return { request, binding: await bindingOf(request) };
}

/** Which parts of a run are not what was approved, in words; empty when it is the same run. */
export function differences(approved: ApprovalRequest, now: ApprovalRequest): readonly string[] {
  const parts: readonly (readonly [string, (request: ApprovalRequest) => unknown])[] = [
    ["the skill", ({ skillName }) => skillName],
    ["the skill's source", ({ source }) => source],
    ["whether its source is trusted", ({ trusted }) => trusted],
    ["the script", ({ scriptName }) => scriptName],
    ["the skill's files", ({ digest }) => digest],
    ["the arguments", ({ args }) => args ?? null],
    ["the command line", ({ commandLine }) => commandLine ?? null],
    ["the work folder", ({ workFolder }) => workFolder ?? null],
    ["the standard input", ({ stdin }) => stdin ?? null],
  ];
  return parts.flatMap(([name, of]) => (JSON.stringify(of(approved)) === JSON.stringify(of(now)) ? [] : [name]));
}

function bindingOf(request: ApprovalRequest): Promise<string> {
  const { skillName, scriptName, args = null, trusted, source, digest, commandLine = null } = request;
  const { workFolder = null, stdin = null } = request;
  const parts = [skillName, scriptName, args, trusted, source, digest, commandLine, workFolder, stdin];
  return digestOf([JSON.stringify(parts)]);
}

/** What would run: the digest of the files, and the words of the command. */
interface Description {
  readonly digest: string;
  readonly commandLine: readonly string[] | undefined;
}

/** Where the files are to be laid out, those that are described are those that the digest is of. */
async function describeRun(run: Run, executor: ScriptExecutor, signal: AbortSignal | undefined): Promise<Description> {
  const { entry, script, args, workFolder } = run;
  const directory = entry.trusted ? directoryOf(entry) : undefined;
  const request = { skillName: entry.skill.name, scriptName: script.name, args, workFolder };
  if (script.function || !executor.describe)
    return { digest: await readTree(entry, { signal }), commandLine: undefined };
  if (directory !== undefined) {
    const described = executor.describe({ ...request, directory });
    const [digest, commandLine] = await Promise.all([readTree(entry, { signal }), described]);
    return { digest, commandLine };
  }
  let digest: string | undefined;
  const onDigest = (told: string) => {
    digest = told;
  };
  const files = () => readRunFiles(entry, { approved: undefined, signal, onDigest });
  const commandLine = await executor.describe({ ...request, files });
  return { digest: digest ?? (await readTree(entry, { signal })), commandLine };
}

function notShowable(name: string): SkillError {
  const message = `The script '${name}' did not run: it needs an approval, and its args hold something that is no JSON data, such as a Date, a function or NaN. Nobody could be shown what would run. Pass texts, finite numbers, booleans, lists and plain objects.`;
  return new SkillError("invalid_input", message);
}
