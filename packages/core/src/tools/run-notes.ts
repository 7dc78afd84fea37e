// What a model is told of a run besides its output: the files that changed, and the processes that it left.

import type { ChangedFile, FolderChanges } from "../base/folder-changes.js";
import type { ScriptResult } from "../scripts/executor.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";

/** How many files one note names. */
const MAX_NAMED = 20;

/** A note in brackets for each thing to know; empty where there is none. */
export function notesOf({ notes: told = [], left, changes, skillChanges, kept }: ScriptResult): readonly string[] {
  const notes = [
    ...told,
    left && processesNote(left),
    hasAny(changes) && `Changed in the work folder while it ran: ${listFiles(changes)}.`,
    hasAny(skillChanges) &&
      `Warning: changed in the skill's own folder while it ran: ${listFiles(skillChanges)}. What users should keep belongs into the work folder.`,
    kept && keptNote(kept),
  ];
  return notes.flatMap((note) => (note ? [`[${escapeOwnTags(note)}]`] : []));
}

function hasAny(changes: FolderChanges | undefined): changes is FolderChanges {
  return changes !== undefined && changes.files.length > 0;
}

function processesNote({ processes, more, goOn }: NonNullable<ScriptResult["left"]>): string {
  const named = processes.map(({ pid, command }) =>
    command === "" ? `process ${pid}` : `process ${pid} (${command})`,
  );
  const which = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return goOn
    ? `The script left running, and it goes on in the background: ${which}.`
    : `The script left running, and it was ended with the script: ${which}. A server has to be started and used by one script.`;
}

function keptNote({ folder, files, more, lost }: NonNullable<ScriptResult["kept"]>): string {
  const problem =
    lost > 0
      ? ` ${lost} ${lost === 1 ? "file was" : "files were"} lost: too many, too large, or no regular files.`
      : "";
  if (folder === undefined || files.length === 0)
    return `What it wrote into the skill's folder could not be kept.${problem}`;
  return `What it wrote into the skill's folder is kept in ${shownLine(folder, MAX_SHOWN_PATH)}: ${listFiles({ files, more })}.${problem}`;
}

function listFiles({ files, more }: Pick<FolderChanges, "files" | "more">): string {
  const named = files.slice(0, MAX_NAMED).map(describeFile);
  const rest = files.length - named.length + more;
  return `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function describeFile({ path, size, change }: ChangedFile): string {
  const name = shownLine(path, MAX_SHOWN_PATH);
  return change === "removed" ? `removed ${name}` : `${change} ${name} (${size} bytes)`;
}
