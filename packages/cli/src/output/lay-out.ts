// Rows in the width of a terminal.

import type { Style } from "../base/page.js";
import { cut, pad, widthOf, wrap } from "./columns.js";

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly style?: keyof Style | undefined;
}

/** With fewer columns than this, each row is a block of its own. */
const NARROW = 60;
/** How many lines of a text a block shows. */
const BLOCK_LINES = 2;

/** Rows for a terminal: the last column is cut at the right edge. In a narrow window each row is a block. */
export function layOut(columns: readonly Column[], rows: readonly string[][], width: number, style: Style): string {
  return width < NARROW ? blocks(columns, rows, width, style) : grid(columns, rows, width, style);
}

function grid(columns: readonly Column[], rows: readonly string[][], width: number, style: Style): string {
  const most = Math.floor(width / 2);
  const widths = columns.slice(0, -1).map(({ title }, index) => {
    return Math.min(most, Math.max(...[title, ...rows.map((row) => row[index] ?? "")].map(widthOf)));
  });
  const last = width - widths.reduce((sum, each) => sum + each + 2, 0);
  const line = (cells: readonly string[], paint: (text: string, column: Column) => string) =>
    columns
      .map((column, index) => {
        const columnWidth = widths[index];
        const text = cut(cells[index] ?? "", columnWidth ?? Math.max(last, 10));
        return paint(columnWidth === undefined ? text : pad(text, columnWidth), column);
      })
      .join("  ");
  const head = line(
    columns.map(({ title }) => title),
    (text) => style.dim(text),
  );
  return [head, ...rows.map((row) => line(row, (text, column) => painted(text, column, style)))].join("\n");
}

function blocks(columns: readonly Column[], rows: readonly string[][], width: number, style: Style): string {
  const block = ([first = "", ...rest]: string[]) => {
    const details = rest.flatMap((text) => {
      const lines = wrap(text, Math.max(width - 2, 1));
      const shown = lines.slice(0, BLOCK_LINES);
      if (lines.length > BLOCK_LINES) shown.push(cut(`${shown.pop() ?? ""} ${lines[BLOCK_LINES] ?? ""}…`, width - 2));
      return shown.map((line) => `  ${line}`);
    });
    return [painted(cut(first, width), columns[0], style), ...details].join("\n");
  };
  return rows.map(block).join("\n");
}

function painted(text: string, column: Column | undefined, style: Style): string {
  return column?.style ? style[column.style](text) : text;
}
