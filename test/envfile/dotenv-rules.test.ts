/** What a dotenv file means, rule by rule, in literal expectations. */
import dotenv from "dotenv";
import { expect, test } from "vitest";
import { parseDotenv, readDotenvKey } from "../../src/index.ts";

test.each<[rule: string, file: string, expected: Record<string, string>]>([
  ["`=`, blanks around it or not", "A=1\nB = 2\n C=3 ", { A: "1", B: "2", C: "3" }],
  ["a colon needs a blank", "A: 1\nB:2\nC:\t3", { A: "1", C: "3" }],
  ["`export`", "export A=1\nexport\tB=2\nexport=3", { A: "1", B: "2", export: "3" }],
  ["`export` with a line end behind", "export\nA=1", { A: "1" }],
  ["`export` as a key", "export =1\nexport: 2", { export: "2" }],
  ["what only begins like it", "exports A=1\nexportA=2", { exportA: "2" }],
  ["characters of keys", "a.b-c_1=1\n1=2\n-=3", { 1: "2", "a.b-c_1": "1", "-": "3" }],
  ["other keys are no keys", 'A/B=1\nÄ=2\nA B=3\n$=4\n"A"=5', {}],
  ["LF, CR LF and CR end lines", "A=1\r\nB=2\rC=3\n", { A: "1", B: "2", C: "3" }],
  ["U+2028 and U+2029 do for keys, not for values", "# \u2028A=1\u2028B=2\n#\u2029C=3", { A: "1\u2028B=2", C: "3" }],
  ["a comment needs no blank", "A=a#b\n#B=1\nC=#c\nD='#'#d", { A: "a", C: "", D: "#" }],
  ["an empty value", "A=\nB= \nC=''", { A: "", B: "", C: "" }],
  ["a word alone is nothing, before `=` a key", "A\nB\n=1\n", { B: "1" }],
  ["a value may begin on a later line, if it is quoted", "A=\n'x'\nB=\ny\nC:\nz", { A: "x", B: "", C: "z" }],
  ["three kinds of quotes", "A='a\"b'\nB=\"a'b\"\nC=`a'\"b`", { A: 'a"b', B: "a'b", C: "a'\"b" }],
  ["quoted values span lines", "A='1\n2'\nB=\"1\r\n2\"\nC=`1\r2`", { A: "1\n2", B: "1\n2", C: "1\n2" }],
  ["only double quotes have escapes, and two", "A='\\n'\nB=\"\\n\\r\\t\\\\n\"", { A: "\\n", B: "\n\r\\t\\\n" }],
  ["escaped quotes stay", "A=\"a\\\"b\"\nB='a\\'b'", { A: 'a\\"b', B: "a\\'b" }],
  ["the last quote that ends a line closes", "A='a\\'\nB='b' # '", { A: "a\\", B: "b" }],
  ["… of those up to the first without a backslash", "A='1\\' # x' y\nB=2", { A: "1\\", B: "2" }],
  ["nothing else may follow the quote", 'A=\'1\' x\nB="2"3"', { A: "'1' x", B: '2"3' }],
  ["an unclosed quote is literal", "A='1\nB=\"2\nC=`", { A: "'1", B: '"2', C: "`" }],
  ['escapes count where `"` begins the value', 'A="1\\n" x', { A: '"1\n" x' }],
  ["one pair of outer quotes goes", "A=''1''\nB='\"2\"'", { A: "'1'", B: '"2"' }],
  [
    "… around each line of an unquoted value",
    "A=x\u2028'1'\u2028'2' y\nB=x\u2028'3'",
    { A: "x\u20281\u2028'2' y", B: "x\u20283" },
  ],
  ["white space is JavaScript's", "\ufeffA\u00a0=\u20031\u3000\n\u2000B=2", { A: "1", B: "2" }],
  ["… and U+0085 and U+200B are not", "A=\u00851\u200b", { A: "\u00851\u200b" }],
  ["the last of several counts, in the place of the first", "A=1\nB=2\nA=3", { A: "3", B: "2" }],
  ["nothing is expanded", "A=$B${B}$(B)", { A: "$B${B}$(B)" }],
])("%s: %j", (_, file, expected) => {
  expect(Object.entries(parseDotenv(file))).toEqual(Object.entries(expected));
  expect(dotenv.parse(file)).toEqual(expected);
  for (const name of [...Object.keys(expected), "none"]) {
    expect(readDotenvKey(file, name)).toBe(Object.hasOwn(expected, name) ? expected[name] : undefined);
  }
});

test("names that mean something to JavaScript are ordinary", () => {
  const variables = parseDotenv("__proto__=a\nconstructor=b\n__proto__=c");
  expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
  expect(Object.entries(variables)).toEqual([
    ["__proto__", "c"],
    ["constructor", "b"],
  ]);
  expect(readDotenvKey("__proto__=a", "__proto__")).toBe("a");
  expect(readDotenvKey("A=1", "toString")).toBeUndefined();
  expect(readDotenvKey("A=1", "")).toBeUndefined();
});

test("more assignments than one batch of records", () => {
  let file = "";
  for (let i = 0; i < 10_000; i++) file += `N${i} = 'é${i}' # it's\n`;
  const variables = parseDotenv(file);
  expect(Object.keys(variables)).toHaveLength(10_000);
  expect(variables.N9999).toBe("é9999");
  expect(parseDotenv(new TextEncoder().encode(file))).toEqual(variables);
});
