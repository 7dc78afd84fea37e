// The error for what an API refuses, and the demands that throw it.
/** A request that the provider's API would refuse. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  /** Where in the body, such as `messages[2].content`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(path ? `${path}: ${message}` : message);
    this.path = path;
  }
}

/** @throws BadRequest unless the condition holds */
export function demand(condition: unknown, path: string, message: string): asserts condition {
  if (!condition) throw new BadRequest(path, message);
}

/** The value as an object that has no keys but these. */
export function objectAt(value: unknown, path: string, keys: readonly string[]): Record<string, unknown> {
  demand(typeof value === "object" && value !== null && !Array.isArray(value), path, "expected an object");
  const extra = Object.keys(value).filter((key) => !keys.includes(key));
  demand(extra.length === 0, path, `extra inputs are not permitted: ${extra.join(", ")}`);
  return value as Record<string, unknown>;
}

/** The value as a list of at least one. */
export function listAt(value: unknown, path: string): unknown[] {
  demand(Array.isArray(value), path, "expected an array");
  demand(value.length > 0, path, "empty array, expected at least one item");
  return value;
}

/** The value as a text that is not empty. */
export function textAt(value: unknown, path: string): string {
  demand(typeof value === "string" && value !== "", path, "expected a string that is not empty");
  return value;
}

/** The value as one of the words. */
export function wordAt<Word extends string>(value: unknown, path: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === value);
  demand(word !== undefined, path, `expected one of ${words.join(", ")}, got ${JSON.stringify(value)}`);
  return word;
}
