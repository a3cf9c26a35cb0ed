/** References in dotenv files: all values as in dotenv-expand 13, or only those outside single quotes. */
import { describe, expect, test } from "vitest";
import { config, expand } from "../../src/dotenv/index.ts";
import { composeReading } from "../../src/envfile/readers/docker-compose.ts";
import { composeEnvironment } from "../../src/expansion/dialects/compose-environment.ts";
import { TemporaryFolder } from "../cli/temporary.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const folder = new TemporaryFolder();

const HASH = "$2b$10$OMZ69gxxsmRgwAt945WHSujpr/u8ZMx.xwtxWOCMkeMW7p3XqKYca";

/** What dotenv-expand 13 makes of parsed values. The values are those after `expand`. */
const CASES: [
  what: string,
  parsed: Record<string, string>,
  expected: Record<string, string>,
  environment?: Record<string, string>,
][] = [
  ["braces", { A: "basic", B: "${A}" }, { B: "basic" }],
  ["no braces", { A: "basic", B: "$A" }, { B: "basic" }],
  ["itself", { A: "$A" }, { A: "" }],
  ["itself, with a default", { A: "${A:-default}" }, { A: "default" }],
  ["the environment", { B: "${A}-$A" }, { B: "machine-machine" }, { A: "machine" }],
  ["a missing variable", { B: "$A" }, { B: "" }],
  ["the environment before the file", { A: "file", B: "$A" }, { A: "machine", B: "machine" }, { A: "machine" }],
  ["an empty variable of the environment", { A: "file", B: "$A" }, { A: "file", B: "" }, { A: "" }],
  ["an escaped reference", { B: "\\$A" }, { B: "$A" }],
  ["two escaped dollars", { B: "pa\\$\\$word" }, { B: "pa$$word" }],
  ["an escaped hash", { B: HASH.replaceAll("$", "\\$") }, { B: HASH }],
  ["a hash", { B: HASH }, { B: "$2b$10/u8ZMx.xwtxWOCMkeMW7p3XqKYca" }],
  ["escaped and not", { A: "42", B: "\\$this$A\\$is${A}" }, { B: "$this42$is42" }],
  ["a default", { B: "${A:-default}", C: "${A-default}" }, { B: "default", C: "default" }],
  ["a default that is not used", { A: "a", B: "${A:-default}", C: "${A-default}" }, { B: "a", C: "a" }],
  ["defaults in defaults", { B: "${A:-${C:-${D:-default}}}", E: "${A-${C-default}}" }, { B: "default", E: "default" }],
  ["two references in a default", { A: "a", B: "${C:-${A}${D:-default}}" }, { B: "adefault" }],
  ["a default with a colon", { B: "${A:-/path:with/colon}" }, { B: "/path:with/colon" }],
  ["an operator without braces", { B: "$A:-/path", C: "$A-/path" }, { B: ":-/path", C: "-/path" }],
  ["several references", { U: "user", P: "pass", B: "db://${U}:$P@host" }, { B: "db://user:pass@host" }],
  ["references to references", { A: "a", B: "$A:$A", C: "<${B}>" }, { C: "<a:a>" }],
  ["a later line", { A: "$B/a", B: "$C/b", C: "c" }, { A: "c/b/a", B: "c/b" }, { A: "$B/a", B: "$C/b", C: "c" }],
  ["a name with a dot", { "A.B": "a", C: "${A.B}" }, { C: "a" }],
  ["a dollar alone", { A: "$", B: "abcd$$1234" }, { A: "$", B: "abcd$$1234" }],
  ["an alternative", { A: "true", B: "${A:+alt}", C: "${D:+alt}${D+alt}" }, { B: "alt", C: "" }],
  ["a password of the environment", { P: "password", B: "$P" }, { P: "pas$word", B: "pas$word" }, { P: "pas$word" }],
  ["a command", { A: "$(touch /tmp/x)", B: "`id`" }, { A: "$(touch /tmp/x)", B: "`id`" }],
];

describe("expand", () => {
  test.each<(typeof CASES)[number]>(CASES)("%s", (_, parsed, expected, environment = {}) => {
    const options = { parsed: { ...parsed }, processEnv: { ...environment } };
    expect(expand(options)).toBe(options);
    expect(options.parsed).toMatchObject(expected);
    expect(options.processEnv).toEqual({ ...environment, ...options.parsed });
  });

  test("references without end are an error", () => {
    const parsed = { A: "$A", B: "x$A" };
    expect(() => expand({ parsed, processEnv: { ...parsed } })).toThrow(RangeError);
  });

  test("names of prototype members are ordinary", () => {
    const parsed = JSON.parse('{"__proto__": "a", "A": "$__proto__ $constructor"}');
    expand({ parsed, processEnv: {} });
    expect(Object.entries(parsed)).toEqual([
      ["__proto__", "a"],
      ["A", "a "],
    ]);
  });
});

/** The variables of a file with `expand: "quotes"`, which is the default. */
function read(text: string, environment: Readonly<Record<string, string>> = {}, override = false) {
  return config({ path: folder.file(".env", text), processEnv: { ...environment }, override });
}

test("`config` can expand all values in the same way", () => {
  const path = folder.file(".env", "A=\nB=${A-default}");
  const { parsed } = config({ path, processEnv: {}, expand: "dotenv-expand" });
  expect(parsed).toEqual(expand({ parsed: { A: "", B: "${A-default}" }, processEnv: {} }).parsed);
});

describe("quotes", () => {
  test.each<[file: string, expected: Record<string, string>, environment?: Record<string, string>]>([
    ["A=a\nB=$A\nC=\"${A}\"\nD='$A'\nE=`$A`", { B: "a", C: "a", D: "$A", E: "$A" }],
    [`A='${HASH}'`, { A: HASH }],
    ["A='pa$word'\nB=$A\nC=\"${B}\"", { A: "pa$word", B: "pa$word", C: "pa$word" }],
    ["A='\\$B'\nC=\\$B\nD=\"\\$B\\${B}\"", { A: "\\$B", C: "$B", D: "$B${B}" }],
    ["A=$B/a\nB=$C/b\nC=c", { A: "c/b/a", B: "c/b" }],
    ["A=$A:/bin\nB=${A}", { A: ":/bin", B: ":/bin" }],
    ["PATH=$PATH:/bin", { PATH: "/usr:/bin" }, { PATH: "/usr" }],
    ["A=$B\nB=$A", { A: "", B: "" }],
    ["A=file\nB=$A", { A: "file", B: "machine" }, { A: "machine" }],
    ["A=1\nA=2\nB=$A", { A: "2", B: "2" }],
    ["A=${B:-d}\nC=${B-d}\nD=${B:+d}\nE=${B+d}", { A: "d", C: "", D: "", E: "d" }, { B: "" }],
    ["A=${B:-d}\nC=${B-d}\nD=${B:+d}\nE=${B+d}", { A: "d", C: "d", D: "", E: "" }],
    ["A=${B:-d}\nC=${B-d}\nD=${B:+d}\nE=${B+d}", { A: "b", C: "b", D: "d", E: "d" }, { B: "b" }],
    ["A=${B:-${C:-$D}}${D}}", { A: "ee}" }, { D: "e" }],
    ["A=${B:-\nC=${B:-$D\nE=${B:?no}", { A: "${B:-", C: "${B:-e", E: "${B:?no}" }, { D: "e" }],
    ["A=$\nB=a$$1 $2\nC=${}${-}\nE=}{", { A: "$", B: "a$$1 $2", C: "${}${-}", E: "}{" }],
    ["A.B=a\nC=${A.B}", { C: "a" }],
    ['A=$(touch x)\nB=`id`\nC="$(id)"', { A: "$(touch x)", B: "id", C: "$(id)" }],
    ["__proto__=a\nA=$__proto__$constructor${toString}", { A: "a" }],
  ])("%j", (file, expected, environment) => {
    const { parsed, error } = read(file, environment);
    expect(error).toBeUndefined();
    expect(parsed).toMatchObject(expected);
  });

  test("with override, references are to the files", () => {
    expect(read("A=file\nB=$A$C", { A: "machine", C: "c" }, true).parsed).toEqual({ A: "file", B: "filec" });
  });

  const chain = (lines: number) => Array.from({ length: lines }, (_, i) => `A${i}=$A${i + 1}`).join("\n");
  const longest = "x".repeat(2 ** 24);

  test.each([
    ["a chain of 500 later lines", chain(501), { A501: "a" }, "a"],
    ["a result of 16 MiB", "A0=$B", { B: longest }, longest],
  ])("%s is not an error", (_, text, environment, expected) => {
    expect(read(text, environment).parsed.A0 === expected).toBe(true);
  });

  test.each([
    ["a line that doubles", Array.from({ length: 40 }, (_, i) => `A${i + 1}=$A${i}$A${i}`).join("\n"), { A0: "xx" }],
    ["a chain of 501 later lines", chain(502), {}],
    ["a longer result", "A0=$B!", { B: longest }],
  ])("%s is an error, and nothing is set", (_, text, environment) => {
    const processEnv = { ...environment };
    const { parsed, error } = config({ path: folder.file(".env", text), processEnv });
    expect(error).toBeInstanceOf(RangeError);
    expect(parsed).toEqual({});
    expect(processEnv).toEqual(environment);
  });

  test.each(["${A:-", "${A", "}", "$", "\\$", "${A:-$B}", "${A.".padEnd(60, "b")])("%s takes linear time", (text) => {
    const expand = (length: number) => void read(`A=${text.repeat(length / text.length)}`);
    expect(growthExponent(expand, 5000)).toBeLessThan(LINEAR);
  });

  test("equals docker compose, where a name is set once, before its references", () => {
    const random = new Random(20_261_128);
    const values = ["a", "$A", "${A}", "${C:-d}", "${C-${A}}", "${B:+e}", "$B.", "-", "/", "${E:-}", "${E+f}", "\\n"];
    let expanded = 0;
    for (let i = 0; i < fuzzCases(20_000); i++) {
      const lines = ["A", "B", "C", "D"].map((name) => {
        const value = Array.from({ length: random.below(4) }, () => random.pick(values)).join("");
        const quote = random.pick(["", "'", '"']);
        return `${name}=${quote}${value}${quote}`;
      });
      const environment = random.below(2) === 0 ? { E: "e" } : { E: "", C: "c" };
      const text = lines.filter((line) => !line.includes('"') || !line.includes("\\")).join("\n");
      const reading = composeReading(text, composeEnvironment(new Map(Object.entries(environment))));
      // A name that the file sets later is empty in compose.
      const isOrdered = lines.every((line, at) => ["A", "B", "C", "D"].slice(at).every((name) => !isUsed(line, name)));
      if (!isOrdered || !("variables" in reading)) continue;
      expanded++;
      expect(Object.entries(read(text, environment).parsed), JSON.stringify(text)).toEqual([...reading.variables]);
    }
    expect(expanded).toBeGreaterThan(fuzzCases(20_000) / 20);
  });
});

const isUsed = (line: string, name: string) => new RegExp(`\\$\\{?${name}`).test(line);
