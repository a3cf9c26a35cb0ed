/** The OpenTelemetry Collector's configuration. The rows are facts from the tests of confmap 1.65 (Collector 0.159). */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";

function expanded(text: string, values: Readonly<Record<string, string>>) {
  let output = "";
  const unresolved: string[] = [];
  const stream = new YamlStream(new Substitution("otel-collector", values), {
    output: (bytes) => (output += Buffer.from(bytes)),
    unresolved(name, offset) {
      const { line, column } = stream.place(offset);
      unresolved.push(`${Buffer.from(name)}@${line}:${column}`);
    },
  });
  stream.push(Buffer.from(text));
  stream.end();
  return { output, unresolved };
}

const VALUES = {
  HOST: "localhost",
  PORT: "3044",
  OS: "ubuntu",
  PR: "amd",
  BOOL: "true",
  EMPTY: "",
  ENV_VALUE: "some expanded value",
  ENV_NESTED: "${env:ENV_VALUE} came from nested expansion",
  ENV_LIST: "['$$ESCAPE_ME','$${ESCAPE_ME}','$${env:ESCAPE_ME}']",
  ENV_MAP: "{'key1':'$$ESCAPE_ME','key2':'$${ESCAPE_ME}'}",
  ONE_DOLLAR: "here is 1 $$",
  TWO_DOLLARS: "here are 2 $$$",
};

const valueOf = (text: string, values: Readonly<Record<string, string>> = VALUES): unknown =>
  parse(expanded(`key: ${JSON.stringify(text)}\n`, values).output).key;

describe("references in a value", () => {
  test.each([
    ["${HOST}:$PORT", "localhost:$PORT"],
    ["${env:HOST}:${env:PORT}", "localhost:3044"],
    ["https://${env:HOST}:3045", "https://localhost:3045"],
    ["test_${env:BOOL}_test_${env:BOOL}", "test_true_test_true"],
    ["env:HOST}", "env:HOST}"],
    ["${HOST", "${HOST"],
    ["HO{ST}", "HO{ST}"],
    ["env:HOST}${env:PORT", "env:HOST}${env:PORT"],
    ["env:HOST}${env:PORT}", "env:HOST}3044"],
    ["${env:HOST${env:PORT}", "${env:HOST3044"],
    ["${env:HOST}${env:PORT", "localhost${env:PORT"],
    ["${env:HOST}}}}}}${env:PORT?os=${env:OS}", "localhost}}}}}${env:PORT?os=ubuntu"],
    ["${env:HOST}${${${${${env:PORT}?os=${env:OS}", "localhost${${${${3044?os=ubuntu"],
    ["${env:HOST${env:PORT}?os=${env:OS&pr=${env:PR}", "${env:HOST3044?os=${env:OS&pr=amd"],
    ["$$ENV_VALUE", "$ENV_VALUE"],
    ["$$$$ENV_VALUE", "$$ENV_VALUE"],
    ["$$$${ENV_VALUE}", "$${ENV_VALUE}"],
    ["$$${ENV_VALUE}", "$some expanded value"],
    ["some$${ENV_VALUE}text", "some${ENV_VALUE}text"],
    ["some${ENV_VALUE}text", "somesome expanded valuetext"],
    ["$${ONE}$${TWO}", "${ONE}${TWO}"],
    ["text$$", "text$"],
    // After an escaped reference, nothing is expanded.
    ["$${HOST} ${PORT}", "${HOST} ${PORT}"],
    ["${env:ONE_DOLLAR}", "here is 1 $"],
    ["${env:TWO_DOLLARS}", "here are 2 $$"],
    ["${env:ENV_NESTED}", "some expanded value came from nested expansion"],
    ["${env:UNDEFINED:-default_value}", "default_value"],
    ["${env:UNDEFINED:-}", ""],
    ["${env:UNDEFINED:-${env:HOST}}", "localhost"],
    ["${env:EMPTY:-default}", null],
    ["${env:UNDEFINED}", null],
    ["x${env:UNDEFINED}", "x"],
    ["${env:ENV_LIST}", ["$ESCAPE_ME", "${ESCAPE_ME}", "${env:ESCAPE_ME}"]],
    ["${env:ENV_MAP}", { key1: "$ESCAPE_ME", key2: "${ESCAPE_ME}" }],
    ["a ${env:ENV_MAP}", "a {'key1':'$ESCAPE_ME','key2':'${ESCAPE_ME}'}"],
  ])("%j is %j", (text, value) => expect(valueOf(text)).toEqual(value));
});

describe("the type of a value", () => {
  test.each([
    ["123", 123],
    ["0xdeadbeef", 3735928559],
    ["1.5", 1.5],
    ["true # comment with a ${env:hello.world} reference", true],
    ["null", null],
    ['"0123"', '"0123"'],
    ["!!str 0123", "!!str 0123"],
    ["t", "t"],
    ["yes", "yes"],
    ['["a",', '["a",'],
    ["text # no comment", "text # no comment"],
    ["[filelog,windowseventlog/application]", ["filelog", "windowseventlog/application"]],
    // A target that is a string gets the text; which fields are strings is not known here.
    ["1111:1111:1111:1111:1111::", { "1111:1111:1111:1111:1111:": null }],
    ["{a: {b: [1, x, null, 0x10]}}", { a: { b: [1, "x", null, 16] } }],
    ["a: b", { a: "b" }],
    ["- a\n- b: c", ["a", { b: "c" }]],
    ["&x [1, *x]", "&x [1, *x]"],
    ["[&a 1, *a]", [1, 1]],
  ])("%j is %j as a whole, and text in text", (value, typed) => {
    expect(valueOf("${env:V}", { V: value })).toEqual(typed);
    if (!value.includes("hello")) expect(valueOf("in ${env:V}", { V: value })).toBe(`in ${value}`);
  });

  test.each(["0o17", "+0o17", "-0o17", "2001-01-02", "2001-1-2 3:04:05.6 Z", "2001-01-02T03:04:05+01:00"])(
    "%s is not a string",
    (value) => {
      expect(expanded("a: ${env:V}\n", { V: value }).output).toBe(`a: ${value}\n`);
    },
  );

  test("in every style, and in every place", () => {
    const text = [
      "plain: ${env:L}",
      "'single': '${env:L}' # comment",
      'double: "${env:L}"',
      "block: |-",
      "  ${env:L}",
      "folded: >-",
      "  ${env:L}",
      "list: [x, '${env:L}']",
      "- x",
    ].slice(0, -1);
    const { output } = expanded(`${text.join("\n")}\n`, { L: "[a, {b: 1}]" });
    const list = ["a", { b: 1 }];
    expect(parse(output)).toEqual({
      plain: list,
      single: list,
      double: list,
      block: list,
      folded: list,
      list: ["x", list],
    });
    expect(output).toContain("# comment");
  });

  test("a number that another number or text surrounds is a string", () => {
    expect(valueOf("${env:N}${env:N}", { N: "1" })).toBe("11");
    expect(expanded("a: ${env:N}${env:N}\n", { N: "1" }).output).toBe('a: "11"\n');
  });

  test("keys do not change", () => {
    const text = "${env:A}: 1\n? '${env:A}'\n: $$\n";
    expect(expanded(text, { A: "x" }).output).toBe(text.replace("$$", "$"));
  });
});

test("what has no value is reported with its place", () => {
  const { output, unresolved } = expanded("a: x ${file:cert.pem} ${env:U}\nb: '${https://h/c:-x}'\n", {});
  expect(output).toBe(
    "a: \"x ${file:cert.pem} \"\nb: '${https://h/c:-x}'\n".replace('"x ${file:cert.pem} "', '"x ${file:cert.pem} "'),
  );
  expect(unresolved).toEqual(["file:cert.pem@1:6", "U@1:23", "https://h/c:-x@2:5"]);
});

test("a reference in another URI is expanded, and one with another URI inside stays", () => {
  expect(valueOf("${file:${env:HOST}.pem}")).toBe("${file:localhost.pem}");
  expect(valueOf("${env:${file:x}}")).toBe("${env:${file:x}}");
});

test.each([
  ["${1}", "cannot have this name"],
  ["${}", "cannot have this name"],
  ["${env:hello.world}", "cannot have this name"],
  ["${env::X}", "cannot have this name"],
  ["${HOST:-x}", "a default requires the scheme"],
  ["${1:2}", "expected ${env:NAME}"],
  ["${env:A$B}", "cannot contain a $"],
])("the Collector refuses %s", (text, message) => {
  expect(() => expanded(`a: 1\nb: 'é ${text}'\n`, VALUES)).toThrow(YamlExpansionError);
  expect(() => expanded(`a: 1\nb: 'é ${text}'\n`, VALUES)).toThrow(/^line 2, column 7: /);
  expect(() => expanded(`b: '${text}'\n`, VALUES)).toThrow(message);
});

test("the Collector expands 999 references in a value, and refuses more", () => {
  const names = Array.from({ length: 1000 }, (_, i) => `A${i}`);
  const text = (count: number) =>
    names
      .slice(0, count)
      .map((name) => `\${env:${name}}`)
      .join("");
  const values = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(valueOf(text(999), values)).toBe("x".repeat(999));
  expect(() => valueOf(text(1000), values)).toThrow("references");
});

test("only some names, which can be known before the others, are expanded in YAML", () => {
  let output = "";
  const syntax = new Substitution("otel-collector", { A: "1", B: "2" }, { only: new Set(["A"]) });
  const stream = new YamlStream(syntax, { output: (bytes) => (output += Buffer.from(bytes)) });
  stream.push(Buffer.from("a: ${env:A} ${env:B}\n"));
  stream.end();
  expect(output).toBe("a: 1 ${env:B}\n");
});

test("a value with a NUL does not change", () => {
  expect(valueOf("\0${env:HOST}")).toBe("\0${env:HOST}");
});

test("variables that contain each other end with an error", () => {
  expect(() => valueOf("${env:A}", { A: "${env:B}", B: "${env:A}" })).toThrow("more than 1000 references");
  const names = Array.from({ length: 40 }, (_, i) => `A${i}`);
  const values = Object.fromEntries(names.map((name, i) => [name, `\${env:A${i + 1}}\${env:A${i + 1}}x`]));
  expect(() => valueOf("${env:A0}", values)).toThrow("too long");
  expect(() => valueOf("${env:L}", { L: "['${env:L}', '${env:L}']" })).toThrow("more than");
  expect(() => expanded("a: x ${env:A} ${env:A}\n", { A: "${env:A}" })).toThrow(/^line 1, column 6: /);
});
