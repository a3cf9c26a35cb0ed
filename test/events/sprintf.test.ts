import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sprintf } from "../../src/events/sprintf.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

type Row = readonly [format: string, args: readonly unknown[], text: string];

/** Each table's texts are what Go's fmt.Sprintf gives for the Go values nearest to these. */
const tables: Readonly<Record<string, readonly Row[]>> = {
  "text and %%": [
    ["", [], ""],
    ["no verbs", [], "no verbs"],
    ["100%%", [], "100%"],
    ["%-5.2%|", [], "%|"],
    ["é%sé", ["ü"], "éüé"],
    ["😀%s", ["😀"], "😀😀"],
  ],
  strings: [
    ["%s", ["hi"], "hi"],
    ["%s", [""], ""],
    ["%v", ["hi"], "hi"],
    ["%5s|", ["hi"], "   hi|"],
    ["%-5s|", ["hi"], "hi   |"],
    ["%05s", ["hi"], "000hi"],
    ["%-05s|", ["hi"], "hi   |"],
    ["%1s", ["long"], "long"],
    ["%.2s", ["日本語"], "日本"],
    ["%.0s|", ["x"], "|"],
    ["%.9s", ["x"], "x"],
    ["%5.1s|", ["日本"], "    日|"],
    ["%4s|", ["😀"], "   😀|"],
    ["%s %s", ["a", "b"], "a b"],
    ["%s", ["%d"], "%d"],
    ["%x", ["hi"], "6869"],
    ["%.1x", ["é"], "c3"],
    ["%8x|", ["ab"], "    6162|"],
    ["%-8x|", ["ab"], "6162    |"],
  ],
  "quoted strings": [
    ["%q", ["hi"], '"hi"'],
    ["%q", [""], '""'],
    ["%q", ['say "hi"\\'], '"say \\"hi\\"\\\\"'],
    ["%q", ["it's"], '"it\'s"'],
    ["%q", ["\x07\b\f\n\r\t\v"], '"\\a\\b\\f\\n\\r\\t\\v"'],
    ["%q", ["\0\x1b\x7f"], '"\\x00\\x1b\\x7f"'],
    ["%q", ["\x85\xa0\xad"], '"\\u0085\\u00a0\\u00ad"'],
    ["%q", ["é日😀"], '"é日😀"'],
    ["%q", ["\u200b\u2028\ufeff\ue000"], '"\\u200b\\u2028\\ufeff\\ue000"'],
    ["%q", ["\u{e0001}\u{10ffff}"], '"\\U000e0001\\U0010ffff"'],
    ["%q", ["\ufffd"], '"\ufffd"'],
    ["%+q", ["é日😀\ufffd"], '"\\u00e9\\u65e5\\U0001f600\\ufffd"'],
    ["%.1q", ["日本"], '"日"'],
    ["%8q|", ["é"], '     "é"|'],
    ["%-8q|", ["é"], '"é"     |'],
    ["%08q|", ["é"], '00000"é"|'],
  ],
  integers: [
    ["%d", [42], "42"],
    ["%d", [-42], "-42"],
    ["%d", [-0], "0"],
    ["%.3d", [0], "000"],
    ["%v", [7], "7"],
    ["%+d", [7], "+7"],
    ["%5d|", [42], "   42|"],
    ["%-5d|", [42], "42   |"],
    ["%05d", [42], "00042"],
    ["%05d", [-42], "-0042"],
    ["%+05d", [42], "+0042"],
    ["%-05d|", [42], "42   |"],
    ["%.3d", [7], "007"],
    ["%6.3d", [-7], "  -007"],
    ["%06.3d", [7], "   007"],
    ["%.0d|", [0], "|"],
    ["%3.0d|", [0], "   |"],
    ["%x", [-255], "-ff"],
    ["%x|%.3x", [0, 10], "0|00a"],
    ["%05d|%-5d|", [-3n, 7n], "-0003|7    |"],
    ["%.d|", [0], "|"],
    ["%d", [9007199254740991], "9007199254740991"],
    ["%d", [2 ** 62], "4611686018427387904"],
    ["%d", [9223372036854775807n], "9223372036854775807"],
    ["%v", [2 ** 63 - 1024], "9223372036854774784"],
    ["%v", [-(2 ** 63)], "-9223372036854775808"],
    ["%+v", [7], "7"],
  ],
  "floating-point numbers": [
    ["%v", [1.5], "1.5"],
    ["%v", [0.1], "0.1"],
    ["%v", [0.00001], "1e-05"],
    ["%v", [0.0001], "0.0001"],
    ["%v", [123456.789], "123456.789"],
    ["%v", [1234567.5], "1.2345675e+06"],
    ["%v", [999999.5], "999999.5"],
    ["%5.1f", [-0.04], " -0.0"],
    ["%.f", [1.5], "2"],
    ["%v", [1e22], "1e+22"],
    ["%v", [2 ** 63], "9.223372036854776e+18"],
    ["%v", [-(2 ** 63) - 2048], "-9.223372036854778e+18"],
    ["%v", [5e-324], "5e-324"],
    ["%v", [1.7976931348623157e308], "1.7976931348623157e+308"],
    ["%v", [Number.NaN], "NaN"],
    ["%v", [Number.POSITIVE_INFINITY], "+Inf"],
    ["%v", [Number.NEGATIVE_INFINITY], "-Inf"],
    ["%f", [Math.PI], "3.141593"],
    ["%f", [0], "0.000000"],
    ["%.2f", [2.675], "2.67"],
    ["%.1f", [0.25], "0.2"],
    ["%.1f", [0.75], "0.8"],
    ["%.0f", [0.5], "0"],
    ["%.0f", [1.5], "2"],
    ["%.0f", [2.5], "2"],
    ["%.2f", [99.995], "100.00"],
    ["%.3f", [0.0004], "0.000"],
    ["%f", [1e22], "10000000000000000000000.000000"],
    ["%f", [1e21], "1000000000000000000000.000000"],
    ["%.0f", [1e21], "1000000000000000000000"],
    ["%.0f", [-1e22], "-10000000000000000000000"],
    ["%.20f", [0.1], "0.10000000000000000555"],
    ["%8.2f|", [Math.PI], "    3.14|"],
    ["%-8.2f|", [Math.PI], "3.14    |"],
    ["%08.2f", [-Math.PI], "-0003.14"],
    ["%+.1f", [0.5], "+0.5"],
    ["%06.1f", [0.5], "0000.5"],
    ["%+08.1f", [Number.POSITIVE_INFINITY], "    +Inf"],
    ["%08f", [Number.NaN], "     NaN"],
    ["%+f", [Number.NaN], "+NaN"],
    ["%.0f", [0.5], "0"],
    ["%.0f", [1.5], "2"],
    ["%.3f", [0.0004], "0.000"],
    ["%.3f", [0.0006], "0.001"],
  ],
  "booleans and nil": [
    ["%t %t", [true, false], "true false"],
    ["%v", [true], "true"],
    ["%6t|", [true], "  true|"],
    ["%-6t|", [false], "false |"],
    ["%v", [null], "<nil>"],
    ["%v", [undefined], "<nil>"],
    ["%7v|", [null], "  <nil>|"],
    ["%s", [null], "%!s(<nil>)"],
    ["%d", [undefined], "%!d(<nil>)"],
  ],
  "slices and maps": [
    ["%v", [[]], "[]"],
    ["%v", [[1, "a", true, null, 0.5]], "[1 a true <nil> 0.5]"],
    ["%d", [[1, 2]], "[1 2]"],
    ["%03d", [[1, 2]], "[001 002]"],
    ["%q", [["a", "b c"]], '["a" "b c"]'],
    ["%x", [["a", 255]], "[61 ff]"],
    ["%s", [["a", 1, null]], "[a %!s(int=1) <nil>]"],
    ["%v", [[[1], [2, [3]]]], "[[1] [2 [3]]]"],
    ["%v", [{}], "map[]"],
    ["%v", [{ b: 1, a: "x" }], "map[a:x b:1]"],
    ["%v", [{ 10: 1, 9: 2 }], "map[10:1 9:2]"],
    ["%v", [{ "\ufffd": 1, "😀": 2 }], "map[\ufffd:1 😀:2]"],
    ["%v", [new Map([["b", [1]]])], "map[b:[1]]"],
    ["%d", [{ a: 1 }], "map[%!d(string=a):1]"],
    ["%+v", [{ a: 1 }], "map[a:1]"],
    ["%v", [new Uint8Array([1, 2])], "[1 2]"],
    ["%s", [new Uint8Array([104, 105])], "hi"],
    ["%s", [new Uint8Array([0xef, 0xbb, 0xbf, 97])], "\ufeffa"],
    ["%q", [new Uint8Array([104, 105])], '"hi"'],
    ["%x", [new Uint8Array([1, 255])], "01ff"],
  ],
  errors: [
    ["%v", [new Error("boom")], "boom"],
    ["%s", [new Error("boom")], "boom"],
    ["%q", [new TypeError("boom")], '"boom"'],
    ["%x", [new Error("hi")], "6869"],
    ["%6v|", [new Error("boom")], "  boom|"],
    ["%+v", [new Error("boom")], "boom"],
    ["%v", [[new Error("boom")]], "[boom]"],
  ],
  "wrong verbs": [
    ["%d", ["hi"], "%!d(string=hi)"],
    ["%s", [5], "%!s(int=5)"],
    ["%d", [1.5], "%!d(float64=1.5)"],
    ["%f", ["x"], "%!f(string=x)"],
    ["%d", [true], "%!d(bool=true)"],
    ["%t", [1], "%!t(int=1)"],
    ["%z", [1], "%!z(int=1)"],
    ["%é", [1], "%!é(int=1)"],
    ["%😀", [1], "%!😀(int=1)"],
    ["%p", ["x"], "%!p(string=x)"],
    ["%5d", ["hi"], "%!d(string=   hi)"],
    ["%.1d", ["hi"], "%!d(string=h)"],
    ["%t", [-5n], "%!t(int=-5)"],
    ["%+t", [5], "%!t(int=+5)"],
    ["%z", [[1, "a"]], "[%!z(int=1) %!z(string=a)]"],
    ["%U", ["a"], "%!U(string=a)"],
    ["%!", [1], "%!!(int=1)"],
  ],
  "missing and extra arguments": [
    ["%s", [], "%!s(MISSING)"],
    ["%s %d", ["a"], "a %!d(MISSING)"],
    ["", [1], "%!(EXTRA int=1)"],
    ["%s", ["a", "b", 2, 0.5, null, true], "a%!(EXTRA string=b, int=2, float64=0.5, <nil>, bool=true)"],
    ["x", [new Error("boom"), [1]], "x%!(EXTRA *errors.errorString=boom, []interface {}=[1])"],
    ["x", [new Uint8Array([1]), 1n], "x%!(EXTRA []uint8=[1], int=1)"],
    ["x", [new Date(0)], "x%!(EXTRA time.Time=1970-01-01 00:00:00 +0000 UTC)"],
    ["%", [], "%!(NOVERB)"],
    ["%", [1], "%!(NOVERB)%!(EXTRA int=1)"],
    ["100%", [], "100%!(NOVERB)"],
    ["%-", [], "%!(NOVERB)"],
    ["%5", [], "%!(NOVERB)"],
    ["%5.", [1], "%!.(int=    1)"],
    ["%5.2", [1], "%!(NOVERB)%!(EXTRA int=1)"],
  ],
};

describe.each(Object.entries(tables))("%s", (_, rows) => {
  test.each(rows.map(([format, args, text]) => ({ format, args, text })))(
    "$format of $args",
    ({ format, args, text }) => {
      expect(sprintf(format, args)).toBe(text);
    },
  );
});

/** Formats that Go has and varexpand does not support, each with what Go prints and what varexpand prints. */
const differences: Readonly<Record<string, readonly (readonly [...Row, ours: string])[]>> = {
  "other verbs are wrong verbs": [
    ["%X", ["é!"], "C3A921", "%!X(string=é!)"],
    ["%o %O %b", [8, 8, 5], "10 0o10 101", "%!o(int=8) %!O(int=8) %!b(int=5)"],
    ["%3c|", [0x65e5], "  日|", "%!c(int=26085)|"],
    ["%10U|", [65], "    U+0041|", "%!U(int=        65)|"],
    ["%F", [0.5], "0.500000", "%!F(float64=0.5)"],
    ["%.2e", [0.00123], "1.23e-03", "%!e(float64=0.00123)"],
    ["%E", [0.00012], "1.200000E-04", "%!E(float64=0.00012)"],
    ["%g %G", [1e-7, 1e-7], "1e-07 1E-07", "%!g(float64=1e-07) %!G(float64=1e-07)"],
    ["%T", [null], "<nil>", "%!T(<nil>)"],
    ["%T %T", ["", 0.5], "string float64", "%!T(string=) %!T(float64=0.5)"],
  ],
  "the flags # and space are wrong verbs": [
    ["% x", ["abc"], "61 62 63", "%! (string=abc)x"],
    ["%#x", ["abc"], "0x616263", "%!#(string=abc)x"],
    ["%#q", ["a\tb"], "`a\tb`", "%!#(string=a\tb)q"],
    ["%+ d", [7], "+7", "%! (int=+7)d"],
    ["%#08x", [1], "0x00000001", "%!#(int=1)08x"],
    ["%#v", [null], "<nil>", "%!#(<nil>)v"],
    ["%#v", [[1, null]], "[]interface {}{1, interface {}(nil)}", "[%!#(int=1) <nil>]v"],
  ],
  "a width or precision as an argument, and an argument index, are wrong verbs": [
    ["%*d|", [5, 42], "   42|", "%!*(int=5)d|%!(EXTRA int=42)"],
    ["%.*f", [2, Math.PI], "3.14", "%!*(int=2)f%!(EXTRA float64=3.141592653589793)"],
    ["%[2]d %[1]d", [1, 2], "2 1", "%![(int=1)2]d %![(int=2)1]d"],
    ["%[3]d", [1, 2], "%!d(BADINDEX)", "%![(int=1)3]d%!(EXTRA int=2)"],
  ],
  "a number that is too large is ignored, and does not end the format": [
    ["%100000000d|", [1], "%!(NOVERB)%!(EXTRA int=1)", "%!(BADWIDTH)1|"],
    ["%.100000000d|", [1], "%!(NOVERB)%!(EXTRA int=1)", "%!(BADPREC)1|"],
    ["%.101f", [0.5], `0.5${"0".repeat(100)}`, "%!(BADPREC)0.500000"],
  ],
  "%q takes no characters, %x no floating-point numbers, and %v of those no precision": [
    ["%q", [65], "'A'", "%!q(int=65)"],
    ["%+q", [0x1f600], "'\\U0001f600'", "%!q(int=+128512)"],
    ["%.2x", [0.1], "0x1.9ap-04", "%!x(float64=0.1)"],
    ["%6.2v|", [Math.PI], "   3.1|", "%!v(float64=3.141592653589793)|"],
    ["%.2d", [Math.PI], "%!d(float64=3.1)", "%!d(float64=3.141592653589793)"],
  ],
  "the mark of a wrong verb shows an error's message, and bytes as ints": [
    ["%d", [new Error("boom")], "&{%!d(string=boom)}", "%!d(*errors.errorString=boom)"],
    ["%t", [new Uint8Array([1])], "[%!t(uint8=1)]", "[%!t(int=1)]"],
  ],
};

describe.each(Object.entries(differences))("difference: %s", (_, rows) => {
  test.each(rows.map(([format, args, go, ours]) => ({ format, args, go, ours })))(
    "$format of $args",
    ({ format, args, go, ours }) => {
      expect(sprintf(format, args)).toBe(ours);
      expect(ours).not.toBe(go);
    },
  );
});

describe("what JavaScript has and Go does not", () => {
  test.each<Row>([
    // The verbs for float64 accept a whole number, because JavaScript does not distinguish 3 from 3.0.
    ["%.2f", [3], "3.00"],
    ["%.1f", [-0], "-0.0"],
    ["%f", [[1]], "[1.000000]"],
    // Above 64 bits a number is a float64, a bigint is not.
    ["%v", [2 ** 63], "9.223372036854776e+18"],
    ["%v", [2n ** 70n], "1180591620717411303424"],
    // A lone surrogate is not a character.
    ["%q", ["a\ud800b"], '"a\ufffdb"'],
    ["%v", [new Set([1, "a"])], "[1 a]"],
    ["%v", [new Date(Date.UTC(2026, 10, 21, 5, 0, 7, 120))], "2026-11-21 05:00:07.12 +0000 UTC"],
    ["%s", [new Date(0)], "1970-01-01 00:00:00 +0000 UTC"],
    ["%s", [new Date(5)], "1970-01-01 00:00:00.005 +0000 UTC"],
    ["%s", [new Date(50)], "1970-01-01 00:00:00.05 +0000 UTC"],
    ["%s", [new Date(10_500)], "1970-01-01 00:00:10.5 +0000 UTC"],
    ["%s", [new Date(20_101)], "1970-01-01 00:00:20.101 +0000 UTC"],
    ["%x", [new Date(0)], "313937302d30312d30312030303a30303a3030202b3030303020555443"],
    ["%v", [new URL("http://a/b")], "http://a/b"],
    ["%q", [new URL("http://a/b")], '"http://a/b"'],
    ["%v", [Symbol("s")], "Symbol(s)"],
    ["%v", [function named() {}], "func named"],
    ["%d", [new URL("http://a/b")], "%!d(URL=http://a/b)"],
    ["%v", [Object.create(null, { a: { value: 1, enumerable: true } })], "map[a:1]"],
    ["%v", [JSON.parse('{"__proto__":1,"constructor":2}')], "map[__proto__:1 constructor:2]"],
    // Numbers are sorted as numbers, other keys as text.
    ["%v", [new Map([10, 9, -1].map((key) => [key, 1]))], "map[-1:1 9:1 10:1]"],
    ["%v", [new Map(["b", 2, true, null, 10n].map((key) => [key, 1]))], "map[10:1 2:1 b:1 <nil>:1 true:1]"],
  ])("%j", (format, args, text) => {
    expect(sprintf(format, args)).toBe(text);
  });

  test("a value that throws is a panic, as in Go", () => {
    const fail = (): string => {
      throw new Error("broken");
    };
    const broken = { toString: fail };
    expect(sprintf("%v", [[1, Object.defineProperty({}, "a", { enumerable: true, get: fail })]])).toBe(
      "[1 %!v(PANIC=String method: broken)]",
    );
    expect(sprintf("%v", [broken])).toBe("%!v(PANIC=String method: broken)");
    const failWithText = (): string => {
      throw "text";
    };
    expect(sprintf("%v", [{ toString: failWithText }])).toBe("%!v(PANIC=String method: string)");
    expect(sprintf("%s", [new Date(Number.NaN)])).toBe("%!s(PANIC=String method: Invalid time value)");
  });

  test("the largest width and precision", () => {
    expect(sprintf("%1000000d", [7])).toHaveLength(1_000_000);
    expect(sprintf("%.1000000d", [7])).toHaveLength(1_000_000);
    expect(sprintf("%1000001d", [7])).toBe("%!(BADWIDTH)7");
    expect(sprintf("%1000001s|", [""])).toBe("%!(BADWIDTH)|");
    expect(sprintf("%.1000001s", ["ab"])).toBe("%!(BADPREC)ab");
    expect(sprintf("%1000001.1000001d", [7])).toBe("%!(BADWIDTH)%!(BADPREC)7");
    expect(sprintf("%.100f", [0.1])).toBe(
      "0.1000000000000000055511151231257827021181583404541015625000000000000000000000000000000000000000000000",
    );
  });

  test("an object that contains itself ends", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(sprintf("%v", [loop])).toBe(`${"[".repeat(101)}...${"]".repeat(101)}`);
  });
});

/** An argument as it is recorded. */
type Recorded = string | number | boolean | null | Recorded[] | { float: string } | { error: string } | RecordedMap;
interface RecordedMap {
  readonly map: readonly [key: string, value: Recorded][];
}

function argumentOf(recorded: Recorded): unknown {
  if (Array.isArray(recorded)) return recorded.map(argumentOf);
  if (typeof recorded !== "object" || recorded === null) return recorded;
  if ("float" in recorded) return Number(recorded.float);
  if ("error" in recorded) return new Error(recorded.error);
  return new Map(recorded.map.map(([key, value]) => [key, argumentOf(value)]));
}

/** Why a recorded case can differ: it uses something that is not supported. */
const unsupported: Readonly<Record<string, (format: string, text: string, hasFraction: boolean) => boolean>> = {
  "a verb, a flag, or an argument": (format) => format.replace(/%[-+0]*\d*(\.\d*)?[sdvqtxf%]/g, "").includes("%"),
  "a large number": (format) => /\d{8}/.test(format),
  "a character": (format, text) => format.includes("q") && text.includes("'"),
  "a precision of a floating-point number": (format, _, hasFraction) => hasFraction && /\.\d*[^\df]/.test(format),
  "a floating-point number in base 16": (_, text) => /0x[01][.p]/.test(text),
  "the fields of an error": (_, text) => text.includes("&{"),
};

test("the recorded cases: random formats and arguments, with what Go made of them", () => {
  const lines = readFileSync(new URL("../vectors/go/sprintf.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const { format, args, text } = JSON.parse(line);
    const hasFraction = /"float"|[eE][-+]/.test(line);
    const isSame = sprintf(format, args.map(argumentOf)) === text;
    const reason = Object.keys(unsupported).find((name) => unsupported[name]!(format, text, hasFraction));
    const result = isSame ? "same" : reason;
    expect(result, line).toBeDefined();
    counts[result!] = (counts[result!] ?? 0) + 1;
  }
  expect(counts).toEqual({
    same: 432,
    "a verb, a flag, or an argument": 1042,
    "a large number": 8,
    "a character": 4,
    "a precision of a floating-point number": 11,
    "a floating-point number in base 16": 1,
    "the fields of an error": 2,
  });
});

// The formats contain text, too: with directives alone, this would measure the garbage collector.
test.each<[name: string, make: (size: number) => string]>([
  ["directives without arguments", (size) => "%d".padEnd(64, "x").repeat(size / 64)],
  ["flags", (size) => `%${"-".repeat(size)}d`],
  ["digits", (size) => `%${"0".repeat(size)}.${"0".repeat(size)}`],
])("time grows with the format's length: %s", (_, make) => {
  expect(growthExponent((size) => void sprintf(make(size), []), 32_768)).toBeLessThan(LINEAR);
});
