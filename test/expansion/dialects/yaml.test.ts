/** YAML in the dialects: values do not change the structure, and in OpenTelemetry's they decide the type. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import type { Syntax } from "../../../src/expansion/unexpanded.ts";

/** The output, and the variables that are not set with the places of their `$`. */
function expanded(syntax: Syntax, values: Readonly<Record<string, string>>, text: string) {
  const substitution = new Substitution(syntax, values, { strict: false });
  let output = "";
  const unset: string[] = [];
  const stream = new YamlStream(substitution, {
    output: (bytes) => (output += Buffer.from(bytes)),
    unresolved(name, offset) {
      const { line, column } = stream.place(offset);
      unset.push(`${Buffer.from(name)}@${line}:${column}`);
    },
  });
  stream.push(Buffer.from(text));
  stream.end();
  return { output, unset };
}

const VALUES = {
  STRING_VALUE: "value",
  BOOL_VALUE: "true",
  INT_VALUE: "1",
  FLOAT_VALUE: "1.1",
  HEX_VALUE: "0xdeadbeef",
  INVALID_MAP_VALUE: "value\nkey:value",
  DO_NOT_REPLACE_ME: "Never use this value",
  REPLACE_ME: "${DO_NOT_REPLACE_ME}",
  VALUE_WITH_ESCAPE: "value$$",
  SMALLER: "15e-1",
  LARGER: "0.015e+2",
};

/** The table of OpenTelemetry's configuration data model, except for its key and its error, which are tested below. */
const ROWS: readonly (readonly [input: string, value: unknown])[] = [
  ["key: ${STRING_VALUE}", "value"],
  ["key: ${BOOL_VALUE}", true],
  ["key: ${INT_VALUE}", 1],
  ["key: ${FLOAT_VALUE}", 1.1],
  ["key: ${HEX_VALUE}", 3735928559],
  ['key: "${STRING_VALUE}"', "value"],
  ['key: "${BOOL_VALUE}"', "true"],
  ['key: "${INT_VALUE}"', "1"],
  ['key: "${FLOAT_VALUE}"', "1.1"],
  ['key: "${HEX_VALUE}"', "0xdeadbeef"],
  ["key: ${env:STRING_VALUE}", "value"],
  ["key: ${INVALID_MAP_VALUE}", "value\nkey:value"],
  ["key: foo ${STRING_VALUE} ${FLOAT_VALUE}", "foo value 1.1"],
  ["key: ${UNDEFINED_KEY}", null],
  ["key: ${UNDEFINED_KEY:-fallback}", "fallback"],
  ["key: ${REPLACE_ME}", "${DO_NOT_REPLACE_ME}"],
  ["key: ${UNDEFINED_KEY:-${STRING_VALUE}}", "${STRING_VALUE}"],
  ["key: $${STRING_VALUE}", "${STRING_VALUE}"],
  ["key: $$${STRING_VALUE}", "$value"],
  ["key: $$$${STRING_VALUE}", "$${STRING_VALUE}"],
  ["key: $${STRING_VALUE:-fallback}", "${STRING_VALUE:-fallback}"],
  ["key: $${STRING_VALUE:-${STRING_VALUE}}", "${STRING_VALUE:-value}"],
  ["key: ${UNDEFINED_KEY:-$${UNDEFINED_KEY}}", "${UNDEFINED_KEY:-${UNDEFINED_KEY}}"],
  ["key: ${VALUE_WITH_ESCAPE}", "value$$"],
  ["key: ${SMALLER}", 1.5],
  ["key: ${LARGER}", 1.5],
  ["key: a $$ b", "a $ b"],
  ["key: a $ b", "a $ b"],
];

describe("otel", () => {
  test.each(ROWS)("%s", (input, value) => {
    const { output } = expanded("otel", VALUES, `${input}\n`);
    // With `intAsBigInt`, the type of each value corresponds to one tag.
    const typed = Number.isInteger(value) ? BigInt(value as number) : value;
    expect(parse(output, { version: "1.2", intAsBigInt: true })).toEqual({ key: typed });
  });

  test.each([
    '"${A}" : ${N}',
    "'${A}'\t : ${N}",
    "${A} : ${N}",
    "${A}: ${N}",
    "{'${A}' : '${N}'}",
    "{? '${A}': '${N}', a: '? ${N}'}",
    "- ?  '${A}'\n  : ${N}",
    "? !x &y '${A}'\n: '${N}'",
    "? &y !x ${A}\n: [x, '${N}']",
    "[? '${A}' : '${N}']",
    "x? ${N}",
    "? - '${N}'",
    "a: '? ${N}'",
  ])("of %j, the keys do not change", (text) => {
    const { output } = expanded("otel", { A: "wrong", N: "1" }, `${text}\n`);
    expect(output).toBe(`${text.replaceAll("${N}", "1")}\n`);
  });

  test("keys do not change", () => {
    const lines = (value: string) =>
      [
        "${STRING_VALUE}: value",
        "? ${STRING_VALUE}2",
        ": 1",
        `"\${INT_VALUE} $$": {'\${INT_VALUE}': "${value}", "$$":2}`,
        "? !!str '${INT_VALUE}3'",
        `: &a ${value}`,
        "",
      ].join("\n");
    expect(expanded("otel", VALUES, lines("${INT_VALUE}")).output).toBe(lines("1"));
  });

  test.each(["key: ${STRING_VALUE:?error}", "key: ${1X}", "key: ${}", "key: '${API_$KEY}'"])(
    "%s is an error",
    (input) => {
      expect(() => expanded("otel", VALUES, `a: 1\n---\n${input}\n`)).toThrow("expected ${NAME}");
    },
  );

  // The core schema of YAML 1.2.
  const TYPED =
    "null Null NULL ~ true True TRUE false False FALSE 0 -1 +12 007 0o17 0xAf9 1. 1.5 .5 -.5 +1e3 1E-2 -1.5e+30 " +
    ".inf .Inf .INF -.inf +.INF .nan .NaN .NAN";
  const TEXT =
    "nULL NUll nullx xnull tRUE truee 1e e1 1e+ . 1.2.3 + -- --1 +-1 -.nan +.NaN .inF .iNf .Nan .inff -inf 1e5x";
  // Text here, but not in every version of YAML, or for every reader.
  const QUOTED = "~~ yes on y 0o8 0xG -0o7 -0x1 +0x1 1_000 1:30 0b1 0x 0o";

  test("values that are written as they are, with a type, and others, which stay text", () => {
    const written = (value: string) => expanded("otel", { V: value }, "v: ${V}\n").output;
    for (const value of [...TYPED.split(" "), ...TEXT.split(" ")]) expect(written(value)).toBe(`v: ${value}\n`);
    for (const value of QUOTED.split(" ")) expect(written(value)).toBe(`v: "${value}"\n`);
    for (const value of TEXT.split(" ")) expect(parse(`v: ${value}`, { version: "1.2" })).toEqual({ v: value });
    expect(written("")).toBe("v: null\n");
  });

  test("a value has a type in every place, and no structure", () => {
    const values = {
      N: "null",
      T: "~",
      I: "-0o7",
      F: ".5e3",
      S: "yes",
      M: "{a: 1}",
      L: "- a",
      C: "# c",
      Q: "'",
      E: "",
    };
    const text = [..."NTIFSMLCQE"]
      .map(
        (name) => `${name}: \${${name}}
`,
      )
      .join("");
    const { output } = expanded("otel", values, `${text}list:\n  - x \${E}\n  - |\n    \${M}\n`);
    expect(parse(output, { version: "1.2" })).toEqual({
      ...values,
      ...{ N: null, T: null, F: 500, E: null },
      list: ["x ", "{a: 1}\n"],
    });
  });
});

const EVIL = { A: "x: y", B: "\n- z", C: "'\"#", D: "1", EMPTY: "" };

describe("in envsubst, compose, and flux", () => {
  const written = (syntax: Syntax, text: string, V: string) => expanded(syntax, { V }, `${text}\n`).output.slice(0, -1);
  const SYNTAXES = ["envsubst", "compose", "flux"] as const;

  test.each([
    ["a: ${V}", "3", "a: 3"],
    ["a: ${V}", "true", "a: true"],
    ["a: ${V}", "no", "a: no"],
    ["a: ${V}", "~", "a: ~"],
    ["a: ${V}", "2024-01-01", "a: 2024-01-01"],
    ["a: ${V}", "12:30", "a: 12:30"],
    ["a: ${V}", "-1.5", "a: -1.5"],
    ["a: ${V}", ".5", "a: .5"],
    ["a: ${V}", "", "a: "],
    ["- ${V}", "", "- "],
    ["- - ${V} # c", "", "- -  # c"],
    ["a: ${V}.${V}", "1", "a: 1.1"],
    ["a: v${V}", "1", "a: v1"],
    ["a: é ${V}", "1", "a: é 1"],
    ["a: !!str ${V}", "1", "a: !!str 1"],
    ["a: &b ${V}", "1", "a: &b 1"],
    ["? a\n: ${V}", "1", "? a\n: 1"],
  ])("a plain scalar stays plain: %j with %j", (text, value, output) => {
    for (const syntax of SYNTAXES) expect(written(syntax, text, value)).toBe(output);
  });

  test.each([
    ["a: ${V}", "x: y", 'a: "x: y"'],
    ["a: ${V}", "x:", 'a: "x:"'],
    ["a: ${V}", "x #y", 'a: "x #y"'],
    ["a: x${V}", " #y", 'a: "x #y"'],
    ["a: x:${V}", "", 'a: "x:"'],
    ["a: ${V}", "[1]", 'a: "[1]"'],
    ["a: ${V}", "*b", 'a: "*b"'],
    ["a: ${V}", "- 1", 'a: "- 1"'],
    ["a: ${V}", "1\n2", 'a: "1\\n2"'],
    ["a: ${V}", " 1", 'a: " 1"'],
    ["a: ${V}", '"1"', "a: '\"1\"'"],
    ["${V}", "---", '"---"'],
    ["--- ${V}", "...", '--- "..."'],
    ["a: ${V}", "\u0007", 'a: "\\u0007"'],
  ])("a plain scalar gets quotes: %j with %j", (text, value, output) => {
    for (const syntax of SYNTAXES) expect(written(syntax, text, value)).toBe(output);
  });

  test.each([
    ["a: '${V}'", "3", "a: '3'"],
    ['a: "${V}"', "3", 'a: "3"'],
    ['a: "${V}"', "", 'a: ""'],
    ["a: |\n  ${V}", "3", "a: |\n  3"],
  ])("another scalar stays a string: %j with %j", (text, value, output) => {
    for (const syntax of SYNTAXES) expect(written(syntax, text, value)).toBe(output);
  });

  test("in brackets", () => {
    for (const syntax of ["envsubst", "compose"] as const) {
      expect(written(syntax, "a: [$V, x$V, {b: $V}]", "3")).toBe("a: [3, x3, {b: 3}]");
      expect(written(syntax, "a: [$V]", "a:b")).toBe("a: [a:b]");
      expect(written(syntax, "a: [$V]", "")).toBe('a: [""]');
      expect(written(syntax, "a: [$V]", "x, y")).toBe('a: ["x, y"]');
    }
  });

  test("compose leaves keys alone", () => {
    const text = "a.$V: $V\n$$: 1\n? ${V}\n: 2\n'$V': {\"$V\": $$}";
    expect(written("compose", text, "3")).toBe(text.replace(": $V", ": 3").replace("$$}", "$}"));
    expect(written("flux", "a.${V}: ${V}", "3")).toBe("a.3: 3");
    expect(written("flux", "${V}: 1", "3")).toBe('"3": 1');
    expect(written("envsubst", "${V}: 1", "<<")).toBe('"<<": 1');
  });

  test("the scanner and the reader agree", () => {
    const values = [
      "3",
      "true",
      "no",
      "x",
      "/a",
      "_x",
      "+1",
      "0x1F",
      "1e3",
      "a?b",
      "a b",
      "1 2",
      "%a",
      "@",
      "=",
      "<",
      "~",
      "(a)",
    ];
    for (const syntax of SYNTAXES) {
      for (const value of values) {
        for (const text of ["a: ${V}", "a: x${V}", "a: ${V}x", "- ${V}", "a: [$V]", "a: [x$V]", "a: {b: $V}"]) {
          if (syntax === "flux" && text.includes("$V")) continue;
          const scanned = written(syntax, text, value);
          // The scanner does not expand a document with a tab.
          expect(written(syntax, `${text}\n# \t`, value), `${text} ${value}`).toBe(`${scanned}\n# \t`);
        }
      }
    }
  });
});

test.each(["envsubst", "compose", "flux"] as const)("%s: a value changes no structure", (syntax) => {
  const text = `\${A}: \${B}
list: ["\${C}", '\${C}', "\${D}", {k: "\${A}"}] # \${A}
block: |
  \${B} and \${A}
folded: >-
  \${D}
  \${EMPTY}
plain: \${D}
twice: &anchor \${D}\${D}
`;
  {
    const { output } = expanded(syntax, EVIL, text);
    expect(parse(output)).toEqual({
      [syntax === "compose" ? "${A}" : "x: y"]: "\n- z",
      list: ["'\"#", "'\"#", "1", { k: "x: y" }],
      block: "\n- z and x: y\n",
      folded: expect.stringMatching(/^1/),
      plain: 1,
      twice: 11,
    });
    expect(output).toContain("# ${A}");
  }
});

test("operators, and variables that are not set, have places in YAML", () => {
  const text = 'a: "é ${X} \\x24{A}"\nb: ${B:-${Y}-${D}}\nc: >\n  ${A^^}\n  ${Z}\n';
  const { output, unset } = expanded("flux", { A: "value", D: "1" }, text);
  expect(parse(output)).toEqual({ a: "é  value", b: -1, c: "VALUE \n" });
  expect(unset).toEqual(["X@1:7", "Y@2:9", "Z@5:3"]);
});

test("every malformed or required reference of a document is an error with its place", () => {
  const text = "a: ${A\nb: 'é ${B-x}'\n---\nc: ${D}\n";
  expect(() => expanded("flux", { D: "1" }, text)).toThrow("line 1, column 4: ${A: ");
  expect(() => expanded("compose", { D: "1" }, "a: 'é ${X:?set it}'\n")).toThrow(/^line 1, column 7: X: .*set it/);
});

test.each([
  ["[${A}]", 2],
  ["{a: ${A}}", 5],
  ["é: [b, x${A}]", 9],
])("a plain reference in brackets is not YAML: %s needs quotes", (text, column) => {
  for (const syntax of ["compose", "otel"] as const) {
    const message = `line 1, column ${column}: \${: in brackets or braces, put a reference in quotes`;
    expect(() => expanded(syntax, { A: "1" }, `${text}\n`)).toThrow(
      expect.objectContaining({ name: "YamlExpansionError", message }),
    );
  }
});

test.each(["envsubst", "compose", "flux", "otel"] as const)("%s: text that is not YAML is rejected", (syntax) => {
  for (const text of ["é: 1\na: ] ${A}\n", "é: 1\na: ] 1\n"]) {
    expect(() => expanded(syntax, { A: "1" }, text)).toThrow(
      expect.objectContaining({ name: "YamlExpansionError", message: expect.stringMatching(/^line 2, column 4: /) }),
    );
  }
});

test("variables that are not set do not need a function that receives them", () => {
  let output = "";
  const stream = new YamlStream(new Substitution("compose", { A: "x: y" }), {
    output: (bytes) => (output += Buffer.from(bytes)),
  });
  stream.push(Buffer.from("a: ${A} ${U}\nb: '$U'\n"));
  stream.end();
  expect(output).toBe("a: \"x: y \"\nb: ''\n");
});
