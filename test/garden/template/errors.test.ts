import { describe, expect, test } from "vitest";
import { deferTemplates } from "../../../src/garden/index.ts";
import { compileTemplate, resolveTemplateString, resolveTemplates } from "../../../src/index.ts";
import { closest } from "../../../src/text/closest.ts";
import { failure } from "./failure.ts";

describe("places", () => {
  test("offset, line and column of a string; no path", () => {
    const error = failure(() => resolveTemplateString("a\nb ${map.nope}", { map: {} }));
    expect(error).toMatchObject({ path: [], offset: 10, line: 2, column: 9 });
    expect(error.message).toBe('2:9: no such key: "nope" under map (it has no keys)');
    expect(error.reason).toBe('no such key: "nope" under map (it has no keys)');
    expect(error.name).toBe("TemplateError");
  });

  test("the path into a document", () => {
    const error = failure(() => resolveTemplates({ spec: [{ "a.b": "${nope}" }] }, {}));
    expect(error.path).toStrictEqual(["spec", 0, "a.b"]);
    expect(error.message).toBe('spec.0.a.b:1:3: no such key: "nope" (the context is empty)');
  });

  test("compileTemplate, too", () => {
    const error = failure(() => compileTemplate("ab ${1 +}"));
    expect({ ...error }).toEqual({
      name: "TemplateError",
      code: "parse",
      reason: '"+" must have a space on both sides',
      path: [],
      offset: 7,
      line: 1,
      column: 8,
      key: undefined,
      keys: undefined,
      isSecret: false,
      chain: [],
    });
    expect(error.message).toBe(`1:8: ${error.reason}`);
    expect(Object.hasOwn(error, "cause")).toBe(false);
  });

  test("columns count characters, and lines count line feeds", () => {
    const error = failure(() => resolveTemplateString("\u{1f600}\r\n\u{1f600}${nope}", {}));
    expect(error).toMatchObject({ offset: 8, line: 2, column: 4 });
    expect(error.message).toMatch(/^2:4: /);
  });

  test("in a template in a string literal, the place in the outermost string", () => {
    const source = "${upper(\"a\\t${upper('b\\\\n${nope}')}\")}";
    expect(failure(() => resolveTemplateString(source, {})).offset).toBe(source.indexOf("nope"));
    const twoLines = "${upper('a\\\n\\t${nope}')}";
    expect(failure(() => resolveTemplateString(twoLines, {})).offset).toBe(twoLines.indexOf("nope"));
  });
});

describe("missing keys", () => {
  const context = { local: { env: { LOG_LEVEL: "x", LOG_FILE: "y" } }, "odd key": { a: 1 }, list: ["a"] };

  test.each([
    ["${local.env.LOG_LEVL}", 'no such key: "LOG_LEVL" under local.env (did you mean "LOG_LEVEL"?)'],
    ["${local.env.log_file}", 'no such key: "log_file" under local.env (did you mean "LOG_FILE"?)'],
    ["${locla.env}", 'no such key: "locla" (did you mean "local"?)'],
    ["${local.env.PATH}", 'no such key: "PATH" under local.env (known: LOG_LEVEL, LOG_FILE)'],
    ["${local['e' + 'nv'].PATH}", 'no such key: "PATH" under local.env (known: LOG_LEVEL, LOG_FILE)'],
    ["${list[3]}", 'no such key: "3" under list (known: 0)'],
    ["${list[0][1]}", "list.0 is a string, so it has no key 1"],
  ])("%s: %s", (template, reason) => {
    expect(failure(() => resolveTemplateString(template, context)).reason).toBe(reason);
  });

  test("keys that are not names are shown in brackets", () => {
    const data = { m: { "odd key": { "a.b": {} } } };
    expect(failure(() => resolveTemplateString("${m['odd key']['a.b'].c}", data)).reason).toBe(
      'no such key: "c" under m["odd key"]["a.b"] (it has no keys)',
    );
  });

  test.each([
    [5, "(known: key0, key1, key2, key3, key4)"],
    [6, "(known: key0, key1, key2, key3, key4 and 1 more)"],
  ])("of %i keys, five are listed", (count, end) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));
    const { reason } = failure(() => resolveTemplateString("${m.nope}", { m: many }));
    expect(reason).toBe(`no such key: "nope" under m ${end}`);
  });

  test("the five closest names are listed", () => {
    const env = Object.fromEntries(
      "HOST PORT PATH HOSTNAME DB_HOST HOME USER LANG".split(" ").map((name) => [name, ""]),
    );
    const reasonOf = (name: string) =>
      failure(() => resolveTemplateString(`\${local.env.${name}}`, { local: { env } })).reason;
    expect(reasonOf("H_S")).toBe('no such key: "H_S" under local.env (known: HOST, HOME, PORT, PATH, USER and 3 more)');
    expect(reasonOf("HOSTS")).toBe('no such key: "HOSTS" under local.env (did you mean "HOST"?)');
  });

  test("a key that is there and has no value", () => {
    const data = { var: deferTemplates({ m: { a: "${nope}?" } }, {}), own: { a: undefined, b: undefined } };
    const reasonOf = (template: string) => failure(() => resolveTemplateString(template, data)).reason;
    expect(reasonOf("${var.m.a}")).toBe('the key "a" under var.m has no value');
    expect(reasonOf("${own.a}")).toBe('the key "a" under own has no value');
    expect(resolveTemplateString("${var.m.a || 1}", data)).toBe(1);
  });

  test.each([
    [80, "x".repeat(80)],
    [81, `${"x".repeat(80)}…`],
  ])("of a key of %i characters, 80 are shown", (length, shown) => {
    expect(failure(() => resolveTemplateString(`\${m.${"x".repeat(length)}}`, { m: {} })).reason).toBe(
      `no such key: "${shown}" under m (it has no keys)`,
    );
  });

  test("long keys and long lists of keys are cut", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`key${i}`, i]));
    const error = failure(() => resolveTemplateString(`\${m.${"x".repeat(1000)}}`, { m: many }));
    expect(error.key).toHaveLength(1000);
    expect(error.reason).toContain("key4 and 25 more");
    expect(error.reason.length).toBeLessThan(400);
  });
});

test.each([
  ["tga", ["tag", "name"], "tag"],
  ["hots", ["hosts", "host"], "hosts"],
  ["replica", ["replicas", "Replica"], "Replica"],
  ["ab", ["ba"], undefined],
  ["abc", ["abd", "xyz"], "abd"],
  ["a", ["b"], undefined],
  ["x".repeat(100), ["x".repeat(99)], undefined],
  ["name", [], undefined],
])("closest(%j, %j) is %j", (key, keys, expected) => {
  expect(closest(key, keys)).toBe(expected);
});

test("a message never shows a value", () => {
  const secret = "s3cr3t-value";
  const context = { s: secret, list: [secret], map: { k: secret } };
  for (const template of [
    "${s.x}",
    "${s + 1}",
    "${s * 2}",
    "${list - 1}",
    "${s < 1}",
    "${1 contains s}",
    "${map.nope}",
    "${s contains list}",
    "${list[map]}",
    "${upper(list)}",
    "${indent(s, s)}",
  ]) {
    expect(failure(() => resolveTemplateString(template, context)).message).not.toContain(secret);
  }
  for (const document of [
    { $if: "${s}", $then: 1 },
    { $forEach: "${s}", $return: 1 },
    { $merge: "${s}" },
    [{ $concat: "${s}" }],
  ]) {
    expect(failure(() => resolveTemplates(document, context)).message).not.toContain(secret);
  }
});

describe("a message is one line that a terminal prints as it is", () => {
  const hostile = "a\u001b[31m\nb\u009b2J\u202ec\u2028d\u200be\ud800";
  const visible = "a\\u001b[31m\\nb\\u009b2J\\u202ec\\u2028d\\u200be\\ud800";

  test.each<[string, unknown, Record<string, unknown>]>([
    ["a key of the document", { [hostile]: "${nope}" }, {}],
    ["a key that is looked up", "${map[key]}", { map: {}, key: hostile }],
    ["a key that is there", "${map.nope}", { map: { [hostile]: 1 } }],
    ["keys on the way", "${map[key].nope}", { map: { [hostile]: {} }, key: hostile }],
    ["a key that is suggested", "${map[key + 'x']}", { map: { [`${hostile}y`]: 1 }, key: hostile }],
    ["keys beside an operator", { $if: true, $then: 1, [hostile]: 1 }, {}],
    [
      "a function that throws",
      "${f}",
      {
        f: () => {
          throw new Error(hostile);
        },
      },
    ],
    ["text that is not an expression", "${\u001b}", {}],
  ])("%s", (_, document, context) => {
    const error = failure(() => resolveTemplates(document, context));
    for (const text of [error.message, error.reason]) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }
  });

  test("what does not show is escaped", () => {
    expect(failure(() => resolveTemplates({ [hostile]: "${nope}" }, {})).message).toBe(
      `${visible}:1:3: no such key: "nope" (the context is empty)`,
    );
  });

  test.each([
    [20, "a.".repeat(20).slice(0, -1)],
    [21, `${"a.".repeat(10).slice(0, -1)}["…"]${".a".repeat(10)}`],
  ])("of %i keys, at most twenty are shown", (count, shown) => {
    const data: Record<string, unknown> = {};
    data.a = data;
    const reason = `no such key: "nope" under ${shown} (known: a)`;
    expect(failure(() => resolveTemplateString(`\${${"a.".repeat(count)}nope}`, data)).reason).toBe(reason);
  });

  test("many keys are cut", () => {
    const data: Record<string, unknown> = {};
    data.a = data;
    const error = failure(() => resolveTemplateString(`\${a${".a".repeat(100_000)}.nope}`, data));
    expect(error.reason).toMatch(/^no such key: "nope" under a(?:\.a){9}\["…"\](?:\.a){10} \(/);
  });

  test.each([
    [9, "var.a0 -> var.a1 -> var.a2 -> var.a3 -> var.a4 -> var.a5 -> var.a6 -> var.a7 -> var.a8 -> var.a0"],
    [10, "var.a0 -> var.a1 -> var.a2 -> var.a3 -> var.a4 -> … -> var.a7 -> var.a8 -> var.a9 -> var.a0"],
  ])("of a chain of values, more than ten are cut: a circle of %i", (count, chain) => {
    const context: Record<string, unknown> = {};
    const variables = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`a${i}`, `\${var.a${(i + 1) % count}}`]),
    );
    context.var = deferTemplates(variables, context);
    expect(failure(() => resolveTemplateString("${var.a0}", context)).reason).toBe(
      `the key "a0" under var has no value, because it depends on itself: ${chain}`,
    );
  });

  test("a long path is cut", () => {
    const message = (length: number) =>
      failure(() => resolveTemplates({ ["x".repeat(length)]: "${nope}" }, {})).message;
    expect(message(1000)).toBe(`${"x".repeat(1000)}:1:3: no such key: "nope" (the context is empty)`);
    for (const length of [1001, 1e6]) {
      expect(message(length)).toBe(`${"x".repeat(1000)}…:1:3: no such key: "nope" (the context is empty)`);
    }
  });
});
