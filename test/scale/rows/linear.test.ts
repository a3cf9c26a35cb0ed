/** Rows are read in linear time, whatever is in them. */
import { expect, test } from "vitest";
import { CsvRows } from "../../../src/scale/rows/csv.ts";
import { NdjsonRows } from "../../../src/scale/rows/ndjson.ts";
import type { Rows } from "../../../src/scale/rows/row.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { reading } from "./reading.ts";

function readAll(rows: Rows): number {
  let sum = 0;
  while (rows.next()) {
    sum += rows.offset + rows.line + (rows.problem ?? "").length;
    for (const column of rows.columns()) sum += (rows.get(column) ?? "").length;
  }
  return sum;
}

const names = (size: number) => Array.from({ length: size + 1 }, (_, i) => `k${i}`).join();
const object = (size: number, value: string) => Array.from({ length: size }, (_, i) => `"k${i}":${value}`).join();

test.each<[string, (size: number) => Rows]>([
  ["lines of NDJSON that are bad", (size) => new NdjsonRows(reading("1\n".repeat(size)))],
  ["lines of NDJSON", (size) => new NdjsonRows(reading('{"a":1}\n'.repeat(size)))],
  ["columns of NDJSON", (size) => new NdjsonRows(reading(`{${object(size, "1")}}`))],
  ["columns of NDJSON after a fraction", (size) => new NdjsonRows(reading(`{"a":1.5}\n{${object(size, "1")}}`))],
  ["fractions in NDJSON", (size) => new NdjsonRows(reading(`{${object(size, "1.0")}}`))],
  ["lines of CSV", (size) => new CsvRows(reading(`a,b\n${"1,2\n".repeat(size)}`), ",")],
  ["lines of CSV that are bad", (size) => new CsvRows(reading(`a,b\n${"1\n".repeat(size)}`), ",")],
  ["quotes in CSV", (size) => new CsvRows(reading(`a,b\n1,"${'""'.repeat(size)}"\n`), ",")],
  ["quoted lines in CSV", (size) => new CsvRows(reading(`a,b\n${'1,"\n"\n'.repeat(size)}`), ",")],
  ["columns of CSV", (size) => new CsvRows(reading(`${names(size)}\n${"1,".repeat(size)}2\n`), ",")],
])("many %s", (_, rows) => {
  const run = (size: number) => expect(readAll(rows(size))).toBeGreaterThan(0);
  run(2000);
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
});
