// The width and the styles that text for people is laid out for.

import pc from "picocolors";

/** What human output is laid out for. */
export interface Page {
  /** Columns; `undefined` where no person reads along: then nothing is cut or wrapped. */
  readonly columns: number | undefined;
  readonly style: Style;
}

type Paint = (text: string) => string;

/** Each returns its text as it is where there is no colour. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
  readonly cyan: Paint;
}

/** The styles of a stream. */
export function styleOf(colour: boolean): Style {
  return pc.createColors(colour);
}
