import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sprintf } from "../../../src/events/gofmt/format.ts";
import { growsLinearly } from "../../reference/linearity.ts";

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
    ["%X", ["é!"], "C3A921"],
    ["% x", ["abc"], "61 62 63"],
    ["%#x", ["abc"], "0x616263"],
    ["%# X", ["ab"], "0X61 0X62"],
    ["%.1x", ["é"], "c3"],
    ["%8x|", ["ab"], "    6162|"],
    ["%-8x|", ["ab"], "6162    |"],
    ["%#x|", [""], "|"],
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
    ["%#q", ["a\tb"], "`a\tb`"],
    ["%#q", ["a`b"], '"a`b"'],
    ["%#q", ["a\nb"], '"a\\nb"'],
    ["%#+q", ["é"], "`é`"],
    ["%#+q", ["é\n"], '"\\u00e9\\n"'],
    ["%.1q", ["日本"], '"日"'],
    ["%8q|", ["é"], '     "é"|'],
    ["%-8q|", ["é"], '"é"     |'],
    ["%08q|", ["é"], '00000"é"|'],
  ],
  integers: [
    ["%d", [42], "42"],
    ["%d", [-42], "-42"],
    ["%d", [-0], "0"],
    ["%v", [7], "7"],
    ["%+d", [7], "+7"],
    ["% d", [7], " 7"],
    ["%+ d", [7], "+7"],
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
    ["%x %X", [255, 255], "ff FF"],
    ["%#x %#X", [255, 255], "0xff 0XFF"],
    ["%x", [-255], "-ff"],
    ["%#08x", [1], "0x00000001"],
    ["%o", [8], "10"],
    ["%#o", [8], "010"],
    ["%#o", [0], "0"],
    ["%O", [8], "0o10"],
    ["%b", [5], "101"],
    ["%#b", [-5], "-0b101"],
    ["%d", [9007199254740991], "9007199254740991"],
    ["%d", [2 ** 62], "4611686018427387904"],
    ["%d", [9223372036854775807n], "9223372036854775807"],
    ["%v", [-(2 ** 63)], "-9223372036854775808"],
    ["%+v", [7], "7"],
    ["%#v", [7], "7"],
  ],
  characters: [
    ["%c", [65], "A"],
    ["%c", [0x1f600], "😀"],
    ["%c", [-1], "\ufffd"],
    ["%c", [0xd800], "\ufffd"],
    ["%c", [0x110000], "\ufffd"],
    ["%3c|", [0x65e5], "  日|"],
    ["%-3c|", [65], "A  |"],
    ["%q", [65], "'A'"],
    ["%q", [39], "'\\''"],
    ["%q", [34], "'\"'"],
    ["%q", [10], "'\\n'"],
    ["%q", [0], "'\\x00'"],
    ["%+q", [0x1f600], "'\\U0001f600'"],
    ["%q", [0x110000], "'\ufffd'"],
    ["%U", [65], "U+0041"],
    ["%U", [0x1f600], "U+1F600"],
    ["%#U", [0x65e5], "U+65E5 '日'"],
    ["%#U", [10], "U+000A"],
    ["%.6U", [65], "U+000041"],
    ["%U", [-1], "U+FFFFFFFFFFFFFFFF"],
    ["%10U|", [65], "    U+0041|"],
    ["%010U|", [65], "    U+0041|"],
    ["%#U", [0xd800], "U+D800"],
  ],
  "floating-point numbers": [
    ["%v", [1.5], "1.5"],
    ["%v", [0.1], "0.1"],
    ["%v", [0.00001], "1e-05"],
    ["%v", [0.0001], "0.0001"],
    ["%v", [123456.789], "123456.789"],
    ["%v", [1234567.5], "1.2345675e+06"],
    ["%v", [1e22], "1e+22"],
    ["%v", [5e-324], "5e-324"],
    ["%v", [1.7976931348623157e308], "1.7976931348623157e+308"],
    ["%v", [Number.NaN], "NaN"],
    ["%v", [Number.POSITIVE_INFINITY], "+Inf"],
    ["%v", [Number.NEGATIVE_INFINITY], "-Inf"],
    ["%f", [Math.PI], "3.141593"],
    ["%.2f", [2.675], "2.67"],
    ["%.1f", [0.25], "0.2"],
    ["%.1f", [0.75], "0.8"],
    ["%.0f", [0.5], "0"],
    ["%.0f", [1.5], "2"],
    ["%.0f", [2.5], "2"],
    ["%.2f", [99.995], "100.00"],
    ["%.3f", [0.0004], "0.000"],
    ["%f", [1e22], "10000000000000000000000.000000"],
    ["%.20f", [0.1], "0.10000000000000000555"],
    ["%F", [0.5], "0.500000"],
    ["%8.2f|", [Math.PI], "    3.14|"],
    ["%-8.2f|", [Math.PI], "3.14    |"],
    ["%08.2f", [-Math.PI], "-0003.14"],
    ["%+.1f", [0.5], "+0.5"],
    ["% .1f", [0.5], " 0.5"],
    ["%06.1f", [0.5], "0000.5"],
    ["%+08.1f", [Number.POSITIVE_INFINITY], "    +Inf"],
    ["%08f", [Number.NaN], "     NaN"],
    ["%+f", [Number.NaN], "+NaN"],
    ["%e", [123456.789], "1.234568e+05"],
    ["%e", [0], "0.000000e+00"],
    ["%.0e", [0], "0e+00"],
    ["%.0e", [3.5], "4e+00"],
    ["%.1e", [9.96], "1.0e+01"],
    ["%.2e", [0.00123], "1.23e-03"],
    ["%.0f", [0.5], "0"],
    ["%.0f", [1.5], "2"],
    ["%.3f", [0.0004], "0.000"],
    ["%.3f", [0.0006], "0.001"],
    ["%E", [0.00012], "1.200000E-04"],
    ["%.0e", [2.5], "2e+00"],
    ["%.3e", [1e-320], "1.000e-320"],
    ["%g", [100000.5], "100000.5"],
    ["%g", [1e-7], "1e-07"],
    ["%.3g", [123456.789], "1.23e+05"],
    ["%.3g", [0.00012345], "0.000123"],
    ["%.0g", [1.5], "2"],
    ["%.10g", [0.1], "0.1"],
    ["%G", [1e-7], "1E-07"],
    ["%#g", [0.5], "0.500000"],
    ["%#g %#.2g", [0, 0], "0.00000 0.0"],
    ["%#.3g", [1e-7], "1.00e-07"],
    ["%#.0f", [0.5], "0."],
    ["%x", [1.5], "0x1.8p+00"],
    ["%X", [-0.1], "-0X1.999999999999AP-04"],
    ["%.2x", [0.1], "0x1.9ap-04"],
    ["%.0x", [1.5], "0x1p+01"],
    ["%x", [5e-324], "0x1p-1074"],
    ["%b", [1.5], "6755399441055744p-52"],
    ["%6.2v|", [Math.PI], "   3.1|"],
    ["%#v", [1.5], "1.5"],
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
    ["%#v", [null], "<nil>"],
    ["%#v", [true], "true"],
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
    ["%#v", [{ b: null, a: "x" }], 'map[string]interface {}{"a":"x", "b":interface {}(nil)}'],
    ["%#v", [[1, "a", null]], '[]interface {}{1, "a", interface {}(nil)}'],
    ["%v", [new Uint8Array([1, 2])], "[1 2]"],
    ["%s", [new Uint8Array([104, 105])], "hi"],
    ["%q", [new Uint8Array([104, 105])], '"hi"'],
    ["%x", [new Uint8Array([1, 255])], "01ff"],
    ["%#v", [new Uint8Array([1, 255])], "[]byte{0x1, 0xff}"],
    ["%t", [new Uint8Array([1])], "[%!t(uint8=1)]"],
  ],
  errors: [
    ["%v", [new Error("boom")], "boom"],
    ["%s", [new Error("boom")], "boom"],
    ["%q", [new TypeError("boom")], '"boom"'],
    ["%x", [new Error("hi")], "6869"],
    ["%6v|", [new Error("boom")], "  boom|"],
    ["%+v", [new Error("boom")], "boom"],
    ["%v", [[new Error("boom")]], "[boom]"],
    ["%d", [new Error("boom")], "&{%!d(string=boom)}"],
    ["%#v", [new Error("boom")], '&errors.errorString{s:"boom"}'],
  ],
  types: [
    ["%T %T %T %T", ["", 1, 0.5, true], "string int float64 bool"],
    ["%T", [null], "<nil>"],
    ["%T", [[]], "[]interface {}"],
    ["%T", [{}], "map[string]interface {}"],
    ["%T", [new Error("")], "*errors.errorString"],
    ["%9T|", [1], "      int|"],
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
    ["%z", [[1, "a"]], "[%!z(int=1) %!z(string=a)]"],
    ["%z", [new Error("boom")], "&{%!z(string=boom)}"],
    ["%U", ["a"], "%!U(string=a)"],
    ["%!", [1], "%!!(int=1)"],
  ],
  "missing and extra arguments": [
    ["%s", [], "%!s(MISSING)"],
    ["%s %d", ["a"], "a %!d(MISSING)"],
    ["", [1], "%!(EXTRA int=1)"],
    ["%s", ["a", "b", 2, 0.5, null, true], "a%!(EXTRA string=b, int=2, float64=0.5, <nil>, bool=true)"],
    ["x", [new Error("boom"), [1]], "x%!(EXTRA *errors.errorString=boom, []interface {}=[1])"],
    ["%", [], "%!(NOVERB)"],
    ["%", [1], "%!(NOVERB)%!(EXTRA int=1)"],
    ["100%", [], "100%!(NOVERB)"],
    ["%-", [], "%!(NOVERB)"],
    ["%5", [], "%!(NOVERB)"],
    ["%5.", [1], "%!.(int=    1)"],
    ["%5.2", [1], "%!(NOVERB)%!(EXTRA int=1)"],
    ["% d%", [3], " 3%!(NOVERB)"],
  ],
  "width and precision as arguments": [
    ["%*d|", [5, 42], "   42|"],
    ["%-*d|", [5, 42], "42   |"],
    ["%*d|", [-5, 42], "42   |"],
    ["%0*d|", [-5, 42], "42   |"],
    ["%.*f", [2, Math.PI], "3.14"],
    ["%*.*f|", [8, 2, Math.PI], "    3.14|"],
    ["%.*d", [-1, 7], "%!(BADPREC)7"],
    ["%*d", ["a", 7], "%!(BADWIDTH)7"],
    ["%*d", [1000001, 7], "%!(BADWIDTH)7"],
    ["%*d", [2], "%!d(MISSING)"],
    ["%*d", [], "%!(BADWIDTH)%!d(MISSING)"],
    ["%100000000d|", [1], "%!(NOVERB)%!(EXTRA int=1)"],
    ["%.100000000d|", [1], "%!(NOVERB)%!(EXTRA int=1)"],
  ],
  "argument indexes": [
    ["%[2]d %[1]d", [1, 2], "2 1"],
    ["%[1]d %[1]q", [65], "65 'A'"],
    ["%[3]*.[2]*[1]f|", [12.5, 2, 6], " 12.50|"],
    ["%[2]*[1]d|", [7, 3], "  7|"],
    ["%6.[1]d|", [3], "     3|"],
    ["%[1]d %d %d", [1, 2], "1 2 %!d(MISSING)"],
    ["%[3]d", [1, 2], "%!d(BADINDEX)"],
    ["%[0]d", [1], "%!d(BADINDEX)"],
    ["%[-1]d", [1], "%!d(BADINDEX)"],
    ["%[x]d", [1], "%!d(BADINDEX)"],
    ["%[]d", [1], "%!d(BADINDEX)"],
    ["%[1d", [1], "%!d(BADINDEX)"],
    ["%[1]2d", [1], "%!d(BADINDEX)"],
    ["%[1].2d", [1], "%!d(BADINDEX)"],
    ["%[5]*d", [1], "%!d(BADINDEX)"],
    // What is a number is an index, also where no argument has it; then no other index follows.
    ["%[9999999][1]d", [5], "%![(BADINDEX)1]d"],
    ["%[99999999][1]d", [5], "%!d(BADINDEX)"],
    ["%[x1][1]d", [5], "%!d(BADINDEX)"],
    ["%[1x][1]d", [5], "%!d(BADINDEX)"],
    ["%[2]d", [1, 2, 3], "2"],
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

describe("what JavaScript has and Go has not", () => {
  test.each<Row>([
    // A whole number is a float64 to the verbs for those: JavaScript does not tell 3 from 3.0.
    ["%.2f", [3], "3.00"],
    ["%e", [1000000], "1.000000e+06"],
    ["%g", [-0], "-0"],
    ["%f", [[1]], "[1.000000]"],
    // Above 64 bits a number is a float64, a bigint is not.
    ["%v", [2 ** 63], "9.223372036854776e+18"],
    ["%v", [2n ** 70n], "1180591620717411303424"],
    // A lone surrogate is no character.
    ["%q", ["a\ud800b"], '"a\ufffdb"'],
    ["%v", [new Set([1, "a"])], "[1 a]"],
    ["%v", [new Date(Date.UTC(2026, 10, 21, 5, 0, 7, 120))], "2026-11-21 05:00:07.12 +0000 UTC"],
    ["%s", [new Date(0)], "1970-01-01 00:00:00 +0000 UTC"],
    ["%v", [new URL("http://a/b")], "http://a/b"],
    ["%q", [new URL("http://a/b")], '"http://a/b"'],
    ["%v", [Symbol("s")], "Symbol(s)"],
    ["%v", [function named() {}], "func named"],
    ["%d", [new URL("http://a/b")], "%!d(URL=http://a/b)"],
    ["%v", [Object.create(null, { a: { value: 1, enumerable: true } })], "map[a:1]"],
    ["%v", [JSON.parse('{"__proto__":1,"constructor":2}')], "map[__proto__:1 constructor:2]"],
    [
      "%v",
      [
        new Map<unknown, unknown>([
          ["b", 1],
          [2, 1],
          [10n, 1],
          [true, 1],
          [null, 1],
          ["a", 1],
        ]),
      ],
      "map[<nil>:1 true:1 2:1 10:1 a:1 b:1]",
    ],
    ["%T", [new Map([[1, 1]])], "map[interface {}]interface {}"],
  ])("%j", (format, args, text) => {
    expect(sprintf(format, args)).toBe(text);
  });

  test("a value whose text cannot be had says so, as a panic in Go does", () => {
    const broken = {
      toString(): string {
        throw new Error("broken");
      },
    };
    expect(sprintf("%v", [broken])).toBe("%!v(PANIC=String method: broken)");
    expect(sprintf("%s", [new Date(Number.NaN)])).toBe("%!s(PANIC=String method: Invalid time value)");
  });

  test("the largest widths", () => {
    expect(sprintf("%*d", [1_000_000, 7])).toHaveLength(1_000_000);
    expect(sprintf("%*d|", [-1_000_000, 7])).toHaveLength(1_000_001);
    expect(sprintf("%*d", [-1_000_001, 7])).toBe("%!(BADWIDTH)7");
    expect(sprintf("%10000009d", [7])).toHaveLength(10_000_009);
    expect(sprintf("%10000010d", [7])).toBe("%!(NOVERB)%!(EXTRA int=7)");
  });

  test("an object that contains itself comes to an end", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(sprintf("%v", [loop])).toBe(`${"[".repeat(101)}...${"]".repeat(101)}`);
  });
});

/** An argument as it stands in the recorded cases. */
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

test("the recorded cases: random formats and arguments, with what Go made of them", () => {
  const lines = readFileSync(new URL("../../vectors/go/sprintf.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  expect(lines).toHaveLength(1500);
  for (const line of lines) {
    const { format, args, text } = JSON.parse(line);
    expect(sprintf(format, args.map(argumentOf)), line).toBe(text);
  }
});

// Between the directives stands text: a format of directives alone measures the garbage collector.
test.each<[name: string, make: (size: number) => string]>([
  ["unclosed argument indexes", (size) => "%[d".padEnd(64, "x").repeat(size / 64)],
  ["argument indexes", (size) => "%[x]d".padEnd(64, "x").repeat(size / 64)],
  ["directives without arguments", (size) => "%d".padEnd(64, "x").repeat(size / 64)],
  ["flags", (size) => `%${"-".repeat(size)}d`],
])("time grows with the format's length: %s", (_, make) => {
  expect(growsLinearly((size) => void sprintf(make(size), []), 32_768)).toBe(true);
});
