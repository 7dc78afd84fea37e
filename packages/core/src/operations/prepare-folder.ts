// Makes a private copy of a skill for one run, and holds it against what was approved.

import { stageFiles } from "#platform";
import type { ApprovalRequest } from "../base/approval-request.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { filesChanged } from "./approval.js";
import { readTree } from "./skill-tree.js";
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
    const digest = await untilAborted(signal, () => readTree(entry, { signal, keep: write }));
    if (approved && digest !== approved.digest) throw filesChanged(approved);
    await source.checkFolder?.(skill);
  });
}
