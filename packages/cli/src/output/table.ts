// Tables: laid out for a terminal, separated by tabs in a pipe.

import type { Page } from "../base/page.js";
import type { Column } from "./lay-out.js";
import { printableLine } from "./printable.js";

/**
 * Rows as text. Where there is no terminal, the cells of a row stand whole, a tab between them and no titles, for `cut`,
 * `grep` and `awk`; what lays out a terminal's lines is not even loaded then.
 */
export async function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  page: Page,
): Promise<string> {
  if (rows.length === 0) return "";
  const cells = rows.map((row) => row.map(printableLine));
  if (page.columns === undefined) return cells.map((row) => row.join("\t")).join("\n");
  const { layOut } = await import("./lay-out.js");
  return layOut(columns, cells, page.columns, page.style);
}
