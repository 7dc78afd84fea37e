// The diagnostic of what could not be read since the system had no file descriptor left.

import type { Diagnostic } from "../../base/diagnostics.js";

/** What is missing until the next reload. */
export function noDescriptorsLeft(what: string, location: string): Diagnostic {
  return { code: "no-descriptors-left", severity: "error", message: `${what}: ${ADVICE}`, location };
}

/** What is used as it was read before. */
export function keptWithoutDescriptors(kept: readonly string[], location: string): Diagnostic {
  const what = kept.length === 1 ? `${kept[0]} was` : `${kept.length} files and folders, such as ${kept[0]}, were`;
  const message = `${what} not read again, and what they held before is used: ${ADVICE}`;
  return { code: "no-descriptors-left", severity: "warning", message, location };
}

const ADVICE = "no file descriptor is left. Close files, or allow this process more of them (ulimit -n), then reload.";
