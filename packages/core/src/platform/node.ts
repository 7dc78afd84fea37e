import { access } from "node:fs/promises";
import type { readContainedFile as ReadContainedFile } from "../files/read-contained-file.js";
import type { StagedFile, StagedFiles } from "../scripts/stage-files.js";

/** What core needs of Node. `default.ts` exports the same names for everywhere else. */
export { eventChannels } from "../events/diagnostics-channels.js";
export { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "../scripts/local-executor.js";
export { type DirectoryOptions, directory } from "../sources/directory.js";

/** That of files/read-contained-file.ts, which is loaded when the first file is read. */
export const readContainedFile: typeof ReadContainedFile = async (folder, path, limits) =>
  (await import("../files/read-contained-file.js")).readContainedFile(folder, path, limits);

/** That of scripts/stage-files.ts, which is loaded with the first script that needs it. */
export async function stageFiles(files: Iterable<StagedFile>): Promise<StagedFiles> {
  return (await import("../scripts/stage-files.js")).stageFiles(files);
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
