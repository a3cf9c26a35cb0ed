import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../../src/expansion/mapping.ts";
import { JsonStream } from "../../../src/expansion/streams/reference-stream.ts";
import { growthExponent, LINEAR, timeOf } from "../../reference/linearity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const variables = {
  A: "plain",
  B: 'a "quoted" \\ back\nline',
  EMPTY: "",
  é: "日本🌍",
  'Q"': "in quotes",
  LONE: "\ud800",
  "🌍": "earth",
  "t\t\n/\b\f\r\\": "every escape",
  "A\nB": "over two lines",
};

/** Expands text that comes in pieces of a size; the unresolved names and their offsets, too. */
function inPieces(text: string, size: number, environment = new Environment(variables)) {
  const pieces: Uint8Array[] = [];
  const unresolved: [string, number][] = [];
  const stream = new JsonStream(environment, {
    output: (bytes) => pieces.push(bytes.slice()),
    unresolved: (name, offset) => unresolved.push([new TextDecoder().decode(name), offset]),
  });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  stream.end();
  expect(stream.consumed).toBe(bytes.length);
  return { text: Buffer.concat(pieces).toString(), unresolved };
}

/** Expands text in one piece, without a function for unresolved names. */
function expandedAlone(text: string, environment: Environment): string {
  let output = "";
  const stream = new JsonStream(environment, { output: (bytes) => (output += Buffer.from(bytes)) });
  stream.push(Buffer.from(text));
  stream.end();
  return output;
}

/** The oracle: parse, expand every string and key, print. */
function byParsing(value: unknown): unknown {
  if (typeof value === "string") return expand(value, mappingFuncFor(null, variables));
  if (Array.isArray(value)) return value.map(byParsing);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [byParsing(key), byParsing(member)]));
}

describe("literally", () => {
  test.each([
    ['{"a":"$(A)"}', '{"a":"plain"}'],
    ['{"a" : [ "$(B)" , 1 ]}\n', '{"a" : [ "a \\"quoted\\" \\\\ back\\nline" , 1 ]}\n'],
    ['{"$(A)":"$$(A)$"}', '{"plain":"$(A)$"}'],
    ['["$(","$(A",")","$(A)"]', '["$(","$(A",")","plain"]'],
    ['["$(NONE)$(EMPTY)"]', '["$(NONE)"]'],
    ['["\\u0024(A)","$\\u0028A)","$(\\u0041)","$\\u0024(A)"]', '["plain","plain","plain","$(A)"]'],
    ['["\\\\u0024(A)","\\\\$(A)","$\\\\(A)"]', '["\\\\u0024(A)","\\\\plain","$\\\\(A)"]'],
    ['["$(Q\\")","\\"$(A)\\""]', '["in quotes","\\"plain\\""]'],
    ['["$(\\"x\\")"]', '["$(\\"x\\")"]'],
    ['["$(LONE)"]', '["\\ud800"]'],
    ['["$(é)"]', '["日本🌍"]'],
    ['["$(A)', '["plain'],
    ['["$', '["$'],
    ['["\\', '["\\'],
    ['["\\u0024(A', '["$(A'],
    ['["$(\n)"]\n["$(A)"]', '["$(\n)"]\n["plain"]'],
    ['["$(A\nB)", "$(A\\nB)"]', '["$(A\nB)", "over two lines"]'],
    ['["\\u0024(A\n["$(A)"]', '["$(A\n["plain"]'],
    // Only a reference that is expanded, and an escaped dollar sign, become other bytes.
    [
      '["\\u0024(A) \\u00e9\\/","\\u0024","\\u00245","\\u0024\\u0024","$\\u0024","\\u0024$(A)"]',
      '["plain \\u00e9\\/","$","$5","$","$","$(A)"]',
    ],
    ['["\\u0024\\u0028A\\u0029","$(\\u0041\\u0029","$(A\\u0029)"]', '["plain","plain","plain)"]'],
    ['["$(NO\\u004e)","$\\u0028NO\\n)","$\\u0028NO"]', '["$(NO\\u004e)","$\\u0028NO\\n)","$\\u0028NO"]'],
    ['["$(\\u00e9)","$(\\u00E9)","$(\\uD83C\\uDF0D)","$(\\ud83c)"]', '["日本🌍","日本🌍","earth","$(\\ud83c)"]'],
    ['["$(t\\t\\n\\/\\b\\f\\r\\\\)"]', '["every escape"]'],
    // Invalid JSON: an invalid escape is part of the name.
    ['["$(\\q)","$(\\u00)","$(\\u00zz)","\\u002","$\\u002"]', '["$(\\q)","$(\\u00)","$(\\u00zz)","\\u002","$\\u002"]'],
    // Control characters are bytes like others.
    ['["$\u0001(A)","$(\u0001)","$(A)\u0001"]', '["$\u0001(A)","$(\u0001)","plain\u0001"]'],
    ['["\\u0024\u0001(A)","$(A\u0001', '["$\u0001(A)","$(A\u0001'],
    ["$\u0001", "$\u0001"],
    ["$\0", "$\0"],
    // A line end ends a reference even after a backslash.
    ['["$(A\\\n)"]', '["$(A\\\n)"]'],
    ["no json $(A)", "no json plain"],
    ["", ""],
  ])("%j", (input, output) => {
    for (let size = 1; size <= input.length + 1; size++) expect(inPieces(input, size).text).toBe(output);
  });

  test("unresolved references are reported with their places", () => {
    const { unresolved } = inPieces('{"a":"$(X)"}\n{"b":"é$(Y)","c":"\\u0024(Z)"}', 1000);
    expect(unresolved).toEqual([
      ["X", 6],
      ["Y", 21],
      ["Z", 32],
    ]);
    const named = inPieces('["\\u0024(\\u0058\\n\\u00e9)$(X)$(\\q)","$\\u0028Y\\u0029"]', 3).unresolved;
    expect(inPieces('["$(X\\\n)"]\n["$(Y\\', 3).unresolved).toEqual([]);
    expect(named).toEqual([
      ["X\n\u00e9", 2],
      ["X", 24],
      ["\\q", 28],
      ["Y", 36],
    ]);
  });

  test("a reference that ends with the text is open, whatever followed it in an earlier text", () => {
    for (let length = 0; length < 70; length++) {
      const name = "N".repeat(length);
      const environment = new Environment({ [name]: "value" });
      for (const closing of [")", "\\u0029"]) {
        expect(expandedAlone(`$(${name}${closing}`, environment)).toBe("value");
        // The rest of the earlier text is still in memory, after this one.
        expect(expandedAlone(`$(${name}`, environment)).toBe(`$(${name}`);
      }
    }
  });

  test("a name has only escapes of four hexadecimal digits: a letter beyond them stays, with its backslash", () => {
    const nameOf = (name: string) => inPieces(`["$(${name})"]`, 1000).unresolved.map(([found]) => found);
    for (const digit of ["/", ":", "@", "G", "`", "g"]) {
      for (const escape of [`\\u${digit}041`, `\\u0${digit}41`, `\\u00${digit}1`, `\\u004${digit}`]) {
        expect(nameOf(escape)).toEqual([escape]);
      }
    }
    for (const digit of "0123456789ABCDEFabcdef") {
      expect(nameOf(`\\u007${digit}`)).toEqual([String.fromCharCode(Number.parseInt(`7${digit}`, 16))]);
      expect(nameOf(`\\u${digit}1e1`)).toEqual([Buffer.from(JSON.parse(`"\\u${digit}1e1"`)).toString()]);
    }
  });

  test("escaped characters in a name, at both sides of each length in UTF-8", () => {
    const names = ["\0", "\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
    const escaped = (name: string) => Array.from({ length: name.length }, (_, i) => name.charCodeAt(i).toString(16));
    const written = (name: string) => escaped(name).map((code) => `\\u${code.padStart(4, "0")}`);
    const text = names.map((name) => `"$(${written(name).join("")})"`).join("");
    expect(inPieces(text, 1000).unresolved.map(([name]) => name)).toEqual(names);
  });

  test("more unresolved references with escapes than one batch of records holds", () => {
    const { text, unresolved } = inPieces(`["${"$(N\\u004f)".repeat(5000)}"]`, 1 << 20);
    expect(text).toBe(`["${"$(N\\u004f)".repeat(5000)}"]`);
    expect(unresolved).toEqual(Array.from({ length: 5000 }, (_, i) => ["NO", 2 + 10 * i]));
  });

  test("a value that is longer than the output buffer, after a name with escape sequences", () => {
    const environment = new Environment({ LONG: "x".repeat(10_000_000) });
    const { text } = inPieces('["$(L\\u004fNG)$(\\u004cONG)"]', 1000, environment);
    expect(text === `["${"x".repeat(20_000_000)}"]`).toBe(true);
  });

  test("a variable that is set later is seen", () => {
    const environment = new Environment({ A: "1" });
    expect(inPieces('["$(A)"]', 9, environment).text).toBe('["1"]');
    environment.set("A", '"2"');
    expect(inPieces('["$(A)"]', 9, environment).text).toBe('["\\"2\\""]');
  });
});

test.each([10, 20, 30, 40, 100_000])("a long reference after an open one, with %i escaped quotes each", (count) => {
  const name = `a${'\\"'.repeat(count)}`;
  const { unresolved } = inPieces(`["$(${name}","$(${name})"]`, 1 << 20);
  expect(unresolved.map(([found]) => found === `a${'"'.repeat(count)}`)).toEqual([true]);
});

test("seeded: what comes out parses to what expanding the parsed input gives, whatever the pieces", () => {
  const seed = 20_261_121;
  const random = new Random(seed);
  const pieces = [
    "$",
    "$$",
    "$(",
    ")",
    "$(A)",
    "$(B)",
    "$(é)",
    "$(NONE)",
    '$(Q")',
    '"',
    "\\",
    "\n",
    "u0024",
    "x",
    "日",
    "\ud83c\udf0d",
  ];
  const string = () => {
    let text = "";
    for (let count = random.below(8); count > 0; count--) text += random.pick(pieces);
    return text;
  };
  /** A string of JSON with some characters written as escapes that need none. */
  const written = (text: string) =>
    JSON.stringify(text).replace(/[$()A]/g, (character) =>
      random.below(6) === 0 ? `\\u00${character.charCodeAt(0).toString(16)}` : character,
    );
  for (let i = 0; i < fuzzCases(3000); i++) {
    const records = Array.from({ length: 1 + random.below(4) }, () => [string(), string(), string()]);
    const input = records
      .map(([key, first, second]) => `{${written(`${key}`)}: [${written(first!)}, ${written(second!)}]}\n`)
      .join("");
    const size = 1 + random.below(40);
    const output = inPieces(input, size).text;
    const context = `seed ${seed}, case ${i}, pieces of ${size}: ${input}`;
    expect(output, context).toBe(inPieces(input, 1 << 20).text);
    const actual = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const expected = input
      .trimEnd()
      .split("\n")
      .map((line) => byParsing(JSON.parse(line)));
    expect(actual, context).toEqual(expected);
  }
});

describe("time grows with the input's length", () => {
  const inputs: [string, (size: number) => string][] = [
    ["unterminated references in one string", (size) => `["${"$(".repeat(size / 2)}"]`],
    ["strings with escaped references", (size) => '["\\u0024(A)"]\n'.repeat(size / 14)],
    ["a string that is open and escaped", (size) => `["\\u0024${"x".repeat(size)}`],
    ["escaped dollars", (size) => `["${"\\u0024".repeat(size / 6)}"]`],
    ["escaped backslashes before u0024", (size) => `["${"\\\\u0024".repeat(size / 7)}"]`],
    ["escaped parentheses", (size) => `["${"$\\u0028".repeat(size / 7)}"]`],
    ["names with escapes, of one string", (size) => `["${"$(\\u0041)".repeat(size / 9)}"]`],
    ["names with escapes and no value", (size) => '["$(\\u0042)"]\n'.repeat(size / 14)],
    ["a name of escapes that is open", (size) => `["$(${"\\n".repeat(size / 2)}`],
    ["a name of escapes that is closed", (size) => `["$(${"\\n".repeat(size / 2)})"]`],
    ["open references in many strings", (size) => '["$(","\\u0024("]\n'.repeat(size / 18)],
    ["escapes", (size) => `["${"\\n".repeat(size / 2)}"]`],
    ["escaped quotes in such a string", (size) => `["\\u0024${'\\"'.repeat(size / 2)}`],
  ];
  test.each(inputs)("%s", (_, make) => {
    const texts = new Map<number, string>();
    const textOf = (size: number) => {
      const text = texts.get(size) ?? make(size);
      texts.set(size, text);
      return text;
    };
    expect(growthExponent((size) => expanded(textOf(size), 4096), 65_536)).toBeLessThan(LINEAR);
  });

  test.each(inputs)("%s, byte by byte", (_, make) => {
    const texts = new Map<number, string>();
    const textOf = (size: number) => {
      const text = texts.get(size) ?? make(size);
      texts.set(size, text);
      return text;
    };
    expect(growthExponent((size) => expanded(textOf(size), 1), 4096)).toBeLessThan(LINEAR);
  });

  // Before the scanner resolved escapes itself, these took a hundred times as long. Now they take up to three times as long.
  test.each(inputs)("%s take less than 20 times as long as references without escapes", (_, make) => {
    const size = 1 << 18;
    const plain = '["$(A)"]\n'.repeat(size / 9);
    const text = make(size);
    const time = (input: string) => timeOf(() => expanded(input, 65_536));
    if (process.env.VAREXPAND_GROWTH === "off") return;
    let [best, bestPlain] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 2 || (round < 7 && best / bestPlain >= 20); round++) {
      bestPlain = Math.min(bestPlain, time(plain));
      best = Math.min(best, time(text));
    }
    expect(best / bestPlain).toBeLessThan(20);
  });
});

/** Expands text without looking at what comes out. */
function expanded(text: string, size: number): void {
  const stream = new JsonStream(new Environment(variables), { output() {}, unresolved() {} });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  stream.end();
}
