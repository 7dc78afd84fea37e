// The version of the command line, read from its manifest.

import { readFileSync } from "node:fs";

/** The version in this package's manifest. */
export function cliVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
