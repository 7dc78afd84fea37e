// Tells whether a path lies below a folder.

import { isAbsolute, relative, sep } from "node:path";

/** True when `path` is `folder` or lies below it; both are real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
