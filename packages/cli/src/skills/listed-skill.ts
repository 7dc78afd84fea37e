// A skill as lists show it.

import type { SkillSummary } from "@skillplug/core";

/** A skill as `--json` shows it in a list. */
export function toListed({ name, description, uri, invocation, resources, scripts }: SkillSummary): object {
  const files = { scripts: scripts.map(nameOf), resources: resources.map(nameOf) };
  return { name, description, path: uri, ...(invocation && { invocation }), ...files };
}

/** The name of a script or a resource. */
export function nameOf({ name }: { readonly name: string }): string {
  return name;
}
