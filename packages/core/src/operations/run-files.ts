// The files of a skill as an executor receives them that lays them out itself: one after the other, held against what was approved.

import type { ApprovalRequest } from "../base/approval-request.js";
import { untilAborted } from "../base/until-aborted.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ScriptRequest } from "../scripts/executor.js";
import { confirmTree } from "./confirm-tree.js";
import { readTree } from "./skill-tree.js";

type RunFiles = ReturnType<NonNullable<ScriptRequest["files"]>>;
type RunFile = RunFiles extends AsyncIterable<infer File> ? File : never;

/** How files are read. */
interface RunFilesOptions {
  /** What was approved; without it, they are compared with nothing. */
  readonly approved: ApprovalRequest | undefined;
  readonly signal: AbortSignal | undefined;
  /** Told at the end what an approval of these very files is of. */
  readonly onDigest?: ((digest: string) => void) | undefined;
}

/**
 * Reads all files of a skill, no further than its reader has got.
 *
 * @throws SkillError at the end `denied`, when they were not those that were approved; `aborted`; the source's own
 */
export async function* readRunFiles(entry: CatalogEntry, options: RunFilesOptions): RunFiles {
  const { approved, onDigest } = options;
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
    : untilAborted(signal, () => readTree(entry, { signal, keep })).then(onDigest);
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
