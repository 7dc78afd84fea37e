// The shape of a diagnostic, which every floor above can report.

import { MAX_MESSAGE } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";

/** Something that a developer should know about a skill or a source. Diagnostics are collected, never thrown. */
export interface Diagnostic {
  /** A stable code in kebab-case, such as `duplicate-skill`. */
  readonly code: string;
  /** `error`: the skill or source is not used. `warning`: it is used as far as possible. `info`: nothing is wrong. */
  readonly severity: "error" | "warning" | "info";
  /** What was wrong, what was expected and what to do. */
  readonly message: string;
  /** The skill's name, where it is known. */
  readonly skill?: string | undefined;
  /** The id of the source of a skill that is not trusted, or of a source that is not. */
  readonly source?: string | undefined;
  /** The path or URI of the file or folder that it is about. */
  readonly location?: string | undefined;
  /** The line in that file, from 1. */
  readonly line?: number | undefined;
}

/** A diagnostic whose message is one line within a bound, whatever a skill or a source put into it. */
export function plainDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const message = shownLine(diagnostic.message, MAX_MESSAGE);
  return message === diagnostic.message ? diagnostic : { ...diagnostic, message };
}
