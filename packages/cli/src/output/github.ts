// Findings as workflow commands of GitHub Actions.

import { cleanText } from "@skillplug/core/text";
import type { Finding } from "./findings.js";

const COMMAND = { error: "error", warning: "warning", info: "notice" } as const;

/**
 * Findings as GitHub Actions reads them from a step's output, a line each.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function toGitHub(findings: readonly Finding[]): string {
  const lines = findings.map(({ code, severity, message, path, line }) => {
    const properties = Object.entries({ file: path, line: path && (line ?? 1), title: code })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${escapeProperty(cleanText(String(value)).text)}`);
    return `::${COMMAND[severity]} ${properties.join(",")}::${escapeMessage(message)}`;
  });
  return lines.join("\n");
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
