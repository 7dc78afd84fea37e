// The values of options, read from their text.

import { InvalidArgumentError } from "commander";

/** Adds a value of a repeatable option to those before it. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads a whole number between two others. */
export function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= smallest && number <= largest) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${smallest} to ${largest}.`);
  };
}

/** Reads seconds, as milliseconds. */
export function seconds(text: string): number {
  const milliseconds = Math.round(Number(text) * 1000);
  if (milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds;
  throw new InvalidArgumentError("It must be a number of seconds above 0, such as 5 or 0.5.");
}
