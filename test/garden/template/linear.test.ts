import { describe, expect, test } from "vitest";
import { deferTemplates, NOT_KNOWN_YET } from "../../../src/garden/index.ts";
import { forgetTemplates, newTemplate } from "../../../src/garden/template/resolve/cache.ts";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../src/index.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

/** Templates on which a careless implementation is quadratic, of about `size` characters. */
const templates: [name: string, make: (size: number) => string][] = [
  ["lookups", (size) => "${a}".repeat(size / 4)],
  ["escapes", (size) => "$${a}".repeat(size / 5)],
  ["escapes, the last one not closed", (size) => `${"$${a}".repeat(size / 5)}$\${`],
  ["escapes that are not closed", (size) => `\${a}${"$${".repeat(size / 3)}`],
  ["openers", (size) => "${".repeat(size / 2)],
  ["openers of literals", (size) => "${'".repeat(size / 3)],
  ["dollars", (size) => `${"$".repeat(size)}{a}`],
  ["blocks", (size) => "${if a}b${else}c${endif}".repeat(size / 24)],
  ["blocks as only Garden reads them", (size) => "${ifa}b${endif}".repeat(size / 15)],
  ["a sum", (size) => `\${${"1 + ".repeat(size / 4)}1}`],
  ["defaults", (size) => `\${${"nope || ".repeat(size / 8)}1}`],
  ["keys", (size) => `\${nope${".a".repeat(size / 2)}}`],
  ["a list", (size) => `\${[${"1,".repeat(size / 2)}]}`],
  ["a literal with escapes", (size) => `\${'${"\\n".repeat(size / 2)}'}`],
  ["a template in a literal with escapes", (size) => `\${'${"\\n${a}".repeat(size / 6)}'}`],
  ["parentheses", (size) => "${((((1))))}".repeat(size / 12)],
  ["literals in literals", (size) => "${'${\"${a}\"}'}".repeat(size / 14)],
  ["calls", (size) => "${upper('a')}".repeat(size / 13)],
  ["spaces", (size) => `\${${" ".repeat(size)}1}`],
  ["line breaks before an error", (size) => `${"\n".repeat(size)}\${nope}`],
];

function settled(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
  }
}

describe.each(templates)("%s: time grows with the input's length", (_, make) => {
  const texts = new Map<number, string>();
  const at = (size: number) => {
    const text = texts.get(size) ?? make(size);
    texts.set(size, text);
    return text;
  };

  test("to parse", () => {
    expect(growthExponent((size) => settled(() => newTemplate(at(size))), 4_096)).toBeLessThan(LINEAR);
  });

  test("to resolve partially", () => {
    const resolve = (size: number) => settled(() => resolveTemplateString(at(size), { b: 1 }, { partial: true }));
    expect(growthExponent(resolve, 4_096)).toBeLessThan(LINEAR);
  });
});

describe("time grows with the document's size", () => {
  const documents: [name: string, make: (size: number) => [document: unknown, context: Record<string, unknown>]][] = [
    ["a list of templates", (size) => [Array.from({ length: size }, (_, i) => `\${a} ${i}`), { a: 1 }]],
    [
      "a loop",
      (size) => [
        { $forEach: "${list}", $return: { a: "${item.value.a}", b: "${item.value}" } },
        { list: Array.from({ length: size }, (_, i) => ({ a: i })) },
      ],
    ],
    ["splices", (size) => [Array.from({ length: size }, () => ({ $concat: "${a}" })), { a: [1] }]],
    [
      "one large value looked up often",
      (size) => [Array(1_000).fill("${typeof list}"), { list: Array.from({ length: size }, (_, i) => [i]) }],
    ],
    [
      "variables",
      (size) => {
        const context: Record<string, unknown> = {};
        context.var = deferTemplates(
          Object.fromEntries(Array.from({ length: size }, (_, i) => [`a${i}`, `\${var.a${i - (i % 8 || i)} || ${i}}`])),
          context,
        );
        return ["${var}", context];
      },
    ],
  ];
  const variablesOf = (size: number, template: (i: number) => unknown, document: unknown) => {
    const context: Record<string, unknown> = {};
    const names = Array.from({ length: size }, (_, i) => [`a${i}`, template(i)]);
    context.var = deferTemplates(Object.fromEntries(names), context);
    return [document, context] as [unknown, Record<string, unknown>];
  };
  documents.push(
    [
      "a loop with a filter",
      (size) => [
        { $forEach: "${list}", $filter: "${item.value % 2 == 0}", $return: "${item.value}" },
        { list: Array.from({ length: size }, (_, i) => i) },
      ],
    ],
    [
      "loops that stay",
      (size) => [
        Array.from({ length: size }, () => ({ $forEach: [1, 2], $return: { $if: "${late}", $then: "${item.value}" } })),
        { late: NOT_KNOWN_YET },
      ],
    ],
    [
      "keys of a map",
      (size) => [Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i}`, "${a}"])), { a: 1 }],
    ],
    ["merged maps", (size) => [Array.from({ length: size }, () => ({ $merge: "${a}", b: 1 })), { a: { c: 1 } }]],
    [
      "a chain of variables",
      (size) =>
        variablesOf(
          size,
          (i) => (i === 0 ? "a" : `\${var.a${i - 1}}`),
          Array.from({ length: size }, (_, i) => `\${var.a${i}}`),
        ),
    ],
    [
      "variables made of secrets",
      (size) => {
        const made = variablesOf(size, (i) => `\${upper(secrets.a)}${i}`, "${var}");
        made[1].secrets = { a: "x" };
        return made;
      },
    ],
    [
      "variables that depend on themselves",
      (size) =>
        variablesOf(
          size,
          (i) => `\${var.a${i} || 1}`,
          Array.from({ length: size }, (_, i) => `\${var.a${i} || 2}`),
        ),
    ],
    [
      "shared lists, each twice in the next",
      (size) => {
        const depth = Math.floor(Math.log2(size));
        return variablesOf(
          depth,
          (i) => (i === 0 ? Array(64).fill(1) : [`\${var.a${i - 1}}`, `\${var.a${i - 1}}`]),
          `\${jsonEncode(var.a${depth - 1})}`,
        );
      },
    ],
  );

  test.each(documents)("%s", (_, make) => {
    // Nothing is known from before: neither templates nor values of the context.
    const run = (size: number) => {
      forgetTemplates();
      const [document, context] = make(size);
      settled(() => resolveTemplates(document, context));
      settled(() => resolveTemplates(document, context, { partial: true }));
    };
    expect(growthExponent(run, 512)).toBeLessThan(LINEAR);
  });
});
