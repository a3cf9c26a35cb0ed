import { describe, expect, test } from "vitest";
import { yamlSchema } from "../../../../src/garden/template/functions/yaml-dialect.ts";
import { call, type Failure, failed, failure, failureWithin, invalid, tooLarge } from "./call.ts";

describe("yamlDecode", () => {
  test.each<[unknown[], unknown]>([
    [["a: 1\nb: [x, eu-west]\nc: {d: null}\n"], { a: 1, b: ["x", "eu-west"], c: { d: null } }],
    [["- eu-west\n- 4\n"], ["eu-west", 4]],
    [["eu-west"], "eu-west"],
    [["a: 1", true], [{ a: 1 }]],
    [["a: 1", "true"], [{ a: 1 }]],
    [["a: 1", false], { a: 1 }],
    [
      ["a: 1\n---\nb: 2\n---\n", true],
      [{ a: 1 }, { b: 2 }, null],
    ],
    [["<<: {a: 1}\nb: 2"], { a: 1, b: 2 }],
    [["<<: [{a: 1}, {a: 2, b: 2}]\nb: 3"], { a: 1, b: 3 }],
    [["x: &x {a: 1}\ny: {<<: *x, b: 2}"], { x: { a: 1 }, y: { a: 1, b: 2 } }],
    [["'<<': {a: 1}"], { "<<": { a: 1 } }],
    [["a: |\n  l1\n  l2\n"], { a: "l1\nl2\n" }],
    [["# only a comment"], null],
    [["\n"], null],
    [["\n", true], []],
    [["---\n...\n"], null],
    [["a: &a [1]\nb: *a"], { a: [1], b: [1] }],
    [["!!set {a, b}"], { a: null, b: null }],
    [["!!omap [a: 1]"], [{ a: 1 }]],
    [["!!pairs [a: 1]"], [["a", 1]]],
    [["1: x\n~: y\ntrue: z"], { 1: "x", null: "y", true: "z" }],
    [["? [a, b]\n: 1"], { "a,b": 1 }],
    [["2020-01-01: x"], { "Wed Jan 01 2020 00:00:00 GMT+0000 (Coordinated Universal Time)": "x" }],
  ])("%j is %j", (args, result) => expect(call("yamlDecode", ...args)).toEqual(result));

  test.each<[string, unknown]>([
    ["~", null],
    ["null", null],
    ["Null", null],
    ["nULL", "nULL"],
    ["true", true],
    ["TRUE", true],
    ["yes", "yes"],
    ["on", "on"],
    ["0", 0],
    ["-0", 0],
    ["017", 17],
    ["0o17", 15],
    ["-0o17", -15],
    ["0b11", 3],
    ["+0x1F", 31],
    ["1_000", 1000],
    ["1__0", 10],
    ["0x_1f", 31],
    ["0b_1", 1],
    ["1_000.5", 1000.5],
    ["1_", "1_"],
    ["_1", "_1"],
    ["1.5_", "1.5_"],
    ["0x", "0x"],
    ["0o8", "0o8"],
    [".5", 0.5],
    ["-.5", "-.5"],
    ["5.", 5],
    ["1e3", 1000],
    ["1.e3", 1000],
    ["1e400", Number.POSITIVE_INFINITY],
    ["-.INF", Number.NEGATIVE_INFINITY],
    [".NaN", Number.NaN],
    ["12:30:45", "12:30:45"],
    ["2001-12-14", new Date("2001-12-14T00:00:00Z")],
    ["2001-12-14t21:59:43.10-05:00", new Date("2001-12-15T02:59:43.100Z")],
    ["2001-12-14 21:59:43", new Date("2001-12-14T21:59:43Z")],
    ["2001-1-1", "2001-1-1"],
    ["!!str 1", "1"],
    ["!!int '0x1f'", 31],
    ["!!float 1", 1],
  ])("the scalar %s is %j", (string, result) => expect(call("yamlDecode", string)).toStrictEqual(result));

  test.each<[string, unknown]>([
    ["+1.5", 1.5],
    ["-1.5E-2", -0.015],
    ["1e+3", 1000],
    ["1_.5", 1.5],
    ["._5", 0.5],
    ["._", "._"],
    ["-", [null]],
    ["+", "+"],
    ["1e", "1e"],
    ["1e5_0", "1e5_0"],
    ["1.5e3.", "1.5e3."],
    ["-0x1F", -31],
    ["+0b1_0", 2],
    ["0o", "0o"],
    ["! 12", "12"],
    ["! ''", ""],
    ["! [1]", [1]],
    ["! {a: 1}", { a: 1 }],
    ["!!str", ""],
    ["!!null ''", null],
    ["!!bool 'true'", true],
    ["!!float '1e3'", 1000],
    ["!!int '1_000'", 1000],
    ["!!int 7", 7],
    ["!!int '-12'", -12],
    ["!!int 1_0", 10],
    ["!!timestamp 2020-01-01", new Date("2020-01-01")],
    ["!!binary aGk=", new Uint8Array([104, 105])],
    ["!!seq ''", []],
    ["!!seq", []],
    ["!!seq [1]", [1]],
    ["!!map ''", {}],
    ["!!map {a: 1}", { a: 1 }],
    ["!!set ''", {}],
    ["!!omap ''", []],
    ["!!omap []", []],
    ["!!omap [a: 1, b: 2]", [{ a: 1 }, { b: 2 }]],
    ["!!pairs ''", []],
    [
      "!!pairs [a: 1, a: 2]",
      [
        ["a", 1],
        ["a", 2],
      ],
    ],
    ["{!!merge <<: {a: 1}}", { a: 1 }],
    ["{!!merge '': {a: 1}}", { a: 1 }],
    ["{1.50: a, 0x10: b}", { "1.5": "a", 16: "b" }],
    ["{[]: 1}", { "": 1 }],
    ["{[a, b: c]: 1}", { "a,[object Object]": 1 }],
    ["{{a: 1}: 2}", { "[object Object]": 2 }],
  ])("%s is %j", (string, result) => expect(call("yamlDecode", string)).toStrictEqual(result));

  test.each([
    ["the value does not match its tag", "!!int ''", "!!int", "!!int 1.5", "!!float ''", "!!bool yes", "!!null x"],
    ["the value does not match its tag", "!!timestamp ''", "!!none ''", "!none ''", "!none x"],
    ["unknown tag for a list", "!!set [a]", "!!map [1]", "!none [1]"],
    ["the list does not match its tag", "!!omap [a: 1, a: 2]", "!!omap [{a: 1, b: 2}]", "!!omap [a]", "!!omap [{}]"],
    ["the list does not match its tag", "!!pairs [{a: 1, b: 2}]", "!!pairs [1]", "!!pairs [{}]"],
    ["the map does not match its tag", "!!set {a: 1}", "!!seq {a: 1}", "!!omap {a: 1}", "!none {a: 1}"],
  ])("%s", (reason, ...texts) => {
    for (const text of texts) {
      const message = `yamlDecode: the text is not valid YAML: ${reason} (line 2, column 4)`;
      expect(failure("yamlDecode", `a: 1\nb: ${text}`).message, text).toBe(message);
    }
  });

  test.each([
    ["{!!merge x: {a: 1}}", "the value does not match its tag (line 1, column 2)"],
    ["{[[a]]: 1}", "a key must be a string (line 1, column 2)"],
    ["{secret: 1, secret: 2}", "duplicate key (line 1, column 13)"],
  ])("the key in %s is refused", (text, reason) => {
    expect(failure("yamlDecode", text).message).toBe(`yamlDecode: the text is not valid YAML: ${reason}`);
  });

  test.each<[unknown[], Failure]>([
    [[""], invalid("string")],
    [[4], invalid("string")],
    [["a", null], invalid("multiDocument")],
    [["a", "yes"], invalid("multiDocument")],
    [["a: 1\n---\nb: 2"], failed],
    [["a: [1"], failed],
    [["{a: 1, a: 2}"], failed],
    [["a: *nowhere"], failed],
    [["!!js/function x"], failed],
    [["!foo bar"], failed],
    [["&a [*a]"], tooLarge],
    [["[".repeat(2000) + "]".repeat(2000)], failed],
  ])("%.50j fails", (args, expected) => expect(failure("yamlDecode", ...args)).toMatchObject(expected));

  test("the schema is made once", () => expect(yamlSchema()).toBe(yamlSchema()));

  test("says where the text is wrong", () => {
    expect(failure("yamlDecode", "a: 1\nb: *nowhere").message).toContain("line 2, column 4");
    expect(failure("yamlDecode", "a: 1\n\u{1f600}: *nowhere").message).toContain("line 2, column 4");
  });

  test("a text that grows without end when its aliases are written out is refused", () => {
    let laughs = "a0: &a0 x\n";
    for (let i = 1; i <= 60; i++) laughs += `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]\n`;
    expect(failureWithin(1_000_000, "yamlDecode", laughs)).toMatchObject(tooLarge);
  });

  test("__proto__ is an ordinary key", () => {
    for (const text of ["__proto__: {polluted: 1}", "<<: {__proto__: {polluted: 1}}"]) {
      const result = call("yamlDecode", text) as object;
      expect(Object.keys(result)).toEqual(["__proto__"]);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
      expect("polluted" in result).toBe(false);
    }
  });
});

describe("yamlEncode", () => {
  test.each<[unknown[], string]>([
    [[{ primary: "gamma", backup: 7 }], "primary: gamma\nbackup: 7\n"],
    [[["eu-west", "alpha", "beta"]], "- eu-west\n- alpha\n- beta\n"],
    [["eu-west"], "eu-west\n"],
    [["a: b"], "'a: b'\n"],
    [["12"], "'12'\n"],
    [[""], "''\n"],
    [["l1\nl2\n"], "|\n  l1\n  l2\n"],
    [[4], "4\n"],
    [[null], "null\n"],
    [[[]], "[]\n"],
    [[{}], "{}\n"],
    [[["eu-west"], false], "- eu-west\n"],
    [
      [{ primary: { backup: { tier: "eu-west" }, hosts: ["alpha", { label: "beta" }, ["gamma", 4]] } }],
      "primary:\n  backup:\n    tier: eu-west\n  hosts:\n    - alpha\n    - label: beta\n    - - gamma\n      - 4\n",
    ],
    [[[1.5, -0, 1e21, 1e-7, 1 / 0, 0 / 0]], "- 1.5\n- -0.0\n- 1e+21\n- 1.e-7\n- .inf\n- .nan\n"],
    [[{ a: undefined, b: [undefined] }], "b:\n  - null\n"],
    [[new Date("2022-01-01")], "2022-01-01T00:00:00.000Z\n"],
    [["last line is blank\n\n"], "|+\n  last line is blank\n\n"],
    [["a short line\n".repeat(10)], `|\n${"  a short line\n".repeat(10)}`],
    // Each value is written out: no anchors.
    [[Array(2).fill({ a: 1 })], "- a: 1\n- a: 1\n"],
    [[JSON.parse('{"__proto__": 1, "": 2}')], "__proto__: 1\n'': 2\n"],
    // Several documents: Garden writes no line break after the marker.
    [[[{ a: 1 }, ["b"], "c"], true], "---\na: 1\n---\n- b\n---\nc\n"],
    [[[], true], "---\n"],
  ])("%j is %j", (args, result) => expect(call("yamlEncode", ...args)).toBe(result));

  test("a line of more than 80 columns is folded", () => {
    const words = "word ".repeat(30).trim();
    const lines = [15, 15].map((count) => `  ${"word ".repeat(count).trim()}\n`).join("");
    expect(call("yamlEncode", words)).toBe(`>-\n${lines}`);
    expect(call("yamlEncode", { a: `${words}\n` })).toBe(`a: >\n${lines}`);
    expect(call("yamlEncode", "x".repeat(81))).toBe(`>-\n  ${"x".repeat(81)}\n`);
    expect(call("yamlEncode", "x".repeat(79))).toBe(`>-\n  ${"x".repeat(79)}\n`);
    expect(call("yamlEncode", "x".repeat(78))).toBe(`${"x".repeat(78)}\n`);
    const indented = ` ${"x".repeat(100)}`;
    expect(call("yamlEncode", { a: `b\n${indented}` })).toBe(`a: |-\n  b\n  ${indented}\n`);
    expect(call("yamlEncode", { a: `b \n${words}` })).toBe(`a: >-\n  b \n\n${lines}`);
  });

  test("strings are quoted where they would be read as something else, or begin as something else might", () => {
    const quoted = ["- x", "#c", "@a", "~", "null", "1e3", "2020-01-01", " lead", "trail ", "a #b", "{x}", "*a", "&a"];
    quoted.push(
      "!t",
      "%p",
      "|",
      ">",
      "?",
      "? x",
      "- ",
      "-",
      ":",
      "a:",
      "--flag",
      "=",
      "yes",
      "NO",
      "y",
      "off",
      "12:30",
    );
    quoted.push(" ", "0x1f", "1_000", ".5", "true", "<<", '"', "`", ",", "]", "-1", "?x", "---", "...");
    for (const string of quoted) expect(call("yamlEncode", string)).toBe(`'${string}'\n`);
    const plain = ["it's", "a:b", "a#b", "http://x.y/?q=1", "-.x".slice(1), "é😀", "1.2.3", "yesterday", "$x", "(a)"];
    for (const string of plain) expect(call("yamlEncode", string)).toBe(`${string}\n`);
    expect(call("yamlEncode", "\t")).toBe('"\\t"\n');
    expect(call("yamlEncode", "a\u00a0b")).toBe('"a\\_b"\n');
    expect(call("yamlEncode", "'")).toBe("''''\n");
  });

  test.each<[unknown[], Failure]>([
    [[{ a: 1 }, true], failed],
    [["x", true], failed],
    [[1, 1], invalid("multiDocument")],
    [[() => 1], failed],
  ])("%j fails", (args, expected) => expect(failure("yamlEncode", ...args)).toMatchObject(expected));

  test("refuses what is too large, indentation counted, and what is in itself", () => {
    let shared: unknown[] = ["x"];
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    expect(failureWithin(1_000_000, "yamlEncode", shared)).toMatchObject(tooLarge);
    const loop: unknown[] = [];
    loop.push(loop);
    expect(failure("yamlEncode", loop)).toMatchObject(tooLarge);
    let deep: unknown = Array(50_000).fill("x");
    for (let i = 0; i < 900; i++) deep = [deep];
    expect(failure("yamlEncode", deep)).toMatchObject(tooLarge);
    let lines: unknown = "x\n".repeat(50_000);
    for (let i = 0; i < 900; i++) lines = [lines];
    expect(failure("yamlEncode", lines)).toMatchObject(tooLarge);
    expect(failureWithin(10, "yamlEncode", "a".repeat(10))).toMatchObject(tooLarge);
    expect(failure("yamlEncode", "a".repeat(1_048_577))).toMatchObject(tooLarge);
    expect(failure("yamlEncode", { ["a".repeat(1_048_577)]: 1 })).toMatchObject(tooLarge);
    for (const unit of ["a", "\n", " ", "😀", "word ", ":a", "#", "a\n"]) {
      const text = unit.repeat(1_048_576 / unit.length);
      expect(call("yamlDecode", call("yamlEncode", text)), unit).toBe(text);
    }
  });

  test("what is written is read again", () => {
    const value = {
      a: ["- x", "yes", "1_000", " lead\nline\n", "a\n\n", "\n", "x".repeat(200), "", null, -0, { "a: b": [] }],
    };
    expect(call("yamlDecode", call("yamlEncode", value))).toEqual(value);
    for (const text of value.a) expect(call("yamlDecode", call("yamlEncode", text))).toEqual(text);
  });
});
