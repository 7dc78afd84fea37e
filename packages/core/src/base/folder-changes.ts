// What changed in a folder while a script ran.

/** A file that changed while a script ran. */
export interface ChangedFile {
  /** Inside the folder that was looked at, parts separated by `/`. */
  readonly path: string;
  /** In bytes; of a file that was removed, what it had. */
  readonly size: number;
  readonly change: "created" | "changed" | "removed";
}

/** What changed in a folder while a script ran, by whomever. */
export interface FolderChanges {
  /** At most 100, in the order of their paths. */
  readonly files: readonly ChangedFile[];
  /** How many more there are. */
  readonly more: number;
  /** `false` where the folder is too large to be looked at whole: then only a part of it was, from the top. */
  readonly complete: boolean;
}

/** As events and the data of answers have it. */
export function toldChanges({ files, more, complete }: FolderChanges) {
  return { files, moreFiles: more, filesComplete: complete };
}
