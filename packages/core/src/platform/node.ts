import { access } from "node:fs/promises";

/** What core needs of Node. `default.ts` exports the same names for everywhere else. */
export { eventChannels } from "../events/diagnostics-channels.js";
export { readContainedFile } from "../files/read-contained-file.js";
export { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "../scripts/local-executor.js";
export { type StagedFile, type StagedFiles, stageFiles } from "../scripts/stage-files.js";
export { type DirectoryOptions, directory } from "../sources/directory.js";

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
