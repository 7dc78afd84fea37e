import { relative, sep } from "node:path";

/** A path from the working folder where it lies below it, else as it is. */
export function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  const shown = fromHere === "" ? "." : fromHere.startsWith("..") ? path : fromHere;
  return shown.split(sep).join("/");
}
