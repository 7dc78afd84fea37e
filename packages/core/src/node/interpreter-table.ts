// The one table of script extensions and of the programs that run them.

/** A program, and its arguments ahead of the script. */
export type Command = readonly string[];

/**
 * What makes a file a script, and what runs it unless its `#!` line asks for something else: extension to the commands that
 * can, in the order in which they are tried. Listing, running and checking all ask this table.
 */
const INTERPRETERS = new Map<string, readonly Command[] | "typescript" | undefined>([
  [".py", [["python3"]]],
  [".js", [["node"]]],
  [".mjs", [["node"]]],
  [".cjs", [["node"]]],
  [".ts", "typescript"],
  [".mts", "typescript"],
  [".cts", "typescript"],
  [".sh", [["bash"], ["sh"]]],
  [".bash", [["bash"], ["sh"]]],
  [".zsh", [["zsh"]]],
  [".rb", [["ruby"]]],
  [".pl", [["perl"]]],
  [".php", [["php"]]],
  [".lua", [["lua"]]],
  [".r", [["Rscript"]]],
  [".ps1", [["pwsh", "-NoProfile", "-NonInteractive", "-File"]]],
  // cmd.exe reads its arguments as commands, so that a batch file runs only where the executor is told how.
  [".bat", undefined],
  [".cmd", undefined],
]);

/** Whether a file's name alone says that it is a script. */
export function hasScriptExtension(path: string): boolean {
  return INTERPRETERS.has(extensionOf(path));
}

/** The commands that can run a file by its extension; `"typescript"` for what Node runs in a way of its own; `undefined` where the extension does not tell. */
export function interpretersFor(path: string): readonly Command[] | "typescript" | undefined {
  return INTERPRETERS.get(extensionOf(path));
}

/** The programs of the table, each once. */
export function usualPrograms(): string[] {
  const commands = [...INTERPRETERS.values()].flatMap((value) => (value === "typescript" ? [] : (value ?? [])));
  return [...new Set(commands.flatMap(([name]) => name ?? []))];
}

/** In lower case, with its dot; empty for a name without one. */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}
