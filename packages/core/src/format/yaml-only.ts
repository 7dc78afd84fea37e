// `#matter` outside Node: the YAML parser alone.

import type { FrontMatter } from "../base/skill.js";

/** Turns a block with its fences into data by way of the YAML parser, which it hands all that stands between the two `---`. */
export type Matter = (block: string, parse: (yaml: string) => FrontMatter) => FrontMatter;

/** Where there is no Node, and so no Buffer for gray-matter: the same block, read by the YAML parser alone. */
export async function loadMatter(): Promise<Matter> {
  return (block, parse) => parse(block.slice(3, block.lastIndexOf("---")));
}
