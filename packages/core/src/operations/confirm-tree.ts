// Holds the files of a skill against what was approved.

import type { ApprovalRequest } from "../base/approval-request.js";
import { codeOf } from "../base/errors.js";
import { untilAborted } from "../base/until-aborted.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { filesChanged } from "./refusals.js";
import { readTree, type TreeOptions } from "./skill-tree.js";

/**
 * Reads all files of a skill once more, and holds them against what was approved.
 *
 * @throws SkillError `denied` when they are others, or cannot all be read any more
 */
export async function confirmTree(entry: CatalogEntry, approved: ApprovalRequest, options: TreeOptions): Promise<void> {
  const { signal } = options;
  const reading = untilAborted(signal, () => readTree(entry, options));
  const digest = await reading.catch((error: unknown) => {
    if (codeOf(error) === "aborted" || signal?.aborted) throw error;
    // They could be read when they were asked about.
    throw filesChanged(approved, error);
  });
  if (digest !== approved.digest) throw filesChanged(approved);
}
