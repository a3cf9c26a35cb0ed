import { expect, test } from "vitest";
import { NdjsonRows } from "../../../src/scale/rows/ndjson.ts";
import { RowProblem } from "../../../src/scale/rows/row.ts";
import { eachRow, reading } from "./reading.ts";

/** Each row: its number, line, problem, and values. */
function rows(text: string | Uint8Array, piece?: number) {
  return eachRow(new NdjsonRows(reading(text, piece)), (row) => {
    const values = Object.fromEntries([...row.columns()].map((column) => [column, row.get(column)]));
    return [row.number, row.line, row.problem ?? values];
  });
}

test("values are texts, and numbers are as in the source", () => {
  const source =
    '{"s":"é\\n","n":1.50,"i":12345678901234567890,"e":1e3,"z":-0,"t":true,"u":null,"o":{"b": [1.0, "\\u0041"]}}';
  expect(rows(source)).toEqual([
    [
      1,
      1,
      {
        s: "é\n",
        n: "1.50",
        i: "12345678901234567890",
        e: "1e3",
        z: "-0",
        t: "true",
        u: undefined,
        o: '{"b": [1.0, "\\u0041"]}',
      },
    ],
  ]);
  expect(rows('{"a":10,"b":-7,"c":0}')).toEqual([[1, 1, { a: "10", b: "-7", c: "0" }]]);
  expect(rows(' \t{"a": 1.50 }')).toEqual([[1, 1, { a: "1.50" }]]);
  expect(rows('{"a":1,"a":2.0}')).toEqual([[1, 1, { a: "2.0" }]]);
});

test.each(["1.0", "-30.0", "0.0", "-0.0", "12.00", "1e2", "1E2", "12e+1", "120e-1", "0e5", "-1E0", "-0"])(
  "%s alone is as in the source, although it is an integer",
  (number) => {
    for (const text of [`{"a":${number}}`, `{"a": ${number},"b":1}`, `{"b":1, "a" :\t${number} }`])
      expect(rows(text)[0]![2], text).toMatchObject({ a: number });
    // A number in a list or in the same block does not change others.
    expect(rows(`{"a":7,"b":"1.0"}\n{"a":8,"b":[${number}]}\n{"a":9,"b":${number}}\n{"a":10}`)).toEqual([
      [1, 1, { a: "7", b: "1.0" }],
      [2, 2, { a: "8", b: `[${number}]` }],
      [3, 3, { a: "9", b: number }],
      [4, 4, { a: "10" }],
    ]);
  },
);

test("names of prototype members are columns like others", () => {
  const row = new NdjsonRows(reading('{"__proto__":"1","":"2"}'));
  row.next();
  expect([row.get("__proto__"), row.get(""), row.get("constructor")]).toEqual(["1", "2", undefined]);
});

test.each([1, 2, 7, 1 << 20])("lines that arrive in pieces of %i bytes", (piece) => {
  const source = '\ufeff{"a":"1"}\r\n\n  \n{"a":"é"}\n[1]\n{"a"\n{"a":"3"}';
  expect(rows(source, piece)).toEqual([
    [1, 1, { a: "1" }],
    [2, 4, { a: "é" }],
    [3, 5, "not a JSON object"],
    [4, 6, "not JSON, from column 5 on"],
    [5, 7, { a: "3" }],
  ]);
});

test("a line that is not UTF-8 is a problem of its row only", () => {
  const source = Buffer.concat([
    Buffer.from('{"a":"\ufffd"}\n{"a":"'),
    Buffer.of(0xff),
    Buffer.from('"}\n{"a":"3"}\n'),
  ]);
  expect(rows(source)).toEqual([
    [1, 1, { a: "\ufffd" }],
    [2, 2, "not valid UTF-8"],
    [3, 3, { a: "3" }],
  ]);
});

test("a value that is nested too deeply is a problem of its row, unless only other values are needed", () => {
  const row = new NdjsonRows(reading(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)},"s":"x","t":true,"n":7}`));
  row.next();
  if (row.problem === undefined) {
    expect(() => row.get("a")).toThrow(RowProblem);
    expect(["s", "t", "n"].map((column) => row.get(column))).toEqual(["x", "true", "7"]);
  }
});
