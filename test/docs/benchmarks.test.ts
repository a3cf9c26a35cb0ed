/** The README's table has rows of the last version in docs/benchmarks.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

/** The cells of the table that begins with "question", without the row of dashes. */
function tableOf(path: string): string[][] {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.slice(1, -1).split("|"));
  const start = rows.findIndex(([first]) => first!.trim() === "question");
  return rows.slice(start).flatMap((cells, i) => (i === 1 ? [] : [cells.map((cell) => cell.trim())]));
}

test("the README's rows are those of the last version", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [heading, ...rows] = tableOf("docs/benchmarks.md");
  const isLast = heading!.map((name, i) => i < 2 || name.endsWith(version));
  const last = rows.map((cells) => cells.filter((_, i) => isLast[i]));
  expect(last[0]).toHaveLength(4);
  const [, ...shown] = tableOf("README.md").map((cells) => cells.join(" | "));
  expect(shown).toHaveLength(5);
  expect(last.map((cells) => cells.join(" | "))).toEqual(expect.arrayContaining(shown));
});
