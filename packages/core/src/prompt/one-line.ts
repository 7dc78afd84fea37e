// Collapses white space, so that no name or description begins a line of its own.

/** A text on one line, its runs of white space as single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
