// What the runner of this machine says of a run beside its output.

import { relative } from "node:path";
import type { ScriptResult } from "../../scripts/executor.js";
import { MAX_SHOWN_PATH } from "../../text/limits.js";
import { shownLine } from "../../text/shown-name.js";
import { extensionOf } from "../interpreter-table.js";
import type { RunPlace } from "./missing-parts.js";
import type { PreparedScript } from "./prepared-script.js";
import type { LocatedScript } from "./script-file.js";

/** What was run, and with what. */
interface Run {
  readonly script: LocatedScript;
  readonly scriptName: string;
  readonly prepared: PreparedScript;
  readonly place: RunPlace;
  /** What of the skill was taken for words of the arguments, by its path there. */
  readonly taken: readonly string[];
}

/** A file that is read to find out whether it does anything is no larger, in bytes. */
const MAX_READ_BYTES = 256 * 1024;

const TIMED_OUT =
  "The script and all that it started were ended. What stays in the foreground, as a server does, cannot be used this way. The host can give scripts more time: timeoutMs of localExecutor";

/** Sentences, none where there is nothing to say. */
export async function notesOfRun(result: ScriptResult, run: Run): Promise<readonly string[]> {
  const { script, scriptName, prepared, place, taken } = run;
  const notes: string[] = [];
  if (result.interrupted?.code === "script_timeout") notes.push(TIMED_OUT);
  if (!result.interrupted && result.exitCode) {
    // Lazy: most scripts succeed.
    const { adviceFor } = await import("./missing-parts.js");
    notes.push(...(await adviceFor(result, script, prepared, place)));
  }
  if (isSilent(result) && (await doesNothing(script)))
    notes.push(
      `${shownLine(scriptName, MAX_SHOWN_PATH)} only defines functions or classes, so that running it does nothing. Import it in other code, or read it`,
    );
  if (taken.length > 0) {
    const files = taken.map((path) => shownLine(path, MAX_SHOWN_PATH)).join(", ");
    notes.push(`Not in the work folder, so taken from the skill's: ${files}`);
  }
  return notes;
}

function isSilent({ interrupted, exitCode, stdout, stderr }: ScriptResult): boolean {
  return !interrupted && exitCode === 0 && stdout.trim() === "" && stderr.trim() === "";
}

/** Told only of what can be read once more: the script may have removed itself. */
async function doesNothing({ path, folder }: LocatedScript): Promise<boolean> {
  // Lazy: most scripts print something.
  const [{ onlyDefines }, { readPinnedFile }] = await Promise.all([
    import("./main-part.js"),
    import("../read-pinned-file.js"),
  ]);
  const way = relative(folder.path, path).replaceAll("\\", "/");
  const bytes = await readPinnedFile(folder, way, { maxBytes: MAX_READ_BYTES }).catch(() => undefined);
  return bytes !== undefined && onlyDefines(Buffer.from(bytes).toString("utf8"), extensionOf(path));
}
