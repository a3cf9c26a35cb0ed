/** The `design` profile is KEP-3721's text: its rules and examples, and every point where released kubelets differ. */
import { describe, expect, test } from "vitest";
import { type EnvFileError, parseEnvFile, readEnvFileKey } from "../../src/index.ts";
import { type Case, casesOf } from "../fixtures.ts";

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

const FIXTURES = "envfile/design.md";

/** What a case says that its file comes to, in the form of `read`; for one profile, where they differ. */
function expected(given: Case, profile = ""): unknown {
  return given.has(`${profile}error`) ? given.text(`${profile}error`).trim() : given.pairs(`${profile}variables`);
}

type Row = [rule: string, file: string, expected: Record<string, string> | string];

describe("the KEP's rules and examples", () => {
  test.each([...casesOf(FIXTURES, "The KEP's rules and examples"), ...casesOf(FIXTURES, "Names")])("%s", (given) => {
    expect(read(given.file("env"))).toEqual(expected(given));
  });

  test.each<Row>([
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
    // Only a CR before a line feed is not part of the value; others are.
    expect(read(`A='${value.slice(1)}\r'`)).toEqual({ A: `${value.slice(1)}\r` });
    expect(read(`A='${value}\r'`)).toBe("value-too-long 1:4");
    expect(read(`A='${value.slice(1)}\r\r'`)).toBe("value-too-long 1:4");
    expect(read(`A='\n${value.slice(1)}'`)).toEqual({ A: `\n${value.slice(1)}` });
    expect(read(`A='\n${value}'`)).toBe("value-too-long 1:4");
    expect(read(`A='\r\n${value.slice(1)}'`)).toEqual({ A: `\n${value.slice(1)}` });
    expect(read(`A='\r\n${value}'`)).toBe("value-too-long 1:4");
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

describe("where the KEP's text and released kubelets differ", () => {
  test.each(casesOf(FIXTURES, "The profiles differ"))("%s", (given) => {
    const file = given.file("env");
    expect(read(file, "design")).toEqual(expected(given, "design-"));
    expect(read(file, "kubelet")).toEqual(expected(given, "kubelet-"));
  });

  test.each([
    ["the name", `${"N".repeat(129)}='v'`, "name-too-long 1:1", { ["N".repeat(129)]: "v" }],
    ["the value", `A='${"v".repeat(32_769)}'`, "value-too-long 1:4", { A: "v".repeat(32_769) }],
    ["the file", `A='v'${"\n".repeat(65_536)}`, "file-too-large 65532:1", { A: "v" }],
  ])("limits: %s", (_, file, design, kubelet) => {
    expect(read(file, "design")).toEqual(design);
    expect(read(file, "kubelet")).toEqual(kubelet);
  });

  test.each(casesOf(FIXTURES, "The profiles agree"))("the same in both: %s", (given) => {
    const file = given.file("env");
    expect(read(file, "design")).toEqual(expected(given));
    expect(read(file, "kubelet")).toEqual(expected(given));
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
      message: "A is also assigned on line 1; the design profile uses this value, the kubelet that one",
    },
    {
      code: "duplicate-name",
      line: 5,
      column: 1,
      offset: 25,
      message: "B is also assigned on line 2; the design profile uses this value, the kubelet that one",
    },
  ]);
  expect(differences("A='1'\nB= 'v'\n")).toEqual([{ code: "value-not-quoted", line: 2, column: 3, offset: 8 }]);
  expect(differences("A='1'\nA='2'\n\xc4='v'\n")).toEqual([{ code: "invalid-name", line: 3, column: 1, offset: 12 }]);
});
