/** The number, the line, and the offset of rows, whatever the pieces in which the bytes arrive. */
import { describe, expect, test } from "vitest";
import { CsvRows } from "../../../src/scale/rows/csv.ts";
import { NdjsonRows } from "../../../src/scale/rows/ndjson.ts";
import type { ReadBytes, Row, Rows } from "../../../src/scale/rows/row.ts";
import { Random } from "../../reference/random.ts";
import { eachRow, reading } from "./reading.ts";

type Place = Pick<Row, "number" | "line" | "offset">;

/** Rows as text, and other lines. `x` is a byte that is not UTF-8. */
const PIECES = {
  ndjson: {
    begin: "",
    rows: ['{"a": "x"}', '{"a": "é"}', "[1]", ' {"a"\t: 12345678901234567890}', '{"a": "x"', '{"a": -0, "b": 1e5}'],
    others: ["", " ", "\t\r"],
    read: (bytes: ReadBytes) => new NdjsonRows(bytes),
  },
  csv: {
    begin: "a,b\n",
    rows: ["1,2", 'x,"two\nlines"', '"é",', "too few", '"a ""b""\n\n",x'],
    others: ["", ""],
    read: (bytes: ReadBytes) => new CsvRows(bytes, ","),
  },
} as const;

/** The bytes of a text in which each `x` is one that is not UTF-8. */
function bytesOf(text: string): Uint8Array {
  return Buffer.concat(text.split(/(x)/).map((part) => (part === "x" ? Buffer.of(0xff) : Buffer.from(part))));
}

function placeOf({ line, number, offset }: Row): Place {
  return { number, line, offset };
}

function placesOf(rows: Rows): Place[] {
  return eachRow(rows, placeOf);
}

describe.each(Object.entries(PIECES))("%s", (_, { begin, others, read, rows }) => {
  test("random rows, in pieces of random sizes", () => {
    const random = new Random(1);
    for (let i = 0; i < 300; i++) {
      const places: Place[] = [];
      let text = `${random.pick(["", "\ufeff"])}${begin}`;
      for (let left = random.below(12); left > 0; left--) {
        const isRow = random.below(4) > 0;
        const start = { line: text.split("\n").length, offset: bytesOf(text).length };
        if (isRow) places.push({ number: places.length + 1, ...start });
        text += `${isRow ? random.pick(rows) : random.pick(others)}\n`;
      }
      const bytes = bytesOf(text);
      for (const piece of [1, 2 + random.below(40), bytes.length + 1]) {
        expect(placesOf(read(reading(bytes, piece))), JSON.stringify(text)).toEqual(places);
      }
    }
  });

  test("rows after the first block of 256 KiB", () => {
    const row = rows[0];
    const count = Math.ceil((1 << 18) / (row.length + 1)) + 10;
    const text = begin + `${row}\n`.repeat(count);
    const start = bytesOf(begin).length;
    const line = begin === "" ? 0 : 1;
    const expected = (index: number) => {
      return { number: index + 1, line: index + 1 + line, offset: start + index * (row.length + 1) };
    };
    const compared = [0, 1, count - 11, count - 10, count - 2, count - 1];
    let index = 0;
    for (const found = read(reading(bytesOf(text))); found.next(); index++) {
      // Finding out the offset takes time.
      if (compared.includes(index)) expect(placeOf(found)).toEqual(expected(index));
    }
    expect(index).toBe(count);
  });
});

test.each([1, 2, 5])("rows that are longer than %d blocks", (blocks) => {
  const long = "x".repeat(blocks << 18);
  const valuesOf = (rows: Rows) => eachRow(rows, (row) => row.get("a"));
  const values = ["1", `${long}1`, `${long}2`, "2"];
  expect(valuesOf(new NdjsonRows(reading(values.map((a) => `{"a":"${a}"}\n`).join(""))))).toEqual(values);
  expect(valuesOf(new CsvRows(reading(`a,b\n${values.map((a) => `${a},\n`).join("")}`), ","))).toEqual(values);
});

test("the offset of the first byte can be given", () => {
  expect(placesOf(new NdjsonRows(reading('{"a": 1}\n{"a": 2}'), 100))).toEqual([
    { number: 1, line: 1, offset: 100 },
    { number: 2, line: 2, offset: 109 },
  ]);
  // A mark is only at the beginning of the input.
  const row = new NdjsonRows(reading('\ufeff{"a": 1}'), 100);
  row.next();
  expect(row.problem).toBe("not JSON, from column 1 on");
});
