// The files of a skill as an executor receives them that lays them out itself: one after the other, held against what was approved.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ScriptRequest } from "../scripts/executor.js";
import { confirmTree } from "./confirm-tree.js";
import { readTree } from "./skill-tree.js";
import { untilAborted } from "./until-aborted.js";

type RunFiles = ReturnType<NonNullable<ScriptRequest["files"]>>;
type RunFile = RunFiles extends AsyncIterable<infer File> ? File : never;

/**
 * Reads all files of a skill, no further than its reader has got.
 *
 * @throws SkillError at the end `denied`, when they were not those that were approved; `aborted`; the source's own
 */
export async function* readRunFiles(
  entry: CatalogEntry,
  options: { readonly approved: ApprovalRequest | undefined; readonly signal: AbortSignal | undefined },
): RunFiles {
  const { approved } = options;
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, ...(options.signal ? [options.signal] : [])]);
  const read: { readonly file: RunFile; readonly taken: () => void }[] = [];
  let wake = () => {};
  let isOver = false;
  const keep = ({ path, isExecutable, bytes }: RunFile) =>
    new Promise<void>((taken) => {
      if (isOver) return taken();
      read.push({ file: { path, isExecutable, bytes }, taken });
      wake();
    });
  const tree = approved
    ? confirmTree(entry, approved, { signal, keep })
    : untilAborted(signal, () => readTree(entry, { signal, keep }));
  const reading = tree.finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited below, unless the reader leaves before.
  reading.catch(() => {});
  try {
    while (!isOver || read.length > 0) {
      const next = read.shift();
      if (next) {
        yield next.file;
        next.taken();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await reading;
    await entry.source.checkFolder?.(entry.skill);
  } finally {
    isOver = true;
    leaving.abort();
    for (const { taken } of read) taken();
  }
}
