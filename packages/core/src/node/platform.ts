// `#platform` on Node: what core needs of it. without-node.ts has the same names for everywhere else.

import { access } from "node:fs/promises";
import type { ReadShared } from "../files/read-shared.js";
import { MAX_WARNING } from "../text/limits.js";
import { loggedLine } from "../text/shown-name.js";
import type { readContainedFile as ReadContainedFile } from "./read-contained-file.js";

export { eventChannels } from "./diagnostics-channels.js";
export { type DirectoryOptions, directory } from "./folders/directory.js";
export { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "./processes/local-executor.js";

/** Lazy: loads read-contained-file.ts with the first file. */
export const readContainedFile: typeof ReadContainedFile = async (folder, path, limits) =>
  (await import("./read-contained-file.js")).readContainedFile(folder, path, limits);

/** Lazy: loads shared-folders.ts with the first file. Its types name Node's, which not every program's compiler knows. */
export const sharedFolders: (folders: readonly string[]) => ReadShared = (folders) => async (skill, path, limits) => {
  const shared = await import("./shared-folders.js");
  return shared.sharedFolders(folders)(skill, path, limits);
};

/** Lazy: loads processes/working-folder.ts. The working folder of this process; `undefined` when it was removed. */
export const workingFolder = async (): Promise<string | undefined> =>
  (await import("./processes/working-folder.js")).workingFolder();

/** Lazy: loads processes/working-folder.ts. Where a folder lies that is named from the working folder. */
export const absoluteFolder = async (folder: string): Promise<string> =>
  (await import("./processes/working-folder.js")).absoluteFolder(folder);

/** Emits a process warning: one line of at most 500 characters, without what a terminal or the log of a CI job would act on. */
export function warn(message: string): void {
  process.emitWarning(loggedLine(message, MAX_WARNING), "SkillplugWarning");
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
