/** The `design` profile is KEP-3721's text: its rules and examples, and every point where released kubelets differ. */
import { describe, expect, test } from "vitest";
import { type EnvFileError, parseEnvFile, readEnvFileKey } from "../../src/index.ts";

/** What a file comes to: its variables, or the error's code, line and column. */
function read(file: string, profile: "design" | "kubelet" = "design"): unknown {
  try {
    return parseEnvFile(file, { profile }).toObject();
  } catch (error) {
    const { name, code, line, column } = error as EnvFileError;
    expect(name).toBe("EnvFileError");
    return `${code} ${line}:${column}`;
  }
}

type Row = [rule: string, file: string, expected: Record<string, string> | string];

describe("the KEP's rules and examples", () => {
  test.each<Row>([
    ["the example", "MY_VAR='my-literal-value'", { MY_VAR: "my-literal-value" }],
    ["values are enclosed in single quotes", "VAR='value'", { VAR: "value" }],
    ["a value may be empty", "VAR=''", { VAR: "" }],
    ["content is literal: blanks", "VAR='  two  words\t'", { VAR: "  two  words\t" }],
    ["content is literal: no escapes", "VAR='a\\nb\\\\c\\'", { VAR: "a\\nb\\\\c\\" }],
    ["content is literal: no expansion", "VAR='$HOME ${HOME} $(HOME) `id`'", { VAR: "$HOME ${HOME} $(HOME) `id`" }],
    ["content is literal: double quotes, signs and comments", "VAR='a=\"b\" # c'", { VAR: 'a="b" # c' }],
    ["several lines", "VAR='one\ntwo\n\nthree'\nB='2'", { VAR: "one\ntwo\n\nthree", B: "2" }],
    ["a line in a value may look like an assignment", "VAR='one\nB='", { VAR: "one\nB=" }],
    ["lines that begin with # are comments", "# VAR='x'\n  # it's indented\nVAR='v'\n#", { VAR: "v" }],
    ["blank lines", "\n \t \nVAR='v'\n\n", { VAR: "v" }],
    ["a comment behind a value", "VAR='v' # it's\nB='2'\t#", { VAR: "v", B: "2" }],
    ["a value without quotes", "VAR=value", "value-not-quoted 1:5"],
    ["no value at all", "A='1'\nVAR=\nB='2'", "value-not-quoted 2:5"],
    ["double quotes", 'VAR="val"', "value-not-quoted 1:5"],
    ["adjacent quoted strings", "VAR='val1''val2'", "content-after-quote 1:11"],
    ["interpolation by leaving the quotes", "VAR='it'\\''s'", "content-after-quote 1:9"],
    ["something behind the value", "VAR='v'; B='2'", "content-after-quote 1:8"],
    ["a backslash does not continue a line", "VAR='v' \\\n", "content-after-quote 1:9"],
    ["content behind a value of several lines", "VAR='one\ntwo' x", "content-after-quote 2:6"],
    ["a quote without a partner", "A='1'\n VAR='v\nB='2", "content-after-quote 3:4"],
    ["a quote without a partner, to the end", "A='1'\n VAR='v\nB=", "unclosed-quote 2:6"],
    ["no `=`", "A='1'\n  VAR\n", "missing-equals-sign 2:3"],
    ["no name", "='v'", "empty-name 1:1"],
    ["no name but a blank", " ='v'", "empty-name 1:2"],
    ["a blank before `=`", "VAR ='v'", "blank-before-equals-sign 1:4"],
    ["a blank behind `=`", "VAR= 'v'", "value-not-quoted 1:5"],
  ])("%s: %j", (_, file, expected) => expect(read(file)).toEqual(expected));

  test.each<Row>([
    [
      "anything printable",
      "1-a.b c!\"#$%&'()*+,/:;<>?@[\\]^`{|}~='v'",
      { "1-a.b c!\"#$%&'()*+,/:;<>?@[\\]^`{|}~": "v" },
    ],
    ["a word before the name is part of it", "export VAR='v'", { "export VAR": "v" }],
    ["a tab", "A\tB='v'", "invalid-name 1:2"],
    ["a control character", "A\x1f='v'", "invalid-name 1:2"],
    ["DEL", "A\x7fB='v'", "invalid-name 1:2"],
    ["a letter beyond ASCII", "A='1'\nNÄME='v'", "invalid-name 2:2"],
    ["a character beyond the basic plane", "N🌍='v'", "invalid-name 1:2"],
    ["a byte order mark", "\ufeffA='v'", "invalid-name 1:1"],
    ["a lone CR", "A\rB='v'", "invalid-name 1:2"],
    ["128 characters", `${"N".repeat(128)}='v'`, { ["N".repeat(128)]: "v" }],
    ["129 characters", `A='1'\n${"N".repeat(129)}='v'`, "name-too-long 2:1"],
  ])("names are those of other variables: %s", (_, file, expected) => expect(read(file)).toEqual(expected));

  test("the last of several assignments counts", () => {
    const file = parseEnvFile("A='1'\nB='2'\nA='3'");
    expect(file.get("A")).toBe("3");
    expect(Object.entries(file.toObject())).toEqual([
      ["A", "3"],
      ["B", "2"],
    ]);
    expect(file.assignments.map(({ name, value }) => [name, value])).toEqual([
      ["A", "1"],
      ["B", "2"],
      ["A", "3"],
    ]);
    expect(readEnvFileKey("A='1'\nB='2'\nA='3'", "A")).toBe("3");
  });

  test("a file has 64 KiB at most, counted as UTF-8", () => {
    const fill = (length: number, filler: string) => `A='v'\n# ${filler.repeat((length - 8) / filler.length)}`;
    const inLines = (length: number) => `${"#\n".repeat((length - 6) / 2)}A='v'\n`;
    expect(read(inLines(65_536))).toEqual({ A: "v" });
    expect(read(`${inLines(65_536)}\n`)).toBe("file-too-large 32767:1");
    expect(read(`${inLines(65_536)}${"x".repeat(10)}`)).toBe("file-too-large 32767:1");
    expect(read(fill(65_536, "x"))).toEqual({ A: "v" });
    expect(read(fill(65_536, "é"))).toMatch(/^file-too-large 2:/);
    expect(read(`A='1'\nA='2'${"\n".repeat(1 << 20)}`)).toBe("file-too-large 65527:1");
    expect(read(inLines(65_538), "kubelet")).toEqual({ A: "v" });
  });

  test("a value has 32 KiB at most, counted as UTF-8, CR LF as one", () => {
    const value = "v".repeat(32_768);
    expect(read(`A='${value}'`)).toEqual({ A: value });
    expect(read(`B='1'\nA='${value}v'`)).toBe("value-too-long 2:4");
    expect(read(`A='${"é".repeat(16_385)}'`)).toBe("value-too-long 1:4");
    expect(read(`A='${value.slice(2)}\r\n\r\n'`)).toEqual({ A: `${value.slice(2)}\n\n` });
    expect(read(`A='${value.slice(1)}\r\n\r\n'`)).toBe("value-too-long 1:4");
    expect(read(`A='${value}v'`, "kubelet")).toEqual({ A: `${value}v` });
  });

  test("a line has 65535 bytes at most, in both profiles", () => {
    const comment = (length: number) => `#${"x".repeat(length - 1)}`;
    for (const profile of ["design", "kubelet"] as const) {
      expect(read(comment(65_535), profile)).toEqual({});
      expect(read(comment(65_536), profile)).toBe("line-too-long 1:1");
    }
    expect(read(`A='1'\n${comment(65_535)}\nB='2'`, "kubelet")).toEqual({ A: "1", B: "2" });
    expect(read(`A='1'\n${comment(65_535)}\r\nB='2'`, "kubelet")).toBe("line-too-long 2:1");
    expect(read(`A='1'\n${"é".repeat(32_768)}`, "kubelet")).toBe("line-too-long 2:1");
    expect(read(`A='1'\nB='${comment(65_536)}'`, "kubelet")).toBe("line-too-long 2:1");
    expect(read(`A='1'\nB='\n${comment(65_536)}\n'`, "kubelet")).toBe("unclosed-quote 2:3");
    const lines = `${"x".repeat(60_000)}\n`.repeat(20);
    expect(read(`A='${lines}'`, "kubelet")).toEqual({ A: lines });
  });
});

type Difference = [
  what: string,
  file: string,
  design: Record<string, string> | string,
  kubelet: Record<string, string> | string,
];

describe("where the KEP's text and released kubelets differ", () => {
  test.each<Difference>([
    ["11.4 duplicates", "A='1'\nA='2'", { A: "2" }, { A: "1" }],
    ["11.7 names are checked", "NÄME='v'", "invalid-name 1:2", { NÄME: "v" }],
    ["11.7 names are checked: a byte order mark", "\ufeffA='v'", "invalid-name 1:1", { "\ufeffA": "v" }],
    ["11.12 limits: the name", `${"N".repeat(129)}='v'`, "name-too-long 1:1", { ["N".repeat(129)]: "v" }],
    ["11.12 limits: the value", `A='${"v".repeat(32_769)}'`, "value-too-long 1:4", { A: "v".repeat(32_769) }],
    ["11.6 limits: the file", `A='v'${"\n".repeat(65_536)}`, "file-too-large 65532:1", { A: "v" }],
    ["11.13 values are quoted", "A= anything", "value-not-quoted 1:3", { A: "" }],
    ["11.13 values are quoted", "A=\t'v'\nB='2'", "value-not-quoted 1:3", { A: "", B: "2" }],
    ["11.15 white space in a name", "A\tB='v'", "invalid-name 1:2", { "A\tB": "v" }],
  ])("%s: %j", (_, file, design, kubelet) => {
    expect(read(file, "design")).toEqual(design);
    expect(read(file, "kubelet")).toEqual(kubelet);
  });

  // Here the text promises what bash does. Its list of rules says otherwise or nothing, and both profiles do as kubelets.
  test.each<[what: string, file: string, both: Record<string, string>]>([
    ["11.5 a comment needs no blank before it; bash reads v#c", "A='v'#c", { A: "v" }],
    ["11.5 CR LF ends a line; bash reads v and a CR", "A='v'\r\nB='2'\r\n", { A: "v", B: "2" }],
    ["11.5, 11.11 CR LF in a value is LF; bash keeps it", "A='one\r\ntwo\r'\r\n", { A: "one\ntwo\r" }],
    ["11.5 the CR at the end of the file", "A='v'\r", { A: "v" }],
    ["11.5 bash sets A", "export A='v'", { "export A": "v" }],
    ["11.5 bash appends to A", "A+='v'", { "A+": "v" }],
    ["11.5 bash finds no command", "1A='v'\nA B='v'", { "1A": "v", "A B": "v" }],
    ["11.11 an empty value is a value here; that it counts as missing is the pod's business", "A=''", { A: "" }],
    ["11.15 inner blanks belong to a name", "A  B='v'", { "A  B": "v" }],
  ])("the same in both: %s", (_, file, both) => {
    expect(read(file, "design")).toEqual(both);
    expect(read(file, "kubelet")).toEqual(both);
  });
});

test("a file says where the profiles differ", () => {
  const differences = (file: string) =>
    parseEnvFile(file, { profile: "kubelet" })
      .profileDifferences()
      .map(({ code, line, column, offset }) => ({ code, line, column, offset }));
  expect(differences("A='1'\nB='2'\nA='1'\n")).toEqual([]);
  expect(parseEnvFile("A='1'\nB='x'\n A='2'\nB='x'\nB='y'").profileDifferences()).toEqual([
    {
      code: "duplicate-name",
      line: 3,
      column: 2,
      offset: 13,
      message: "A has another value than in line 1: the design takes this one, the kubelet that one",
    },
    {
      code: "duplicate-name",
      line: 5,
      column: 1,
      offset: 25,
      message: "B has another value than in line 2: the design takes this one, the kubelet that one",
    },
  ]);
  expect(differences("A='1'\nB= 'v'\n")).toEqual([{ code: "value-not-quoted", line: 2, column: 3, offset: 8 }]);
  expect(differences("A='1'\nA='2'\n\xc4='v'\n")).toEqual([{ code: "invalid-name", line: 3, column: 1, offset: 12 }]);
});
