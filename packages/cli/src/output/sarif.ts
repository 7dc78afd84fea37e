// Findings as a SARIF log.

import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding } from "./findings.js";

const LEVEL = { error: "error", warning: "warning", info: "note" } as const;

/**
 * Findings as a SARIF log, as code scanning services read it.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function toSarif(findings: readonly Finding[], version: string): object {
  const rules = [...new Set(findings.map(({ code }) => code))];
  const driver = {
    name: "skillplug",
    version,
    informationUri: "https://github.com/skillplug/skillplug",
    rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll("-", " ") } })),
  };
  const results = findings.map(({ code, severity, message, path, line }) => ({
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: LEVEL[severity],
    message: { text: message },
    locations: path === undefined ? [] : [{ physicalLocation: physicalLocation(path, line) }],
  }));
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
}

/** Services show a result only where it has a line, so that one about a whole file stands at its first. */
function physicalLocation(path: string, line = 1): object {
  const uri = isAbsolute(path) ? pathToFileURL(path).href : path.split("/").map(encodeURIComponent).join("/");
  return { artifactLocation: { uri }, region: { startLine: line } };
}
