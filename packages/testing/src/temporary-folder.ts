// Folders for one test, removed when it ends.
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder with these files, removed when the test ends. Keys are paths inside it; those that end with `*` may be executed. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillplug-test-")));
  onTestFinished(() => removeFolder(folder));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path.replace(/\*$/, ""));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (path.endsWith("*")) await chmod(file, 0o755);
  }
  return folder;
}

/** Removes what a test has locked too. */
async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove().catch(() => unlock(folder).then(remove));
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}

/** The text of a small SKILL.md. */
export function skillText(name: string, description = `Does ${name}`, body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}
