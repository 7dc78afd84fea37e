// A SKILL.md that is itself a symlink: it must lead to a file of its skill, or to that of another skill, which is then the one.

import { readlink, realpath } from "node:fs/promises";
import { SkillError } from "../../base/errors.js";
import { MAX_SKILL_FILE_BYTES, SKILL_FILE } from "../../base/skill.js";
import { isShortage } from "../descriptors.js";
import { isInside } from "../is-inside.js";
import type { PinnedFolder } from "../pinned-folder.js";
import type { FoundSkill } from "./found-skill.js";
import { interpret, type ListedFile } from "./listed-file.js";
import { pathIn } from "./path-in.js";
import type { ReadOutcome } from "./read-many.js";

/** The skills without those whose SKILL.md is a link to that of another one: the same file twice is one skill. */
export async function withoutLinksToOthers(skills: readonly FoundSkill[]): Promise<readonly FoundSkill[]> {
  const files = new Set(skills.filter(({ fileKind }) => fileKind !== "link").map(({ realFile }) => realFile));
  const isOther = await Promise.all(
    skills.map(
      async ({ fileKind, realFile }) => fileKind === "link" && files.has(await realpath(realFile).catch(() => "")),
    ),
  );
  return skills.filter((_, index) => !isOther[index]);
}

/** Reads a SKILL.md that is a symlink. */
export async function readLinkedFile(folder: PinnedFolder): Promise<ReadOutcome<ListedFile>> {
  const { readPinnedFile } = await import("../read-pinned-file.js");
  try {
    return { value: await interpret(await readPinnedFile(folder, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES })) };
  } catch (error) {
    return { error: await explain(folder.path, error) };
  }
}

/** A SKILL.md that only looks like a file: to open one can wake whoever waits at it, or set a device to work. */
export function irregularFile(): Error {
  return new Error(
    `${SKILL_FILE} is no file but a named pipe (FIFO), a socket or a device, and is not opened. Put a text file of that name in its place, or remove it.`,
  );
}

/** What to do about a link that leads elsewhere, or to no file; any other error as it is. */
async function explain(folder: string, error: unknown): Promise<unknown> {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isShortage(error) || isShortage(cause)) return error;
  const file = pathIn(folder, SKILL_FILE);
  const link = await readlink(file).catch(() => undefined);
  if (link === undefined) return error;
  const { Refusal } = await import("../open-contained.js");
  if (error instanceof Refusal && error.why === "irregular") {
    return new Error(
      `${SKILL_FILE} is a symlink to ${link}, which is no file but a folder, a named pipe (FIFO), a socket or a device. Correct the link, or put the file itself here.`,
    );
  }
  const target = await realpath(file).catch(() => undefined);
  if (target !== undefined && isInside(folder, target)) return error;
  const problem =
    target === undefined
      ? `${SKILL_FILE} is a symlink to ${link}, where nothing can be found. Correct the link, or put the file itself here.`
      : `${SKILL_FILE} is a symlink to ${link}, which leads out of the skill's folder. Make the folder a symlink to the folder of that file in place of this one, or put the file itself here.`;
  return new SkillError("resource_load_failed", problem, { cause: error });
}
