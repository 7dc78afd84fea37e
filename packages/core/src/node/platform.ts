// `#platform` on Node: what core needs of it. without-node.ts has the same names for everywhere else.

import { access } from "node:fs/promises";
import type { StagedFile, StagedFiles } from "./processes/stage-files.js";
import type { readContainedFile as ReadContainedFile } from "./read-contained-file.js";

/** What core needs of Node. `without-node.ts` has the same names for everywhere else. */
export { eventChannels } from "./diagnostics-channels.js";
export { type DirectoryOptions, directory } from "./folders/directory.js";
export { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "./processes/local-executor.js";

/** That of read-contained-file.ts, which is loaded when the first file is read. */
export const readContainedFile: typeof ReadContainedFile = async (folder, path, limits) =>
  (await import("./read-contained-file.js")).readContainedFile(folder, path, limits);

/** That of processes/stage-files.ts, which is loaded with the first script that needs it. */
export async function stageFiles(files: Iterable<StagedFile>): Promise<StagedFiles> {
  return (await import("./processes/stage-files.js")).stageFiles(files);
}

/** Shows a warning once, where the process shows its warnings. */
export function warn(message: string): void {
  process.emitWarning(message, "SkillplugWarning");
}

/** Those of the folders that exist. */
export async function existingFolders(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}
