/** What breaks a line for a terminal of so many columns. Without a terminal each stays whole, and nothing that measures is loaded. */
export async function fitTo(columns: number | undefined): Promise<(line: string) => readonly string[]> {
  if (columns === undefined) return (line) => [line];
  const { wrap } = await import("./columns.js");
  return (line) => wrap(line, columns);
}
