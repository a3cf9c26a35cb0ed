import { expect, test } from "vitest";
import { CsvRows } from "../../../src/scale/rows/csv.ts";
import { Random } from "../../reference/random.ts";
import { eachRow, reading } from "./reading.ts";

/** Each row: its number, line, problem, and values. */
function rows(text: string | Uint8Array, delimiter = ",", piece?: number) {
  return eachRow(new CsvRows(reading(text, piece), delimiter), (row) => {
    const values = [...row.columns()].map((column) => row.get(column));
    return [row.number, row.line, row.problem ?? values];
  });
}

test.each([1, 3, 1 << 20])("quotes and line breaks, in pieces of %i bytes", (piece) => {
  expect(rows('\ufeffa,b\n1,"x, ""y""\nz"\n\n2,\n', ",", piece)).toEqual([
    [1, 2, ["1", 'x, "y"\nz']],
    [2, 5, ["2", ""]],
  ]);
  expect(rows('a\tb\r\n1\t"2\r\n"\r\n3\té', "\t", piece)).toEqual([
    [1, 2, ["1", "2\r\n"]],
    [2, 4, ["3", "é"]],
  ]);
});

test.each<[text: string, ...values: string[][]]>([
  ["a,b\r\n1,2\n3,4\r\n", ["1", "2"], ["3", "4"]],
  ["a,b\n1,2\r\n3,4\n", ["1", "2"], ["3", "4"]],
  ["a,b\n1,2\r", ["1", "2"]],
  ["a,b\r\n\r\n\n1,\r\n", ["1", ""]],
  ["a\r\n1\r\n\r\n2\n", ["1"], ["2"]],
  ['a,b\r\n1,"2"\r\n"3","4"\n', ["1", "2"], ["3", "4"]],
  ['a,b\n1,"2\r"\n1,"2\r"\r\n', ["1", "2\r"], ["1", "2\r"]],
  ['a,b\n1,"2\r\n"\r\n', ["1", "2\r\n"]],
  ['a,b\n1,"""\r"\r\n1,"""\r""\r"\n', ["1", '"\r'], ["1", '"\r"\r']],
  ['a\n"""\r"\r\n"""\r""\r"\r\n', ['"\r'], ['"\r"\r']],
  ['a,b\n1,",""\r"\r\n', ["1", ',"\r']],
  ["a,b\n1\r,2\r\r\n", ["1\r", "2\r"]],
])("CR LF and LF both end a row: %j", (text, ...values) => {
  for (const piece of [1, 2, 1 << 20]) {
    expect(rows(text, ",", piece).map(([, , found]) => found)).toEqual(values);
    const wide = text.replaceAll(",", "😀");
    expect(rows(wide, "😀", piece).map(([, , found]) => found)).toEqual(
      values.map((fields) => fields.map((field) => field.replaceAll(",", "😀"))),
    );
  }
});

test("bad rows are reported with their lines, and the others are read", () => {
  expect(rows('a,b\n1,2\n3\n"4"x,5\n6,7,8\n9,"0')).toEqual([
    [1, 2, ["1", "2"]],
    [2, 3, "the number of fields is 1, but the header has 2"],
    [3, 4, "text follows the closing quote of a field"],
  ]);
  expect(rows('a,b\n1,"2')).toEqual([[1, 2, "a quoted field is not closed"]]);
  const invalid = Buffer.concat([Buffer.from("a\n\ufffd\n"), Buffer.of(0xff), Buffer.from("\n3\n")]);
  expect(rows(invalid)).toEqual([
    [1, 2, ["\ufffd"]],
    [2, 3, "not valid UTF-8"],
    [3, 4, ["3"]],
  ]);
});

test("of a row with several problems, the first one in this order is reported: quotes, UTF-8, the number of fields", () => {
  const bytes = (text: string) => Buffer.from(text, "latin1");
  expect(rows(bytes('a,b\n\xff\n"\xff"x\n'))).toEqual([
    [1, 2, "not valid UTF-8"],
    [2, 3, "text follows the closing quote of a field"],
  ]);
});

test.each([
  [0, 4, []],
  [0, 5, ["1 a"]],
  [4, 8, ["1 a"]],
  [5, 9, ["2 b"]],
  [8, 100, ["2 b", "3 c"]],
  [13, 100, []],
])("rows that begin from %i up to %i keep their numbers", (start, end, found) => {
  const cursor = new CsvRows(reading("x,y\na,1\nb,2\nc,3\n"), ",", { start, end });
  expect(eachRow(cursor, (row) => `${row.number} ${row.get("x")}`)).toEqual(found);
});

test.each([1, 3, 4, 5, 1 << 20])("a row that is not UTF-8 can have several lines, in pieces of %i bytes", (piece) => {
  const invalid = Buffer.concat([Buffer.from('a\n"'), Buffer.of(0xff), Buffer.from('\n\n"\n"\ufffd"\n')]);
  expect(rows(invalid, ",", piece)).toEqual([
    [1, 2, "not valid UTF-8"],
    [2, 5, ["\ufffd"]],
  ]);
});

test.each<[string, string]>([
  ["a,,b\n", "in the header, the name of column 2 is empty"],
  ["a,b,a\n", "in the header, columns 1 and 3 are both a"],
  ["", "missing header; write the names of the columns on the first line"],
  ["\n\n", "missing header; write the names of the columns on the first line"],
])("a header that cannot be used: %j", (source, message) => {
  expect(() => rows(source)).toThrow(message);
});

test("columns can have any name", () => {
  const row = new CsvRows(reading("__proto__,constructor\n1,2\n"), ",");
  row.next();
  expect([row.get("__proto__"), row.get("constructor"), row.get("toString")]).toEqual(["1", "2", undefined]);
});

test("random rows", () => {
  const random = new Random(5);
  for (let i = 0; i < 200; i++) {
    const table = Array.from({ length: 1 + random.below(20) }, () =>
      Array.from({ length: 3 }, () => random.pick(["", "x", "é", ",", '"', "\n", "a b", '""', "\r\n"])),
    );
    const quoted = (field: string) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
    const newline = random.pick(["\n", "\r\n"]);
    const text = [["a", "b", "c"], ...table].map((row) => row.map(quoted).join(",") + newline).join("");
    expect(rows(text, ",", 1 + random.below(50)).map(([, , values]) => values)).toEqual(table);
  }
});
