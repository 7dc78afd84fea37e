// The environment variables that a script sees.

import { delimiter, isAbsolute } from "node:path";

/**
 * The variables that reach a script unless the executor is given others. They say where programs, folders, languages
 * and certificates are; none of them carries a key. A name that ends with `*` stands for all that begin like it.
 */
export const DEFAULT_INHERITED_VARIABLES: readonly string[] = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TMPDIR", "TEMP", "TMP"],
  ...["PYENV_ROOT", "VIRTUAL_ENV", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
  ...["SystemRoot", "SystemDrive", "windir", "PATHEXT", "COMSPEC", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
  ...["ProgramData", "ProgramFiles", "ProgramFiles(x86)", "HOMEDRIVE", "HOMEPATH", "NUMBER_OF_PROCESSORS"],
];

/** What is set for every script; the caller's own variables win. */
const ALWAYS: Readonly<Record<string, string>> = {
  // Output arrives while the script runs, in the encoding that it is read with.
  PYTHONIOENCODING: "utf-8",
  PYTHONUNBUFFERED: "1",
  // No __pycache__ appears in the skill's folder.
  PYTHONDONTWRITEBYTECODE: "1",
};

/** A set of environment variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The whole environment of a script, but for what differs from run to run. */
export function scriptEnvironment(parent: Variables, inherited: readonly string[], added: Variables): Variables {
  const isInherited = matcher(inherited);
  const passed = Object.entries(parent).filter(([name]) => isInherited(name));
  const all = Object.entries({ ...Object.fromEntries(passed), ...ALWAYS, ...added });
  return Object.fromEntries(all.map(([name, value]) => [name, isPath(name) ? absoluteParts(value) : value]));
}

/**
 * What a script sees besides, of the skill's folder: where it is, and Python's way to modules below it (`from scripts.x import y`,
 * `python -m scripts.x`), ahead of one that is inherited, and where its plugin is. The working folder is never on that way.
 */
export function skillVariables(environment: Variables, directory: string, pluginDirectory?: string): Variables {
  // A folder whose name holds the separator would be two, one of them in the working folder.
  const folders = [directory.includes(delimiter) ? "" : directory, environment["PYTHONPATH"] ?? ""];
  const path = folders.filter((folder) => folder !== "").join(delimiter);
  const own = { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, PYTHONPATH: path || undefined };
  return { ...environment, ...own, ...(pluginDirectory !== undefined && { CLAUDE_PLUGIN_ROOT: pluginDirectory }) };
}

/** The PATH, whose name Windows writes in more than one way. */
export function pathOf(environment: Variables): string {
  const [, path = ""] = Object.entries(environment).find(([name]) => isPath(name)) ?? [];
  return path;
}

function isPath(name: string): boolean {
  return process.platform === "win32" ? name.toUpperCase() === "PATH" : name === "PATH";
}

/** A relative part, also an empty one, stands for a place in the working folder: there a skill's files would be programs. */
function absoluteParts(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const parts = path.split(delimiter).filter((part) => isAbsolute(part));
  // An empty PATH is the working folder, and without one programs have a list of their own. Nothing can lie below a device.
  return parts.length > 0 || process.platform === "win32" ? parts.join(delimiter) : "/dev/null";
}

/** Windows does not tell upper from lower case in a variable's name. */
function matcher(patterns: readonly string[]): (name: string) => boolean {
  const fold = (text: string) => (process.platform === "win32" ? text.toUpperCase() : text);
  const exact = new Set(patterns.map(fold));
  const prefixes = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => fold(pattern.slice(0, -1)));
  return (name) => exact.has(fold(name)) || prefixes.some((prefix) => fold(name).startsWith(prefix));
}
