/** A table for a terminal. */
import { styleText } from "node:util";
import type { Note, Table } from "./cells.ts";

const COLORS = { goal: "green", missed: "yellow", problem: "red", plain: "reset" } as const;

export function terminalTable({ title, heads, rows, notes }: Table): string {
  const lines = rows.map(({ name, cells }) => [name, ...cells]);
  return [
    styleText("bold", title),
    ...aligned(heads === undefined ? lines : [["", ...heads], ...lines]),
    ...notes.map(noteLine),
  ].join("\n  ");
}

function noteLine({ text, kind }: Note): string {
  return kind === "plain" ? text : styleText(COLORS[kind], text);
}

/** Columns of one width each, the first to the left and numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("   ")
      .trimEnd(),
  );
}
