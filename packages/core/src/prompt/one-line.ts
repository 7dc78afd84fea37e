/** A text on one line, its runs of white space as single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
