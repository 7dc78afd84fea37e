// The command `new`: writes the files of a first skill.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { normalizeSkillName, serializeSkill, validateSkill } from "@skillplug/core/format";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import { shortPath } from "../output/short-path.js";
import { foldersOf } from "../skills/load.js";
import { instructionsOf, SCRIPT, SCRIPT_TEXT } from "../skills/skill-template.js";

/** `skillplug new NAME`: a skill that works, to be rewritten. Never overwrites. */
export async function create(
  givenName: string,
  directories: readonly string[],
  { description }: { readonly description?: string | undefined },
): Promise<Outcome> {
  const name = usableName(givenName);
  const purpose =
    description ?? `Says in one sentence what ${name} does. Use when somebody asks for what it is good for.`;
  const [wrong] = validateSkill({ name, description: purpose });
  if (wrong) throw refused(wrong.message);
  const folder = join(foldersOf(directories)[0] ?? "./skills", name);
  await makeFolder(folder);
  const files = {
    "SKILL.md": serializeSkill({ name, description: purpose, content: instructionsOf(name) }),
    [SCRIPT]: SCRIPT_TEXT,
  };
  const paths: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    await writeFile(path, text);
    paths.push(shortPath(path));
  }
  return {
    exitCode: EXIT.ok,
    data: { name, path: shortPath(folder), files: paths },
    text: () => paths.join("\n"),
    notes: [
      `Next: write ${paths[0]}, try \`skillplug run ${name} greet -- --name Ada\`, then \`skillplug validate --profile strict\`.`,
    ],
  };
}

function usableName(name: string): string {
  try {
    return normalizeSkillName(name);
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  }
}

function refused(message: string): CliError {
  return new CliError(message, EXIT.usage, { code: "invalid_name" });
}

/** The folder itself must not be there yet; its scripts' folder is made with it. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(join(folder, ".."), { recursive: true });
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const fix = "Nothing was changed. Choose another name, or remove the folder.";
    throw new CliError(`${folder} exists.`, EXIT.usage, { code: "exists", fix });
  }
  await mkdir(join(folder, "scripts"));
}
