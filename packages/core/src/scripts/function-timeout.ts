// How long a function of the program may take.

/** Unless another time is given, in milliseconds. */
export const FUNCTION_TIMEOUT_MS = 60_000;
