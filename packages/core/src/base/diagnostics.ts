// The shape of a diagnostic, which every floor above can report.

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
  /** The path or URI of the file or folder that it is about. */
  readonly location?: string | undefined;
  /** The line in that file, from 1. */
  readonly line?: number | undefined;
}
