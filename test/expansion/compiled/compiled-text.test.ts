/** A compiled text: the same results as the functions that parse the text for each set of variables. */
import { describe, expect, test } from "vitest";
import {
  compileText,
  Environment,
  expand,
  mappingFuncFor,
  Substitution,
  SubstitutionError,
  type Syntax,
  type UnexpandedHandler,
  type UnexpandedReference,
} from "../../../src/index.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const ROWS = 10;
const SYNTAXES = ["kubernetes", "envsubst", "compose", "flux", "otel"] as const;

type Rows = Record<string, string>;
interface Outcome {
  readonly output?: string | Uint8Array;
  readonly error?: unknown;
  readonly reported: readonly unknown[];
}

/** What an expansion returns or throws, and reports. */
function outcome(run: (onUnexpanded: UnexpandedHandler) => string | Uint8Array): Outcome {
  const reported: UnexpandedReference[] = [];
  try {
    return { output: run((reference) => reported.push(reference)), reported };
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    return { error: [error.reason, error.message, error.variable, error.offset], reported: [] };
  }
}

/** Every way to expand a text, and the engine's. */
function check(syntax: Syntax | "kubernetes", source: string | Uint8Array, rows: readonly Rows[]): void {
  const isString = typeof source === "string";
  const bytes = isString ? encoder.encode(source) : source;
  const label = `${syntax} ${isString ? JSON.stringify(source) : `${source}`}`;
  const expected = (row: Rows, asString: boolean) =>
    outcome((onUnexpanded) => {
      const engine = syntax === "kubernetes" ? new Environment(row) : new Substitution(syntax, row);
      if (isString && asString) return engine.expand(source, onUnexpanded);
      if (isString) {
        engine.expand(source, onUnexpanded);
        return engine.expandBytes(bytes, () => {});
      }
      const output = engine.expandBytes(bytes, onUnexpanded);
      return asString ? decoder.decode(output) : output;
    });
  let text: ReturnType<typeof compileText>;
  try {
    text = compileText(source, { syntax: syntax as Syntax });
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    for (const row of rows) expect(expected(row, true).error, label).toBeDefined();
    return;
  }
  for (const row of rows) {
    const asBytes = expected(row, false);
    const found: readonly (readonly [Outcome, Outcome])[] = [
      [outcome((onUnexpanded) => text.expand(new Map(Object.entries(row)), onUnexpanded)), expected(row, true)],
      [outcome((onUnexpanded) => text.expandBytes((name) => row[name], onUnexpanded)), asBytes],
      [outcome((onUnexpanded) => text.expandBytes(row, onUnexpanded)), asBytes],
    ];
    for (const [actual, wanted] of found) {
      if (JSON.stringify(actual) !== JSON.stringify(wanted))
        expect(actual, `${label} ${JSON.stringify(row)}`).toEqual(wanted);
    }
  }
}

const PIECES: Readonly<Record<Syntax | "kubernetes", readonly string[]>> = {
  kubernetes: ["$(A)", "$(B)", "$(é)", "$(A", "$$", "$", ")", "x", "é", "$()", "$(A B)", "\n"],
  envsubst: ["$A", "${A}", "${B}", "$B", "${A", "$$", "$", "{", "}", "x", "é", "\n"],
  compose: [
    "$A",
    "${A}",
    "${B:-",
    "${B-",
    "${A:+",
    "${B+",
    "${A:?",
    "${A?m}",
    "${",
    "}",
    "$$",
    "$",
    "{",
    "x",
    "é",
    "\n",
  ],
  flux: [
    "${A}",
    "${é}",
    "${B:-",
    "${B:=x}",
    "${A:+",
    "${A:0:1}",
    "${B:1}",
    "${A^^}",
    "${#A}",
    "${A/x/",
    "${A%%",
    "}",
    "$$",
    "$",
    "x",
    "é",
    "\\",
  ],
  "otel-collector": ["${A}", "${env:B}", "${env:B:-", "${env:A:-x}", "${", "}", "$$", "$", "x", "é", "\n"],
  otel: ["${A}", "${env:B}", "${B:-", "${A:-x}", "${", "}", "$$", "$", "x", "é", "\n", "\0"],
};
const VALUES = ["", "1", "-", "$A", "$(A)", "${B}", "é", "\u{1f600}", "x".repeat(70), `${"x".repeat(70)}é`, "\n", '"'];

test.each(SYNTAXES)("%s: random texts and rows", (syntax) => {
  const random = new Random(33);
  for (let i = 0; i < fuzzCases(2000); i++) {
    const text = Array.from({ length: random.below(9) }, () => random.pick(PIECES[syntax])).join("");
    const rows = Array.from({ length: ROWS }, () => {
      const row: Rows = {};
      for (const name of ["A", "B", "é"]) if (random.below(4) > 0) row[name] = random.pick(VALUES);
      return row;
    });
    const bytes = encoder.encode(text);
    // Sometimes half of a character.
    if (random.below(4) === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = 0x80 + random.below(128);
    check(syntax, random.below(2) === 0 ? text : bytes, rows);
  }
});

test("halves of a character around an empty value become the character", () => {
  const text = compileText("\ud83d$(A)\ude00$(A)x");
  expect(decoder.decode(text.expandBytes({ A: "" }))).toBe("😀x");
});

test("two halves of a character around an empty value become one character, also as bytes", () => {
  const text = compileText("\ud83d$(A)\ude00");
  for (const [value, expected] of [
    ["", "\u{1f600}"],
    ["x", "\ufffdx\ufffd"],
  ] as const) {
    expect(decoder.decode(text.expandBytes({ A: value }))).toBe(expected);
  }
});

test("bytes of records with values of every length, ASCII or not", () => {
  const text = compileText("é$(A)-$(B)$(A).");
  for (let length = 0; length < 140; length++) {
    for (const last of ["", "é", "\ud83d", "\u{1f600}"]) {
      const row = { A: "a".repeat(length) + last, B: "b" };
      expect(text.expandBytes(row), `${length} ${last}`).toEqual(
        encoder.encode(text.expand(new Map(Object.entries(row)))),
      );
    }
  }
});

test("names are listed once, with the position of the first reference", () => {
  expect(compileText("é$(B) $(A) $(B) $$(C) $(D").names).toEqual([
    { name: "B", offset: 1 },
    { name: "A", offset: 6 },
  ]);
  expect(compileText(encoder.encode("é$(B)")).names).toEqual([{ name: "B", offset: 2 }]);
});

describe.each([
  ["kubernetes", "$(A)$(B)$(A)"],
  ["envsubst", "$A${B}$A"],
  ["otel", "${A}${env:B}${A}"],
])("a function, even if the text is not valid UTF-8: %s", (syntax, text) => {
  const bytes = encoder.encode(text);
  test.each([[bytes], [Uint8Array.of(0x80, ...bytes)]])("%j", (source) => {
    const compiled = compileText(source, { syntax: syntax as Syntax });
    const called: string[] = [];
    compiled.expandBytes((name) => {
      called.push(name);
      return "x";
    });
    expect(called).toEqual(["A", "B"]);
    expect(() => compiled.expandBytes(() => 5 as never)).toThrow("the value of A must be a string, not a number");
  });
});

test("a function is called once more for each name if an operator cuts a character in half", () => {
  const text = compileText("${A}${B:0:1}${C}", { syntax: "flux" });
  const calledFor = (value: string) => {
    const called: string[] = [];
    text.expandBytes((name) => {
      called.push(name);
      return value;
    });
    return called.sort();
  };
  expect(calledFor("e")).toEqual(["A", "B", "C"]);
  expect(calledFor("é")).toEqual(["A", "A", "B", "B", "C", "C"]);
});

test("names in the words of operators are listed", () => {
  const names = (text: string, syntax: Syntax) => compileText(text, { syntax }).names.map(({ name }) => name);
  expect(names("é${A:+x${B:-${C}}}", "compose")).toEqual(["A", "B", "C"]);
  expect(names("${A:0:-1}${A/${B}/${C}}", "flux")).toEqual(["A", "B", "C"]);
  expect(names("${env:A:-$B}$C", "otel")).toEqual(["A"]);
  expect(names("$A${B}$$C", "envsubst")).toEqual(["A", "B", "C"]);
  expect(compileText("é${A:+x${B}}", { syntax: "compose" }).names[1]).toEqual({ name: "B", offset: 7 });
});

test("variables are an object without its prototype, a Map, an Environment, or a function", () => {
  const text = compileText("$(A) $(constructor) $(__proto__)");
  const expected = "1 $(constructor) $(__proto__)";
  expect(text.expand({ A: "1" })).toBe(expected);
  expect(text.expand(new Map([["A", "1"]]))).toBe(expected);
  expect(text.expand(new Environment({ A: "1" }))).toBe(expected);
  expect(text.expand((name) => (name === "A" ? "1" : undefined))).toBe(expected);
  expect(text.expand(mappingFuncFor(null, { A: "1" }))).toBe(expected);
  expect(text.expand({ A: "1", ["__proto__"]: "2" })).toBe("1 $(constructor) 2");
  expect(() => text.expand({ A: 1 } as never)).toThrow("the value of A must be a string, not a number");
  expect(() => text.expand(null as never)).toThrow("variables must be an object");
});

test("halves of characters", () => {
  const text = compileText("\ud83d$(A)\ude00");
  expect(text.expand({ A: "" })).toBe("\u{1f600}");
  expect(decoder.decode(text.expandBytes({ A: "" }))).toBe("\u{1f600}");
  const bytes = compileText(Uint8Array.of(0xc3, ...encoder.encode("$(A)$(\ufffd)"), 0xa9, 0x24, 0x28, 0xff, 0x29));
  expect(bytes.expand({ A: "", "\ufffd": "" })).toBe("é$(\ufffd)");
  const cut = compileText("${A:0:1}${A:1}", { syntax: "flux" });
  expect(cut.expand({ A: "é" })).toBe("é");
});

test("text that is always malformed is an error when it is compiled", () => {
  expect(() => compileText("é${", { syntax: "compose" })).toThrow(
    expect.objectContaining({ reason: "malformed", offset: 1 }),
  );
  expect(() => compileText("é\0", { syntax: "flux" })).toThrow(expect.objectContaining({ offset: 1 }));
  // The word is used only if the variable is set.
  const text = compileText("${A:+${}}", { syntax: "compose" });
  expect(text.expand({})).toBe("");
  expect(() => text.expand({ A: "1" })).toThrow(SubstitutionError);
  expect(() => compileText("x", { syntax: "toml" as never })).toThrow("syntax must be one of");
});

test("strict mode is that of the dialect, or an option", () => {
  expect(() => compileText("é${A}", { syntax: "flux" }).expand({})).toThrow(expect.objectContaining({ offset: 1 }));
  expect(compileText("${A}", { syntax: "flux", strict: false }).expand({})).toBe("");
  expect(() => compileText("${A}", { syntax: "otel", strict: true }).expand({})).toThrow("is not set");
});

test("an expansion can use the same text", () => {
  const text = compileText("$(A)-$(B)");
  const nested = (name: string): string => (name === "A" ? text.expand({ A: "1", B: "2" }) : name);
  expect(text.expand(nested)).toBe("1-2-B");
});

test("records with the keys of the first one, and others", () => {
  const own = { C: "3", X: "-", A: "1", B: "2" };
  class Class {
    C = "3";
    X = "-";
    A = "1";
    get B() {
      return "inherited";
    }
  }
  const get = (_: object, name: string) => `${name}?`;
  const rows: readonly object[] = [
    own,
    { ...own, D: "4" },
    { C: "3", B: "2", A: "1" },
    { B: "2", C: "3", A: "1" },
    { B: "2", A: "1", C: "3", X: "-" },
    { A: "1", C: "3", X: "-", B: "2" },
    { A: "1", X: "-" },
    { C: "3", X: "-", A: "1" },
    { C: "3", X: "-", A: "1", B: undefined },
    { A: "1", B: "2", C: "3" },
    { 7: "7", ...own },
    new Class(),
    Object.assign(Object.create({ B: "inherited" }), { C: "3", X: "-", A: "1" }),
    Object.create(own),
    Object.assign(Object.create(null), own),
    Object.defineProperty({ ...own }, "B", { enumerable: false }),
    {
      C: "3",
      X: "-",
      A: "1",
      get B() {
        return "got";
      },
    },
    new Proxy(own, { get: (_target, name) => `${String(name)}!` }),
    new Proxy({ C: "3", X: "-", A: "1" }, { get }),
    new Proxy({}, { get, ownKeys: () => [], getOwnPropertyDescriptor: () => undefined }),
    new Map(Object.entries(own)),
    Object.assign(Object.create({ get: (name: string) => `got ${name}` }), own),
  ];
  const source = "a$(A)b$(B)c$(C)d";
  for (const first of rows) {
    const text = compileText(source);
    for (const row of [first, ...rows, ...rows]) {
      expect(text.expand(row as Rows)).toBe(expand(source, mappingFuncFor(null, row as Rows)));
    }
  }
  const text = compileText(source);
  for (const value of [1, null, {}]) {
    text.expand(own);
    expect(() => text.expand({ ...own, A: value } as never)).toThrow("the value of A must be a string");
  }
  for (const row of [null, undefined, 1, [], Object.assign([], own)]) {
    expect(() => text.expand(row as never)).toThrow("variables must be an object");
  }
  const nested = {
    ...own,
    get A(): string {
      return text.expand(own);
    },
  };
  expect(text.expand(nested)).toBe("aa1b2c3db2c3d");
});

test("members of Object.prototype are not variables", () => {
  const text = compileText("$(A)$(polluted)");
  const rows: readonly Rows[] = [{ A: "1", polluted: "2" }, { A: "1" }];
  Object.defineProperty(Object.prototype, "polluted", { value: "x", enumerable: true, configurable: true });
  const outputs = rows.map((row) => text.expand(row));
  Reflect.deleteProperty(Object.prototype, "polluted");
  expect(outputs).toEqual(["12", "1$(polluted)"]);
});

test("the source can change after the text is compiled", () => {
  const source = encoder.encode("a$(A)$(B)");
  const text = compileText(source);
  source.fill(0);
  expect(text.expand({ A: "1" })).toBe("a1$(B)");
});

test.each([
  ["bytes", "kubernetes", (text: string) => encoder.encode(text.replaceAll("{", "(").replaceAll("}", ")"))],
  ["a string", "flux", (text: string) => text],
] as const)("the offsets of many names in %s that is not ASCII take linear time", (_, syntax, source) => {
  const text = (count: number) => source(Array.from({ length: count }, (_, i) => `é ${"${"}N${i}} `).join(""));
  expect(growthExponent((count) => void compileText(text(count), { syntax: syntax as Syntax }), 1000)).toBeLessThan(
    LINEAR,
  );
  const { names } = compileText(text(3), { syntax: syntax as Syntax });
  const isBytes = syntax === "kubernetes";
  expect(names.map(({ offset }) => offset)).toEqual(isBytes ? [3, 12, 21] : [2, 10, 18]);
});
