// Paths as people read them.

import { relative, sep } from "node:path";

/** A path from the working folder where it lies below it, else as it is. */
export function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  const isOutside = fromHere === ".." || fromHere.startsWith(`..${sep}`);
  const shown = fromHere === "" ? "." : isOutside ? path : fromHere;
  return shown.split(sep).join("/");
}
