import { expect, test } from "vitest";
import { envFileLookup, envFileProblems } from "../../src/envfile/parse.ts";
import { parseEnvFile } from "../../src/index.ts";
import { casesOf } from "../fixtures.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const problems = (text: string, limit = 10, profile: "design" | "kubelet" = "design") =>
  envFileProblems(encode(text), { profile }, limit).map(
    ({ code, line, column, offset }) => `${code} ${line}:${column} ${offset}`,
  );

const CASES = casesOf("envfile/problems.md", "Problems");

test.each(CASES)("%s", (given) => {
  const expected = (kind: string) => given.lines(kind).map((line) => line.text);
  const all = expected("problems");
  for (let limit = 0; limit <= all.length + 1; limit++)
    expect(problems(given.file("env"), limit)).toEqual(all.slice(0, limit));
  if (given.has("kubelet-problems"))
    expect(problems(given.file("env"), 10, "kubelet")).toEqual(expected("kubelet-problems"));
});

test("the kubelet's problem of a long line names the given path, and is the last", () => {
  const file = encode(`A='1'\n${"x".repeat(65_536)}\nB\n`);
  const found = envFileProblems(file, { profile: "kubelet", path: "dir/app.env" }, 10);
  expect(found.map(({ code, line }) => `${code} ${line}`)).toEqual(["line-too-long 2"]);
  expect(found[0]!.message).toContain("dir/app.env");
});

test("without a path, the first problem is the error of reading the file", () => {
  for (const text of [`A='1'\n${"x".repeat(65_536)}\n`, "A='1'\nB\n", "A='1\n"]) {
    for (const profile of ["design", "kubelet"] as const) {
      const [problem] = envFileProblems(encode(text), { profile }, 10);
      const read = () => parseEnvFile(text, { profile });
      expect(read).toThrow(expect.objectContaining({ name: "EnvFileError", message: problem!.message }));
    }
  }
});

test("the rules of the design profile are the default", () => {
  const [problem] = envFileProblems(encode("A='1'\n\x01='2'\n"), {}, 10);
  expect(problem!.message).toBe(
    "line 2, column 1: the name contains a character that is not printable ASCII; rename the variable",
  );
});

test("the problem of a large file is the last", () => {
  expect(problems(`${"#\n".repeat(32_768)}B\nC\n`)).toEqual(["file-too-large 32769:1 65536"]);
});

test("where the profiles differ: the names with two values, at the last one's place", () => {
  const file = "A='1'\nB='2'\nA='1'\nB='3'\nC='4'\nB='5'\n";
  expect(parseEnvFile(file, { profile: "kubelet" }).profileDifferences()).toEqual([
    {
      code: "duplicate-name",
      message: "B is also assigned on line 2; the design profile uses this value, the kubelet that one",
      line: 6,
      column: 1,
      offset: 30,
    },
  ]);
});

test("where the profiles differ: a file that the design profile rejects", () => {
  const file = "A='1'\nB= 2\nA='3'\n";
  const [difference, ...others] = parseEnvFile(file, { profile: "kubelet" }).profileDifferences();
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ code: "value-not-quoted", line: 2, column: 3, offset: 8 });
  expect(difference!.message).toMatch(/^the design profile rejects the file: /);
});

test("many look-ups in one file give what one gives", () => {
  const lookup = envFileLookup("A='1'\ntoString='2'\n");
  expect(lookup.get("A")).toBe("1");
  expect(lookup.get("toString")).toBe("2");
  expect(lookup.get("constructor")).toBeUndefined();
  expect(lookup.get("B")).toBeUndefined();
  expect(envFileLookup("A='é\r\n'\n").getBytes("A")).toEqual(encode("é\n"));
  expect(lookup.getBytes("B")).toBeUndefined();
  const bytes = Uint8Array.of(...encode("A"), 0xff, ...encode("='1'\nA\ufffd='2'\n"));
  expect(envFileLookup(bytes, { profile: "kubelet" }).get("A\ufffd")).toBe("2");
});

test("many lookups in a file with an error: the kubelet reads the text before it", () => {
  const file = "A='1'\nwrong\n";
  const kubelet = envFileLookup(file, { profile: "kubelet" });
  expect(kubelet.get("A")).toBe("1");
  expect(() => kubelet.get("B")).toThrow("invalid environment variable format at line 2: missing '='");
  const design = envFileLookup(file);
  for (const name of ["A", "B"])
    expect(() => design.get(name)).toThrow("line 2, column 1: the line has no `=`; write NAME='value'");
  const tooLong = envFileLookup(`A='1'\n${"x".repeat(65_536)}`, { profile: "kubelet", path: "dir/app.env" });
  expect(tooLong.get("A")).toBe("1");
  expect(() => tooLong.get("B")).toThrow('variable file "dir/app.env": bufio.Scanner: token too long');
});
