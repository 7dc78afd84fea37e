// `#matter` outside Node: the YAML parser alone.

import type { FrontMatter } from "../base/skill.js";

/** Parses a block with its fences: calls `parse` with the YAML between the two `---`, and returns its data. */
export type Matter = (block: string, parse: (yaml: string) => FrontMatter) => FrontMatter;

/** gray-matter needs Node's `Buffer`; without it, the same block goes to the YAML parser. */
export async function loadMatter(): Promise<Matter> {
  return (block, parse) => parse(block.slice(3, block.lastIndexOf("---")));
}
