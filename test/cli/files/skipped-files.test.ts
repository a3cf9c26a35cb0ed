/** What is reported about files that are skipped. */
import { expect, test } from "vitest";
import { formatCount, SkippedFiles } from "../../../src/cli/files/skipped-files.ts";

const names = (count: number) => Array.from({ length: count }, (_, i) => `f${i + 1}`);

test("nothing is reported if no file is skipped", () => {
  const skipped = new SkippedFiles();
  skipped.addOtherDocuments("a.yaml", 0);
  expect([skipped.lines(), skipped.isComplete]).toEqual([[], true]);
});

test.each([
  [1, "skipped 1 file that is not YAML: f1; try the rendered output"],
  [3, "skipped 3 files that are not YAML: f1, f2, f3; try the rendered output"],
  [4, "skipped 4 files that are not YAML: f1, f2, f3, ...; try the rendered output"],
])("%i templates", (count, line) => {
  const skipped = new SkippedFiles();
  for (const name of names(count)) skipped.addTemplate(name);
  expect(skipped.lines()).toEqual([line]);
});

test.each<[counts: number[], line: string]>([
  [[1], "skipped 1 document without a kind: f1"],
  [[2, 0, 3], "skipped 5 documents without a kind: f1, f3"],
  [[1, 1, 1, 7], "skipped 10 documents without a kind: f1, f2, f3, ..."],
])("documents without a kind, as many as %j in each file", (counts, line) => {
  const skipped = new SkippedFiles();
  for (const [i, count] of counts.entries()) skipped.addOtherDocuments(`f${i + 1}`, count);
  expect(skipped.lines()).toEqual([line]);
});

test("names are printable", () => {
  const skipped = new SkippedFiles();
  skipped.addTemplate("a\u001b[2J");
  expect(skipped.lines()).toEqual(["skipped 1 file that is not YAML: a\\u001b[2J; try the rendered output"]);
});

test.each([
  [20, []],
  [21, ["skipped 1 more file that cannot be read"]],
  [23, ["skipped 3 more files that cannot be read"]],
])("of %i files that cannot be read, the first twenty have a line", (count, rest) => {
  const skipped = new SkippedFiles();
  for (const name of names(count)) skipped.addProblem(`${name}: permission denied`);
  const first = names(20).map((name) => `${name}: permission denied; skipped`);
  expect([skipped.lines(), skipped.isComplete]).toEqual([[...first, ...rest], false]);
});

test("everything else is on one line, after the problems and the templates", () => {
  const skipped = new SkippedFiles();
  Object.assign(skipped, { folders: 2, otherTypes: 1, outputs: 3 });
  skipped.addOtherDocuments("values.yaml", 1);
  skipped.addTemplate("chart.yaml");
  skipped.addProblem("a: is a directory");
  expect(skipped.lines()).toEqual([
    "a: is a directory; skipped",
    "skipped 1 file that is not YAML: chart.yaml; try the rendered output",
    "skipped 2 directories (-R reads them), 1 file of other types, 3 files that this command writes, 1 document without a kind: values.yaml",
  ]);
  expect(Object.assign(new SkippedFiles(), { folders: 1, otherTypes: 2, outputs: 1 }).lines()).toEqual([
    "skipped 1 directory (-R reads them), 2 files of other types, 1 file that this command writes",
  ]);
});

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
])("%i is counted as %s", (count, text) => expect(formatCount(count, "file")).toBe(text));
