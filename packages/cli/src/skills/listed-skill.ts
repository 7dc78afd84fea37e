// A skill as lists show it.

import type { SkillSummary } from "@skillplug/core";

/** A skill as `--json` shows it in a list. */
export function toListed({ name, description, uri, resources, scripts }: SkillSummary): object {
  return { name, description, path: uri, scripts: scripts.map(nameOf), resources: resources.map(nameOf) };
}

/** The name of a script or a resource. */
export function nameOf({ name }: { readonly name: string }): string {
  return name;
}
