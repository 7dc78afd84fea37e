// Makes a private copy of a skill for one run, and holds it against what was approved.

import { stageFiles } from "#platform";
import type { ApprovalRequest } from "../base/approval-request.js";
import { codeOf, SkillError } from "../base/errors.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { filesChanged } from "./require-approval.js";
import { readTree, type TreeOptions } from "./skill-tree.js";
import { untilAborted } from "./until-aborted.js";

/** How a copy is made. */
interface FolderOptions {
  /** What was approved; without it, the copy is not compared with anything. */
  readonly approved: ApprovalRequest | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Copies all files of a skill into a private folder, each read once, so that what runs is what was compared.
 *
 * @throws SkillError `denied` when they are not those that were approved; `aborted`; the source's own. Nothing stays behind.
 */
export function prepareFolder(entry: CatalogEntry, { approved, signal }: FolderOptions) {
  const { skill, source } = entry;
  return stageFiles(async (write) => {
    if (approved) await confirmTree(entry, approved, { signal, keep: write });
    else await untilAborted(signal, () => readTree(entry, { signal, keep: write }));
    await source.checkFolder?.(skill);
  });
}

/**
 * Reads all files of a skill once more, and holds them against what was approved.
 *
 * @throws SkillError `denied` when they are others, or cannot all be read any more
 */
export async function confirmTree(entry: CatalogEntry, approved: ApprovalRequest, options: TreeOptions): Promise<void> {
  const { signal } = options;
  const reading = untilAborted(signal, () => readTree(entry, options));
  const digest = await reading.catch((error: unknown) => {
    // A full disk is no change of the files, and neither is an abort.
    if (codeOf(error) === "aborted" || signal?.aborted || !SkillError.isInstance(error)) throw error;
    // They could be read when they were asked about.
    throw filesChanged(approved, error);
  });
  if (digest !== approved.digest) throw filesChanged(approved);
}
