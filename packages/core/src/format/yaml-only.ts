import type { Matter } from "./front-matter.js";

/** Where there is no Node, and so no Buffer for gray-matter: the same block, read by the YAML parser alone. */
export async function loadMatter(): Promise<Matter> {
  return (block, parse) => parse(block.slice(3, block.lastIndexOf("---")));
}
