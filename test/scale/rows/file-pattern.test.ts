import { expect, test } from "vitest";
import { FilePattern } from "../../../src/scale/rows/file-pattern.ts";
import type { Row } from "../../../src/scale/rows/row.ts";

const row = (name?: string): Row => ({
  number: 7,
  line: 1,
  offset: 0,
  problem: undefined,
  get: () => name,
  columns: () => ["name"],
});

test("columns and the number of the row are replaced", () => {
  const pattern = new FilePattern("../out/{a/b}-{#}/{name}.yaml", false);
  expect(pattern.columns).toEqual(["a/b", "name"]);
  expect([pattern.folder, pattern.nameOf(row("x"))]).toEqual(["../out", "x-7/x.yaml"]);
  expect(new FilePattern("/tmp//{name}", false)).toMatchObject({ folder: "/tmp/" });
  expect(new FilePattern("/{name}", false)).toMatchObject({ folder: "/" });
  expect(new FilePattern("{name}", false)).toMatchObject({ folder: "." });
});

test.each([false, true])("a column's name can contain separators, on Windows: %s", (isWindows) => {
  for (const column of ["a/b", "/a", "a/", "/", "a\\b", "\\a", "a\\"]) {
    const pattern = new FilePattern(`out/{${column}}/x{#}.yaml`, isWindows);
    expect([pattern.columns, pattern.folder, pattern.nameOf(row("x"))], column).toEqual([[column], "out", "x/x7.yaml"]);
  }
});

test.each(["", ".", "..", "a/b", "/", "../x", "a\0", "x".repeat(256), "é".repeat(128)])("%j is not a name", (name) => {
  expect(() => new FilePattern("out/{name}", false).nameOf(row(name))).toThrow(/is not the name of a file|is longer/);
});

test.each(["x".repeat(255), `${"é".repeat(127)}x`])("%j is as long as a name can be", (name) => {
  expect(new FilePattern("out/{name}", false).nameOf(row(name))).toBe(name);
});

test("a row without a value has no file", () => {
  expect(() => new FilePattern("out/{name}", false).nameOf(row())).toThrow(
    "the file name needs column name, which has no value",
  );
});

test.each([
  ...["con", "PRN", "aux", "nul", ..."0123456789¹²³"].flatMap((name) =>
    name.length > 1 ? name : [`com${name}`, `LPT${name}`],
  ),
  ...["NUL.txt", "Com1 .x", "aux.a.b", "con  .", "prn  ", "lpt¹.y"],
  ...["a:b", "a\\b", "a ", "a.", "a|b", "a*b", "?", "<a", "a>", '"', "a\nb"],
  ...Array.from({ length: 31 }, (_, i) => `a${String.fromCharCode(i + 1)}`),
])("%j on Windows", (name) => {
  expect(new FilePattern("{name}", false).nameOf(row(name))).toBe(name);
  expect(() => new FilePattern("out\\{name}", true).nameOf(row(name))).toThrow("is not the name of a file on Windows");
});

test.each(["console", "com", "com10", "lpt", "lpta", "nul-a", "xcon", "a b", "a.b", ".a", "a+b", "é", "a\x7f"])(
  "%j is a name on Windows",
  (name) => {
    expect(new FilePattern("out\\{name}", true).nameOf(row(name))).toBe(name);
  },
);

test.each(["{", "a}", "{}", "{a}{", "{{a}}"])("%j is not a pattern", (pattern) => {
  expect(FilePattern.isPattern(pattern)).toBe(true);
  expect(() => new FilePattern(pattern, false)).toThrow("a brace is not part of {column} or {#}");
});

test.each(["out/{a}/../{b}", "{a}/..", "{a}/./b", "{a}//b", "out/{a}/"])(
  "%j could lead out of its folder",
  (pattern) => {
    expect(() => new FilePattern(pattern, false)).toThrow("follows a column, and is not the name of a file");
  },
);
