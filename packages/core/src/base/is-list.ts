// A type guard for read-only arrays.

/** `Array.isArray` for read-only lists, which it does not tell from other objects, and without turning `unknown` into `any[]`. */
export function isList<T>(value: T | readonly T[]): value is readonly T[];
export function isList(value: unknown): value is readonly unknown[];
export function isList(value: unknown): boolean {
  return Array.isArray(value);
}
