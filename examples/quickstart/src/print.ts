import { styleText } from "node:util";
import { cleanText } from "@skillplug/core/text";

interface PrintOptions {
  /** Spaces before the text. @default 0 */
  readonly indent?: number;
  readonly style?: "bold" | "cyan" | "dim" | "red" | undefined;
}

/** Prints one line, cut to the terminal's width. `styleText` colours on a terminal only, and not with NO_COLOR. */
export function print(line = "", { indent = 0, style }: PrintOptions = {}): void {
  const width = terminalWidth() - indent;
  const plain = cleanText(line).text;
  const visible = plain.length > width ? `${plain.slice(0, width - 1)}…` : plain;
  const styled = style && visible ? styleText(style, visible) : visible;
  console.log(visible && `${" ".repeat(indent)}${styled}`);
}

/** Prints a text in as many lines as it needs. Those after the first are moved to the right by `hang` more spaces. */
export function printWrapped(
  text: string,
  { hang = 0, indent = 0, style }: PrintOptions & { hang?: number } = {},
): void {
  const width = terminalWidth() - indent - hang;
  const lines = text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, "g")) ?? [];
  for (const [index, line] of lines.entries()) print(line, { indent: index ? indent + hang : indent, style });
}

/** Prints rows as columns: names to the left, figures to the right. */
export function printTable(rows: readonly (readonly string[])[], options: PrintOptions = {}): void {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const row of rows) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column))));
    print(cells.join("   "), options);
  }
}

function terminalWidth(): number {
  return Math.max(process.stdout.columns ?? 100, 40);
}
