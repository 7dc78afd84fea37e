// What a model is told of a run besides its output: the files that changed, and the processes that it left.

import type { ChangedFile, FolderChanges } from "../base/folder-changes.js";
import type { ScriptResult } from "../scripts/executor.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { cut, shownLine } from "../text/shown-name.js";

/** How many files or processes one note names, and how many where that is too long. */
const NAMED = [20, 10, 5, 2, 1, 0] as const;

/**
 * A note in brackets for each thing to know; empty where there is none.
 *
 * @param most how many characters they may have together: fewer files are named then, and what is still too long is cut
 */
export function notesOf(result: ScriptResult, most = Number.POSITIVE_INFINITY): readonly string[] {
  let notes: readonly string[] = [];
  for (const named of NAMED) {
    notes = writeNotes(result, named);
    if (lengthOf(notes) <= most) return notes.map(inBrackets);
  }
  return cutToFit(notes, most).map(inBrackets);
}

/**
 * What there is to know of a run besides its output, a sentence or two each: the files that changed, what it left running, where
 * what it wrote is kept, and what it seems to miss. For people who are shown a run, in the words that models are told it in.
 */
export function runNotes(result: ScriptResult): readonly string[] {
  return writeNotes(result, NAMED[0]);
}

function writeNotes(
  { notes: told = [], left, changes, skillChanges, kept }: ScriptResult,
  named: number,
): readonly string[] {
  const notes = [
    ...told,
    left && processesNote(left, named),
    hasAny(changes) && `Changed in the work folder while it ran: ${listFiles(changes, named)}.`,
    hasAny(skillChanges) &&
      `Warning: changed in the skill's own folder while it ran: ${listFiles(skillChanges, named)}. What users should keep belongs into the work folder.`,
    kept && keptNote(kept, named),
  ];
  return notes.flatMap((note) => (note ? [escapeOwnTags(note)] : []));
}

const inBrackets = (note: string): string => `[${note}]`;

/** With what stands around each: brackets, and an empty line ahead. */
function lengthOf(notes: readonly string[]): number {
  return notes.reduce((sum, note) => sum + note.length + "\n\n[]".length, 0);
}

/** The short ones stay whole, and the others share what is left. */
function cutToFit(notes: readonly string[], most: number): readonly string[] {
  const fitting = [...notes];
  const byLength = notes.map((_, index) => index).sort((a, b) => (notes[a] ?? "").length - (notes[b] ?? "").length);
  let room = most;
  for (const [done, index] of byLength.entries()) {
    const share = Math.max(0, Math.floor(room / (byLength.length - done)) - "\n\n[]".length);
    const note = notes[index] ?? "";
    fitting[index] = note.length <= share ? note : cut(note, Math.max(1, share));
    room -= (fitting[index] ?? "").length + "\n\n[]".length;
  }
  return fitting;
}

function hasAny(changes: FolderChanges | undefined): changes is FolderChanges {
  return changes !== undefined && changes.files.length > 0;
}

function processesNote({ processes, more, goOn }: NonNullable<ScriptResult["left"]>, named: number): string {
  const told = processes
    .slice(0, named)
    .map(({ pid, command }) => (command === "" ? `process ${pid}` : `process ${pid} (${command})`));
  const which = listOf(told, processes.length - told.length + more, "processes");
  return goOn
    ? `The script left running, and it goes on in the background: ${which}.`
    : `The script left running, and it was ended with the script: ${which}. A server has to be started and used by one script.`;
}

function keptNote({ folder, files, more, lost }: NonNullable<ScriptResult["kept"]>, named: number): string {
  const problem =
    lost > 0
      ? ` ${lost} ${lost === 1 ? "file was" : "files were"} lost: too many, too large, or no regular files.`
      : "";
  if (folder === undefined || files.length === 0)
    return `What it wrote into the skill's folder could not be kept.${problem}`;
  return `What it wrote into the skill's folder is kept in ${shownLine(folder, MAX_SHOWN_PATH)}: ${listFiles({ files, more }, named)}.${problem}`;
}

function listFiles({ files, more }: Pick<FolderChanges, "files" | "more">, named: number): string {
  const told = files.slice(0, named).map(describeFile);
  return listOf(told, files.length - told.length + more, "files");
}

function listOf(told: readonly string[], more: number, what: string): string {
  if (told.length === 0) return `${more} ${what}`;
  return `${told.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function describeFile({ path, size, change }: ChangedFile): string {
  const name = shownLine(path, MAX_SHOWN_PATH);
  return change === "removed" ? `removed ${name}` : `${change} ${name} (${size} bytes)`;
}
