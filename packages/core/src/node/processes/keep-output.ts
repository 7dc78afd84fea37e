// Keeps what a script wrote into the private copy of its skill, before the copy is removed.

import { constants } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, readdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ChangedFile, FolderChanges } from "../../base/folder-changes.js";
import type { KeptOutput } from "../../scripts/executor.js";

/** Where it is kept. */
export interface OutputPlace {
  /** The folder below which a folder `skillplug-output` is made. @default the system's temporary folder */
  readonly workFolder: string | undefined;
  readonly skillName: string;
}

/** How many bytes the files that are kept of one run may have together. */
const MAX_KEPT_BYTES = 100 * 1024 * 1024;
/** How many of them are named. */
const MAX_NAMED = 100;

/** How many names are tried for a fresh folder: others may take them at the same time. */
const MAX_TRIES = 100;

const OUTPUT = "skillplug-output";

/**
 * Copies new and changed files out of a private copy into a fresh folder, `skillplug-output/SKILL-1` below the work folder, or
 * below the system's temporary folder where nothing can be written there. Only regular files that really lie in the copy are
 * kept, and nothing that exists is overwritten. Never rejects.
 *
 * @param copy the private copy: an absolute path
 * @returns `undefined` when there is nothing to keep
 */
export async function keepOutput(
  copy: string,
  changes: FolderChanges,
  place: OutputPlace,
): Promise<KeptOutput | undefined> {
  const written = changes.files.filter(({ change }) => change !== "removed");
  if (written.length === 0) return undefined;
  const folder = await outputFolder(place).catch(() => undefined);
  if (folder === undefined) return { folder, files: [], more: 0, lost: written.length + changes.more };
  const real = await realpath(copy).catch(() => copy);
  const kept: ChangedFile[] = [];
  let room = MAX_KEPT_BYTES;
  for (const file of written) {
    if (file.size > room || !(await keep(real, folder, file.path))) continue;
    room -= file.size;
    kept.push(file);
  }
  return {
    folder,
    files: kept.slice(0, MAX_NAMED),
    more: Math.max(0, kept.length - MAX_NAMED),
    lost: written.length - kept.length + changes.more,
  };
}

/** False for what is no regular file of the copy, such as a link that was put in its place. */
async function keep(copy: string, folder: string, path: string): Promise<boolean> {
  const [from, to] = [join(copy, path), join(folder, path)];
  try {
    if ((await realpath(from)) !== from || !(await lstat(from)).isFile()) return false;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false;
  }
}

async function outputFolder({ workFolder, skillName }: OutputPlace): Promise<string> {
  const name =
    skillName
      .replace(/[^\w.-]+/g, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 64) || "skill";
  const below = workFolder === undefined ? undefined : await freshFolder(workFolder, name).catch(() => undefined);
  return below ?? mkdtemp(join(tmpdir(), `${OUTPUT}-${name}-`));
}

/** Its number is above all that are there. Of two that take it at the same time, one takes the next. */
async function freshFolder(workFolder: string, name: string): Promise<string | undefined> {
  const outputs = join(workFolder, OUTPUT);
  await mkdir(outputs).catch(() => {});
  // A link, which may be a stranger's, could lead anywhere.
  if (!(await lstat(outputs)).isDirectory()) return undefined;
  const endings = (await readdir(outputs)).flatMap((other) =>
    other.startsWith(`${name}-`) ? other.slice(name.length + 1) : [],
  );
  // A stranger's number may be so large that one more is the same.
  const last = endings
    .filter((ending) => /^\d{1,6}$/.test(ending))
    .reduce((most, each) => Math.max(most, Number(each)), 0);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const folder = join(outputs, `${name}-${last + tries}`);
    if (
      await mkdir(folder).then(
        () => true,
        () => false,
      )
    )
      return folder;
  }
  return undefined;
}
