/** What is made of a secret shows in no message, whatever was done to it. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deferTemplates, type OuterResolution } from "../../../src/garden/index.ts";
import { functionNames } from "../../../src/garden/template/functions/index.ts";
import { resolveTemplateString, resolveTemplates } from "../../../src/index.ts";
import { failure } from "./failure.ts";

const MARKER = "Qz7WmXk9VbHj5NfTgLp3";

/** Texts that hold the marker where a function, a library or a lookup might quote it. */
const TEXTS: Readonly<Record<string, string>> = {
  plain: MARKER,
  long: `${MARKER}-${"x".repeat(200)}`,
  quoted: `"${MARKER}\\"\\${MARKER}`,
  lines: `a: 1\n ${MARKER}: [\n*${MARKER}`,
  json: JSON.stringify({ [MARKER]: { [`k${MARKER}`]: [MARKER] } }),
  list: JSON.stringify([MARKER, [MARKER], { [MARKER]: MARKER }]),
  brokenJson: `{"a": "${MARKER}", at position ${MARKER}`,
  alias: `a: *${MARKER}`,
  tag: `!${MARKER} a`,
  handle: `!${MARKER}!b "c: ${MARKER}"`,
  directive: `%TAG !${MARKER}! tag:x\n%TAG !${MARKER}! tag:x\n---\na`,
  documents: `${MARKER}: 1\n---\n${MARKER}: 2`,
  date: `2022-03-04T05:06:07Z ${MARKER}`,
};

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Every six characters of what the marker may have become, in lower case. */
const TELLING = new Set(
  [
    MARKER,
    [...MARKER].reverse().join(""),
    base64(MARKER),
    base64(`x${MARKER}`).slice(4),
    base64(`xx${MARKER}`).slice(4),
    Buffer.from(MARKER).toString("hex"),
    ...Object.values(TEXTS).map((text) => createHash("sha256").update(text).digest("hex")),
    // As words: camelCase and kebabCase.
    "qz-7-wm-xk-9-vb-hj-5-nf-tg-lp-3",
  ].flatMap(pieces),
);

function pieces(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 5) }, (_, i) => text.slice(i, i + 6).toLowerCase());
}

// Stack traces are not checked here, and collecting them takes most of the time.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** All that an error says, to people and to programs. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.getOwnPropertyNames(error).map((name) =>
    String((error as unknown as Record<string, unknown>)[name]),
  );
  const cause = error.cause === undefined ? "" : saidBy(error.cause);
  return [error.message, error.stack, String(error), JSON.stringify(error), ...own, cause].join("\n");
}

function revealsSecret(text: string): boolean {
  return pieces(text).some((piece) => TELLING.has(piece));
}

/** Where a secret can come from: the expression, with `NAME` for the name of a text. */
const SOURCES = [
  "secrets.NAME",
  "secrets['NAME']",
  "secrets.nested.NAME",
  "secrets.lazy.NAME",
  "var.NAME",
  "var.again.NAME",
  "var.whole.NAME",
  "var.merged.NAME",
  "variables.NAME",
  "item.value.NAME",
  "outer.NAME",
];

function contextOf(): Record<string, unknown> {
  const lazy = Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, () => text]));
  const secrets = { ...TEXTS, nested: TEXTS, lazy };
  const context: Record<string, unknown> = {
    secrets,
    foo: { bar: 1 },
    text: "abc",
    list: ["a", "b"],
    date: "2022-03-04",
  };
  const names = Object.keys(TEXTS);
  const variables = {
    ...Object.fromEntries(names.map((name) => [name, `\${secrets.${name}}`])),
    again: Object.fromEntries(names.map((name) => [name, `\${var.${name}}`])),
    whole: "${secrets}",
    merged: { $merge: "${secrets}", other: "${secrets.plain}" },
  };
  context.var = deferTemplates(variables, context);
  context.variables = context.var;
  context.outer = (within: OuterResolution) => resolveTemplateString("${secrets}", context, { within });
  return context;
}

/** Documents that fail, or may, over the value of an expression. */
function probes(expression: string): unknown[] {
  return [
    `\${${expression}}`,
    `<\${${expression}}>`,
    `\${foo[${expression}]}`,
    `\${foo['x' + ${expression}].bar}`,
    `\${(${expression}).nope}`,
    `\${(${expression})[0].nope}`,
    `\${foo["<\${${expression}}>"].nope}`,
    `\${foo[if(${expression})]}`,
    `\${(true ? ${expression} : 1).nope}`,
    `\${foo[[${expression}][0]]}`,
    { $if: `\${${expression}}`, $then: 1 },
    { $forEach: `\${${expression}}`, $return: "${foo[item.key]}" },
    { $forEach: [`\${${expression}}`], $return: "${foo[item.value]}" },
    { $forEach: `\${${expression}}`, $return: "${item.value.nope}" },
    { $forEach: `\${[${expression}]}`, $filter: "${item.value}", $return: 1 },
    { $merge: `\${${expression}}` },
    [{ $concat: `\${${expression}}` }],
  ];
}

/** What all probes of an expression say when they fail, also as variables and as partial resolutions. */
function saidAbout(expression: string, context: Record<string, unknown>): string[] {
  const said: string[] = [];
  const attempt = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      said.push(saidBy(error));
    }
  };
  const isOfLoop = expression.includes("item.");
  const inLoop = (document: unknown) => (isOfLoop ? { $forEach: { k: "${secrets}" }, $return: document } : document);
  for (const probe of probes(expression)) {
    attempt(() => resolveTemplates(inLoop(probe), context));
    attempt(() => resolveTemplates(inLoop(probe), context, { partial: "late" }));
  }
  if (isOfLoop) return said;
  const made: Record<string, unknown> = { ...context };
  made.var = deferTemplates({ made: `\${${expression}}`, next: { $merge: "${var.made}" } }, context);
  made.variables = deferTemplates({ key: "${foo[var.made]}", list: ["${var.made}"] }, made);
  for (const template of [
    "${var.made.nope}",
    "${foo[var.made].bar}",
    "${var.next.nope}",
    "${var[var.made]}",
    "${variables.key}",
    "${variables.list[0].nope}",
    "${foo[variables.list[0]]}",
    "${jsonDecode(jsonEncode(var)).nope}",
  ]) {
    attempt(() => resolveTemplateString(template, made));
  }
  return said;
}

function expectSilence(expressions: readonly string[]): void {
  const context = contextOf();
  const said = expressions.flatMap((expression) => saidAbout(expression, context).map((text) => [expression, text]));
  expect(said.length).toBeGreaterThan(0);
  const known = new Set<string>();
  const isNew = (text: string) => known.size !== known.add(text).size;
  expect(said.filter(([, text]) => isNew(text!) && revealsSecret(text!)).slice(0, 3)).toEqual([]);
}

const names = Object.keys(TEXTS);

test("the search finds reported values", () => {
  const context = { plain: MARKER, foo: {} };
  for (const wrap of [
    "plain",
    "upper(plain)",
    "base64Encode(plain)",
    "slice(plain, 3, 11)",
    "sha256(plain)",
    "kebabCase(plain)",
  ]) {
    expect(revealsSecret(saidBy(failure(() => resolveTemplateString(`\${foo[${wrap}]}`, context)))), wrap).toBe(true);
  }
  const keys = failure(() => resolveTemplateString("${jsonDecode(a).x}", { a: TEXTS.json }));
  expect(revealsSecret(saidBy(keys))).toBe(true);
});

test.each(SOURCES)("where it comes from: %s", (source) => {
  expectSilence(names.map((name) => source.replace("NAME", name)));
});

describe("helper functions", () => {
  const fillers = ["'a'", "1", "true", "list", "'2022-03-04'", "'days'", "secrets.plain"];
  test.each(functionNames())("%s", (name) => {
    const calls: string[] = [];
    for (const text of names) {
      const secret = `secrets.${text}`;
      calls.push(`${name}(${secret})`, `${name}([${secret}])`, `${name}(jsonDecode(secrets.json))`);
      for (const filler of fillers) {
        calls.push(`${name}(${secret}, ${filler})`, `${name}(${filler}, ${secret})`);
        calls.push(`${name}(${secret}, ${filler}, ${filler})`, `${name}(${filler}, ${filler}, ${secret})`);
        calls.push(`${name}(date, ${secret}, 'days')`, `${name}(date, 1, ${secret})`);
      }
    }
    expectSilence([...new Set(calls)].map((call) => `upper(${call})`).filter((_, i) => i % 19 === 0));
    // A call's own message, and its result in the commonest places.
    const context = { ...contextOf(), map: {} };
    const said = new Set<string>();
    for (const call of new Set(calls)) {
      for (const template of [`\${foo[${call}].a}`, `\${${call}.nope}`]) {
        try {
          resolveTemplateString(template, context);
        } catch (error) {
          said.add(saidBy(error));
        }
      }
    }
    expect(said.size).toBeGreaterThan(0);
    expect([...said].filter(revealsSecret).slice(0, 3)).toEqual([]);
  });
});

const OPERATORS = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "contains"];

test.each(OPERATORS)("the operator %s", (operator) => {
  const secrets = ["secrets.plain", "secrets.json", "jsonDecode(secrets.json)", "jsonDecode(secrets.list)"];
  expectSilence(
    secrets.flatMap((secret) =>
      ["'a'", "1", "list", "nope", secret].flatMap((other) => [
        `(${secret} ${operator} ${other})`,
        `(${other} ${operator} ${secret})`,
      ]),
    ),
  );
});

test("operators with one operand, and choices", () => {
  expectSilence([
    "!secrets.plain",
    "typeof secrets.plain",
    "(nope ? 1 : secrets.plain)",
    "(secrets.plain ? foo : list)",
  ]);
});

describe("what messages say instead", () => {
  const context = contextOf();
  test.each([
    ["${foo[secrets.plain]}", 'no such key: "***" under foo (known: bar)'],
    ["${foo[upper(var.again.plain)].a}", 'no such key: "***" under foo (known: bar)'],
    ["${jsonDecode(secrets.json).nope}", 'no such key: "nope" (the existing keys are secret)'],
    ["${secrets.nested.nope}", 'no such key: "nope" under secrets.nested (the existing keys are secret)'],
    ["${foo.bar[secrets.plain]}", 'foo.bar is a number, so it has no key ["***"]'],
    ["${secrets.plain}${foo.baz}", 'no such key: "baz" under foo (did you mean "bar"?)'],
    ["${secrets.plian}", 'no such key: "plian" under secrets (did you mean "plain"?)'],
    [
      "${yamlDecode(secrets.alias)}",
      "yamlDecode: the text is not valid YAML: the alias has no anchor before it (line 1, column 4)",
    ],
  ])("%s: %s", (template, reason) => {
    expect(failure(() => resolveTemplateString(template, context)).reason).toBe(reason);
  });

  test("the key and the chain of an error", () => {
    const made = { ...context, var: deferTemplates({ a: "${foo[secrets.plain]}" }, context) };
    const error = failure(() => resolveTemplateString("${var[lower(upper('a'))]}", made));
    expect(error).toMatchObject({ key: "***", chain: ["var.a"] });
  });

  test("a function of the context that resolves templates is secret only if one of them is", () => {
    const made: Record<string, unknown> = {
      ...context,
      plain: (within: OuterResolution) => resolveTemplateString("x-${text}", context, { within }),
      secret: (within: OuterResolution) => resolveTemplateString("x-${secrets.plain}", context, { within }),
    };
    const reason = (template: string) => failure(() => resolveTemplateString(template, made)).reason;
    expect(reason("${foo[plain]}")).toBe('no such key: "x-abc" under foo (known: bar)');
    expect(reason("${foo[secret]}")).toBe('no such key: "***" under foo (known: bar)');
  });

  test("an object that holds a secret, used twice in one key", () => {
    const lazy = {
      a: (within: OuterResolution) => resolveTemplateString("${secrets.plain}", context, { within }),
    };
    const reason = (template: string) => failure(() => resolveTemplateString(template, { ...context, lazy })).reason;
    expect(reason("${foo[jsonEncode(lazy)]}")).toBe('no such key: "***" under foo (known: bar)');
    expect(reason("${foo[jsonEncode(lazy) + jsonEncode(lazy)]}")).toBe('no such key: "***" under foo (known: bar)');
    expect(reason("${foo[jsonEncode(lazy)]}${foo[jsonEncode(lazy)]}")).not.toContain(MARKER);
    expect(reason("${jsonEncode(lazy) ? foo[jsonEncode(lazy)] : 1}")).toBe('no such key: "***" under foo (known: bar)');
  });

  test("a function of the context that throws", () => {
    const thrown = () => {
      throw new Error(`no route to ${MARKER}`);
    };
    const error = failure(() => resolveTemplateString("${secrets.a}", { secrets: { a: thrown } }));
    expect(error.reason).toBe(
      "the function secrets.a in the context threw an error (not shown, because it can contain a secret)",
    );
    expect(revealsSecret(saidBy(error))).toBe(false);
    const other = failure(() => resolveTemplateString("${a}", { a: thrown }));
    expect(other.reason).toBe(`the function a in the context threw: no route to ${MARKER}`);
  });
});

test("values are what they are", () => {
  const context = contextOf();
  expect(resolveTemplates({ a: "${secrets.plain}", b: "x${var.plain}" }, context)).toStrictEqual({
    a: MARKER,
    b: `x${MARKER}`,
  });
  expect(resolveTemplateString("${secrets.nested}", context)).toBe(TEXTS);
});
