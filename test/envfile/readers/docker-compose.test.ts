/** What docker compose reads from a service's `env_file`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { composeReading } from "../../../src/envfile/readers/docker-compose.ts";
import { composeEnvironment } from "../../../src/expansion/dialects/compose-environment.ts";

test.each<[file: string, read: Record<string, string>]>([
  ["", {}],
  ["\ufeffA=1\n\n  # c\n\u3000B=2", { A: "1", B: "2" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["A = 1\nB:2\nC: 3\nhttp://x\n", { A: "1", B: "2", C: "3", http: "//x" }],
  ["export A=1\nexport\t\u00a0B=2\nexport\nexported=3\n", { A: "1", B: "2", exported: "3" }],
  ["A=1 # c\nB=1#c\nC= #c\nD=a  \t\u3000\n", { A: "1", B: "1#c", C: "#c", D: "a" }],
  ["A=\nB= \nC=''\n", { A: "", B: "", C: "" }],
  ["export\fA=1\nexport\rB=2\nexport\vC=3\n", { A: "1", B: "2", "export\vC": "3" }],
  ["A=\t\v\f\r \u0085\u00a0x\nB=\u3000x\nC \t: x\n", { A: "x", B: "\u3000x", C: "x" }],
  ["A=1 \u2028\nB==:\nC=x #\nD=x# #\n", { A: "1", B: "=:", C: "x", D: "x#" }],
  ["é.b-c[0]=1\n1=2\nA\tB=3\n", { "é.b-c[0]": "1", "1": "2", "A\tB": "3" }],
  ["A='$B ${C} \\n'\n", { A: "$B ${C} \\n" }],
  ["A='it\\'s'\nB='a\\\\'\nC='x\n# y'\n", { A: "it's", B: "a\\\\", C: "x\n# y" }],
  ['A="say \\"hi\\""\n', { A: 'say "hi"' }],
  ['A="\\a\\b\\f\\n\\r\\t\\v\\\\"\n', { A: "\x07\b\f\n\r\t\v\\" }],
  ['A="\\c\\d\\$x$$y"\n', { A: "\\c\\d$x$y" }],
  ['A="\\0101\\0400\\012\\0"\n', { A: "A\\400\\12\\" }],
  ['A="\\0377"\n', { A: "ÿ" }],
  ["A=$$x $5 $( $\nB=a$\n", { A: "$x $5 $( $", B: "a$" }],
  ["A='1' # c\nA=\"2\"\n", { A: "2" }],
  ["A='1'B=2\n", { A: "1", B: "2" }],
  ['__proto__=1\nA="\n"\n', JSON.parse('{"__proto__": "1", "A": "\\n"}')],
])("%j", (file, read) => {
  expect(composeReading(file)).toEqual({ variables: new Map(Object.entries(read)) });
});

const REFERENCE = "a reference is looked up in the environment of the command first";

test.each([
  ["A=1\nB=$A", { unknown: REFERENCE, offset: 6 }],
  ['A="x\n${B}"', { unknown: REFERENCE, offset: 2 }],
  ["A=${B:-x}", { unknown: REFERENCE, offset: 2 }],
  ["A=${DB_HOST2}", { unknown: REFERENCE, offset: 2 }],
  ["A=${B-}", { unknown: REFERENCE, offset: 2 }],
  ["A=${_B+x}", { unknown: REFERENCE, offset: 2 }],
  ["A=${B?x y}", { unknown: REFERENCE, offset: 2 }],
  ["A=${b:+x}", { unknown: REFERENCE, offset: 2 }],
  ["A=${B:?x}", { unknown: REFERENCE, offset: 2 }],
  ["A=$$$_", { unknown: REFERENCE, offset: 2 }],
  ['A="\\$$B"', { unknown: REFERENCE, offset: 2 }],
  ["A=$ſ", { unknown: REFERENCE, offset: 2 }],
  ["A=\0\0", { unknown: "an environment variable cannot contain NUL", offset: 2 }],
  ["A=1\n\0", { unknown: "an environment variable cannot contain NUL", offset: 4 }],
])("%j is not known", (file, reading) => {
  expect(composeReading(file)).toEqual(reading);
});

test.each([
  ["A=${", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${B*x}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${B:x}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${B:}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${B-x", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=x${1}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A=${B:-\n}", { refused: "`${` without a name and `}`", offset: 2 }],
  ["A='it's'\n", { refused: "only a comment can follow the closing quote", offset: 7 }],
  ["A='x'\nB*\n", { refused: "a name cannot contain this character", offset: 7 }],
  ['A="x\n" y', { refused: "only a comment can follow the closing quote", offset: 7 }],
  ["A='x\\'\n", { refused: "the closing quote is missing", offset: 2 }],
  ['A=1\nB="\n', { refused: "the closing quote is missing", offset: 6 }],
  ['A="x\\"', { refused: "the closing quote is missing", offset: 2 }],
  ["A\u3000=1\n", { refused: "a name cannot contain this character", offset: 1 }],
  ["A*=1\n", { refused: "a name cannot contain this character", offset: 1 }],
  ["A B=1\n", { refused: "a name cannot contain a space", offset: 1 }],
  ["A B C=1\n", { refused: "a name cannot contain a space", offset: 1 }],
  ["A B\n", { refused: "a name cannot contain a space", offset: 1 }],
  ["A/B=1\n", { refused: "a name cannot contain this character", offset: 1 }],
  ["=1\n", { refused: "the name before the value is missing", offset: 0 }],
  ["A=1\nB", { refused: "a name without `=` at the end of the file", offset: 4 }],
  ["export ", { refused: "a name without `=` at the end of the file", offset: 7 }],
])("%j is refused", (file, reading) => {
  expect(composeReading(file)).toEqual(reading);
});

test("letters outside ASCII that Go reads as ASCII letters are not expanded", () => {
  const environment = () => composeEnvironment(new Map([["B", "x"]]));
  for (const file of ["A=$ſ", "A=${Bſ}", "A=$B_\u212a", "A=${\u212a}"])
    expect(composeReading(file, environment()), file).toEqual({ unknown: REFERENCE, offset: 2 });
  expect(composeReading("A=ſ${B}\u212a\n", environment())).toEqual({ variables: new Map([["A", "ſx\u212a"]]) });
});

test("an environment that rejects a value, and one that fails", () => {
  const fails = (): never => {
    throw new RangeError("required");
  };
  const environment = { get: fails, set() {}, expand: fails };
  expect(composeReading("A=1\nB= ${C}", environment)).toEqual({ refused: "required", offset: 2 });
  expect(() => composeReading("A\n", environment)).toThrow(new RangeError("required"));
});

test("a name without a value takes it from the environment", () => {
  const environment = composeEnvironment(new Map([["B", "b"]]));
  expect(composeReading("A=1\nB\nexport C \n", environment)).toEqual({
    variables: new Map([
      ["A", "1"],
      ["B", "b"],
    ]),
    inherited: ["B", "C"],
  });
});

test("a required variable is named, without its message, which can be a secret", () => {
  expect(composeReading("A=1\nPASS=x${B:?hunter2}\n", composeEnvironment(new Map()))).toEqual({
    refused: "B is required, and the file does not set it",
    offset: 9,
  });
});

test("every recorded case of compose-go, with the values of the environment", () => {
  const file = join(import.meta.dirname, "..", "..", "vectors", "substitution", "compose-env.ndjson");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.length).toBe(250);
  for (const line of lines) {
    const { input, vars, error, map = {} } = JSON.parse(line);
    const reading = composeReading(input, composeEnvironment(new Map(Object.entries(vars))));
    if (error !== undefined) expect(reading, line).toHaveProperty("refused");
    else expect("variables" in reading && reading.variables, line).toEqual(new Map(Object.entries(map)));
  }
});
