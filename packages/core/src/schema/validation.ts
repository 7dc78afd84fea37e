/**
 * What a validation came to, as a Standard Schema tells it: with `issues` the input is refused, otherwise `value` is the input.
 *
 * @see https://standardschema.dev
 */
export interface Validation {
  readonly value?: unknown;
  readonly issues?: readonly InputIssue[] | undefined;
}

/** One fault of an input, and the way to its field. */
export interface InputIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
