// Sees what changes on the disk while a script runs, and keeps what it wrote into a private copy.

import { isInside, keepOutput, loadFolderLooks } from "#platform";
import type { FolderChanges } from "../base/folder-changes.js";
import type { ScriptResult, StagedFolder } from "../scripts/executor.js";

/** What is looked at during one run, and what was found when it ended. */
export interface Witness {
  findings: Pick<ScriptResult, "changes" | "skillChanges" | "kept">;
  /** `undefined` where scripts do not run on this disk. */
  readonly workFolder: string | undefined;
  readonly skillName: string;
}

/** How many files of a private copy are kept. */
const MAX_KEPT_FILES = 1_000;

/** Looks at the work folder, and at the folder of a skill that runs where it lies, until the run has ended. */
export async function lookInPlace(directory: string, witness: Witness): Promise<StagedFolder> {
  const { workFolder } = witness;
  if (workFolder === undefined) return { directory, dispose: async () => {} };
  const { lookAtFolder } = await loadFolderLooks();
  const work = await lookAtFolder(workFolder, { except: directory });
  // Whoever works inside a skill changes it on purpose.
  const skill = isInside(directory, workFolder) ? undefined : await lookAtFolder(directory);
  return {
    directory,
    async dispose() {
      const skillChanges = await skill?.changes();
      witness.findings = { changes: await work.changes(), ...(hasAny(skillChanges) && { skillChanges }) };
    },
  };
}

/** Looks at the work folder and at a private copy, and keeps what is new in the copy before it goes. */
export async function lookAtCopy({ directory, dispose }: StagedFolder, witness: Witness): Promise<StagedFolder> {
  const { workFolder, skillName } = witness;
  const { lookAtFolder } = await loadFolderLooks();
  const work = workFolder === undefined ? undefined : await lookAtFolder(workFolder, { except: directory });
  const copy = await lookAtFolder(directory, { most: MAX_KEPT_FILES });
  return {
    directory,
    isCopy: true,
    async dispose() {
      const changes = await work?.changes();
      const kept = await keepOutput(directory, await copy.changes(), { workFolder, skillName });
      await dispose();
      witness.findings = { ...(changes && { changes }), ...(kept && { kept }) };
    },
  };
}

function hasAny(changes: FolderChanges | undefined): boolean {
  return changes !== undefined && changes.files.length > 0;
}
