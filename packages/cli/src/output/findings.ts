// Diagnostics as findings, and findings as text.

import type { Diagnostic } from "@skillplug/core";
import type { Page } from "../base/page.js";
import { printableLine } from "./printable.js";
import { shortPath } from "./short-path.js";

/** A diagnostic as every format of `validate` shows it. */
export interface Finding {
  readonly code: string;
  readonly severity: Diagnostic["severity"];
  /** One line that a terminal and a log may get. */
  readonly message: string;
  readonly skill?: string | undefined;
  /** From the working folder where it lies below it, else absolute; parts separated by `/`. */
  readonly path?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
}

export function toFinding({ location, message, ...rest }: Diagnostic): Finding {
  return { ...rest, message: printableLine(message), path: location === undefined ? undefined : shortPath(location) };
}

const PAINT = { error: "red", warning: "yellow", info: "dim" } as const;

/** A block a file: its path, then a line a finding, in the form `line  severity  message  code`. */
export function findingsText(findings: readonly Finding[], { style }: Page): string {
  const byPath = new Map<string, string[]>();
  for (const { path = "", severity, message, code, line } of findings) {
    const where = line === undefined ? "" : ` line ${line}:`;
    const text = `  ${style[PAINT[severity]](severity)}${where} ${message} ${style.dim(code)}`;
    byPath.set(path, [...(byPath.get(path) ?? []), text]);
  }
  return [...byPath].flatMap(([path, lines]) => [style.bold(printableLine(path)), ...lines]).join("\n");
}
