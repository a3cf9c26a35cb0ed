/** `npm run bench -- --docs` writes the README's table and docs/benchmarks.md from one run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

/** The cells of the table between the marks of results, without the row of dashes; of some columns. */
function tableOf(path: string, columns: readonly string[]): string[] {
  const [, part] = readFileSync(join(root, path), "utf8").split(/<!-- \/?results -->/);
  const rows = part!.split("\n").filter((line) => line.startsWith("| "));
  const [heads, , ...cells] = rows.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  return cells!.map((row) => columns.map((column) => row[heads!.indexOf(column)]).join(" | "));
}

test("the README's rows are some of those in docs/benchmarks.md, and reliable", () => {
  const [, part] = readFileSync(join(root, "README.md"), "utf8").split(/<!-- \/?results -->/);
  const heads = part!.split("\n").find((line) => line.startsWith("| question"))!;
  const columns = heads
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
  const shown = tableOf("README.md", columns);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.join()).not.toContain("≈");
  expect(tableOf("docs/benchmarks.md", columns)).toEqual(expect.arrayContaining(shown));
});
