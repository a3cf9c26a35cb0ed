import { describe, expect, test } from "vitest";
import { GARDEN } from "../../src/yaml/dialect.ts";
import { jsonErrorOffset, readJsonObject, readJsonObjects } from "../../src/yaml/json.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import { fuzzCases, Random } from "../reference/random.ts";

describe("texts that are JSON objects, and texts that are not", () => {
  test.each<[string, unknown[] | undefined]>([
    ["{}", [{}]],
    [' \t{"a" :\r\n[ 1 , -0.5e+3,"" ]}\n', [{ a: [1, -500, ""] }]],
    ['{"a":{}}{"b":[]}\n{"c":[[],{}]}', [{ a: {} }, { b: [] }, { c: [[], {}] }]],
    ['{"a":true,"b":false,"c":null}', [{ a: true, b: false, c: null }]],
    ['{"\\u0061\\n":"\\"\\\\\\/\\ud83d\\ude00"}', [{ "a\n": '"\\/😀' }]],
    ['{"__proto__":{"a":1}}', [JSON.parse('{"__proto__":{"a":1}}')]],
    ['{" ! #[]^_~\u007f\u0080":" "}', [{ " ! #[]^_~\u007f\u0080": " " }]],
    ['{"a":"\\b\\f\\n\\r\\t\\u00E9\\u0000"}', [{ a: "\b\f\n\r\té\0" }]],
    ['{"a":[0,-0,10,1.0,1e2,1E-2,-1.5E+1]}', [{ a: [0, 0, 10, 1, 100, 0.01, -15] }]],
    ['{"a":1,"a":2}{"b":3}', [{ a: 2 }, { b: 3 }]],
    ['{"a":"\u001f"}', undefined],
    ['{"a":"\\u123"}', undefined],
    ['{"a":"\\U00e9"}', undefined],
    ['{"a":"\\a"}', undefined],
    ["{1:2}", undefined],
    ['{"a":1,,"b":2}', undefined],
    ['{"a":1,b:2}', undefined],
    ['{"a";1}', undefined],
    ['{"a":-}', undefined],
    ['{"a":1e}', undefined],
    ['{"a":[1}', undefined],
    ['{"a":{]}', undefined],
    ['{"a":1}\v', undefined],
    ['\ufeff{"a":1}', undefined],
    ["", undefined],
    [" \n", undefined],
    ["1", undefined],
    ["[{}]", undefined],
    ["{", undefined],
    ['{"a"}', undefined],
    ['{"a":}', undefined],
    ['{"a":1,}', undefined],
    ['{,"a":1}', undefined],
    ['{"a":1 "b":2}', undefined],
    ['{"a":[1,]}', undefined],
    ['{"a":[,1]}', undefined],
    ['{"a":[1 2]}', undefined],
    ['{"a":01}', undefined],
    ['{"a":+1}', undefined],
    ['{"a":.5}', undefined],
    ['{"a":1.}', undefined],
    ['{"a":True}', undefined],
    ['{"a":nulls}', undefined],
    ['{"a":"\\x41"}', undefined],
    ['{"a":"\\u12g4"}', undefined],
    ['{"a":"\n"}', undefined],
    ['{"a":"\t"}', undefined],
    ['{"a":"', undefined],
    ['{"a":"\\', undefined],
    ['{"a":"\\"', undefined],
    ["{'a':1}", undefined],
    ['{"a":1}]', undefined],
    ['{"a":1,"a":2}]', undefined],
    ['{"a":1},{"b":2}', undefined],
    ['{"a":1}\n---\n{"b":2}', undefined],
    ['{"a":1} # why', undefined],
    ['\u00a0{"a":1}', undefined],
  ])("%j", (text, expected) => {
    expect(readJsonObjects(text)?.map(({ value }) => value)).toEqual(expected);
  });
});

test("the nodes equal those of the YAML reader", () => {
  const seed = 20_260_512;
  const random = new Random(seed);
  let objects = 0;
  for (let run = 0; run < fuzzCases(5000); run++) {
    let text = randomObject(random, 3);
    for (let edits = random.below(3); edits > 0; edits--) {
      const at = random.below(text.length);
      text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.below(2));
    }
    const message = `seed ${seed}, run ${run}: ${JSON.stringify(text)}`;
    const read = outcomeOf(() => readJsonObjects(text));
    const isJson = isObject(text);
    if (isJson) objects++;
    expect(read !== undefined, message).toBe(isJson || isObjectAndBrace(text));
    if (read === undefined || (Array.isArray(read) && read.length > 1)) continue;
    // Before YAML, a tab would be indentation.
    if (/^[ \r\n]*\t/.test(text)) continue;
    // In YAML, a key and its colon are on one line.
    if (/"[ \t]*[\r\n]\s*:/.test(text)) continue;
    const composed = outcomeOf(() => parseYaml(text));
    expect(withoutEnds(read), message).toEqual(withoutEnds(composed));
  }
  expect(objects).toBeGreaterThan(fuzzCases(5000) / 4);
});

test("nested collections have the same limit as in YAML", () => {
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}1${"]".repeat(depth)}}`;
  expect(readJsonObjects(nested(254))).toHaveLength(1);
  const read = () => readJsonObjects(nested(255));
  expect(read).toThrow("nesting exceeded maxDepth (256)");
  expect(outcomeOf(read)).toMatchObject({ code: "syntax", offset: 5 + 255 });
  expect(() => readJsonObjects(`{"a":${"[".repeat(1_000_000)}`)).toThrow("nesting exceeded maxDepth (256)");
});

test.each<[string, number]>([
  ["", 0],
  [" \n", 2],
  ["x", 0],
  ["{x", 1],
  [' {"a" 1}', 6],
  ['{"a":1,}', 7],
  ["[1 2]", 3],
  ["1 2", 2],
  ['{"a":"\\x"}', 6],
  ["[[1]", 4],
  ['\t{"a b" : [1 , "c d"]} \n', 24],
  ['{"a":"b\nc"}', 7],
  ['{"a":"b', 7],
  ['{"a"', 4],
  ['{"a":1;}', 6],
  ['{"a":1,"b" 2}', 11],
  ["[1,,2]", 3],
  ["[true false]", 6],
  ["tru", 0],
  ["-", 0],
  ["01", 1],
  ["{}{}", 2],
  ["[]]", 2],
])("%j: reading as JSON stops at %i", (text, offset) => {
  expect(jsonErrorOffset(text, 3)).toBe(offset);
});

test("reading as JSON stops at a value that is too deep", () => {
  expect(jsonErrorOffset("[[[]]]", 3)).toBe(6);
  expect(jsonErrorOffset("[[[1]]]", 3)).toBe(3);
});

test("duplicate keys in Garden's dialect: the error is at the first key that repeats another one", () => {
  expect(() => readJsonObjects('{"a":1}{"b":1,"c":{"d":1,"d":2},"b":3}', GARDEN)).toThrow(
    expect.objectContaining({ code: "duplicate-key", message: 'duplicate key "d"', offset: 25 }),
  );
});

test("one object at an offset: its duplicate keys are reported if it is JSON", () => {
  const read = (text: string) => {
    const duplicates: unknown[] = [];
    const object = readJsonObject(text, 1, (duplicate) => void duplicates.push(duplicate));
    return [object && [object.value, object.start, object.end, object.size], duplicates];
  };
  expect(read('x{"a":[1,2],"a":{"b":3}} y')).toEqual([[{ a: { b: 3 } }, 1, 24, 9], [{ key: "a", first: 2, last: 12 }]]);
  for (const text of ['x{"a":1,"a":2', 'x {"a":1}', "x[1]", 'x"a"', "x"]) expect(read(text)).toEqual([undefined, []]);
});

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  " ",
  "\n",
  "\t",
  "1",
  "-",
  "e",
  ".",
  "true",
  '"a":',
  "#",
  "'",
  "é",
];
const SCALARS = [
  "1",
  "-0",
  "1.50",
  "2E+3",
  "9007199254740993",
  "true",
  "false",
  "null",
  '""',
  '"$(A)"',
  '"\\u00e9\\n"',
  '"é😀"',
  '"yes"',
];

function randomObject(random: Random, depth: number): string {
  const space = () => random.pick(["", "", " ", "\n  "]);
  const value = (left: number): string => {
    const kind = left === 0 ? 0 : random.below(4);
    if (kind === 3) return randomObject(random, left - 1);
    if (kind < 2) return random.pick(SCALARS);
    return `[${space()}${Array.from({ length: random.below(4) }, () => value(left - 1)).join(`${space()},${space()}`)}${space()}]`;
  };
  const members = Array.from(
    { length: random.below(4) },
    () => `"${random.pick(["a", "b", "c", "<<", "a b", "\\n", "1"])}":${space()}${value(depth)}`,
  );
  return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
}

/** The end of a collection is the end of its content. */
function withoutEnds(outcome: unknown): unknown {
  const written = JSON.stringify(outcome, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
  return JSON.parse(written, (_, value) => {
    if (value?.kind === "mapping" || value?.kind === "sequence") delete value.end;
    return value;
  });
}

function isObjectAndBrace(text: string): boolean {
  return [...text.matchAll(/\{/g)].some(({ index }) => isObject(text.slice(0, index)));
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function outcomeOf<T>(read: () => T): unknown {
  try {
    return read();
  } catch (error) {
    const { code, message, offset } = error as { code: string; message: string; offset: number };
    return { code, message, offset };
  }
}
