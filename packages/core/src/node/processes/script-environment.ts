// The environment variables that a script sees.

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

/** The whole environment of a script, but for `SKILL_DIR`. */
export function scriptEnvironment(parent: Variables, inherited: readonly string[], added: Variables): Variables {
  const isInherited = matcher(inherited);
  const passed = Object.entries(parent).filter(([name]) => isInherited(name));
  return { ...Object.fromEntries(passed), ...ALWAYS, ...added };
}

/** Windows does not tell upper from lower case in a variable's name. */
function matcher(patterns: readonly string[]): (name: string) => boolean {
  const fold = (text: string) => (process.platform === "win32" ? text.toUpperCase() : text);
  const exact = new Set(patterns.map(fold));
  const prefixes = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => fold(pattern.slice(0, -1)));
  return (name) => exact.has(fold(name)) || prefixes.some((prefix) => fold(name).startsWith(prefix));
}
