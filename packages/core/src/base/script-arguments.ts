// What a script is given.

/** The arguments of a script: a list is passed as it is, named ones become `--name value`. */
export type ScriptArguments = readonly string[] | Readonly<Record<string, unknown>>;
