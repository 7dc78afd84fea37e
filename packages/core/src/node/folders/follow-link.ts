// Follows the symlinks among the folders of skills.

import { realpath, stat } from "node:fs/promises";
import { isInside } from "../is-inside.js";
import type { LookUp } from "./found-skill.js";
import type { Place, Scan } from "./scan.js";
import { linkedFolder } from "./scan-diagnostics.js";

/** A symlink among the folders of skills leads on when it leads to a folder, and for the first time. */
export function followLink(scan: Scan, place: Place): LookUp {
  return async () => {
    const target = await realpath(place.path).catch(() => undefined);
    const isFolder = target !== undefined && (await isDirectory(target));
    return () => {
      if (!isFolder || scan.followed.has(target)) return undefined;
      const isAllowed = scan.trusted || isInside(scan.realRoot, target);
      scan.diagnostics.push(linkedFolder(place.path, target, isAllowed));
      if (isAllowed) addLinkedFolder(scan, { ...place, real: target });
      return undefined;
    };
  };
}

/** What is removed between the two questions is no folder. */
function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

function addLinkedFolder({ followed, cache, next }: Scan, place: Place): void {
  followed.add(place.real);
  // Where a link leads can change without a trace in the folder that holds it.
  cache.forgetBelow(place.path);
  next.push(place);
}
