/** Hostile input ends with a result or a clear error: no overflow of the stack, no memory filled. */
import { describe, expect, test } from "vitest";
import { deferTemplates, type OuterResolution } from "../../../src/garden/index.ts";
import { budgetOf } from "../../../src/garden/template/functions/budget.ts";
import {
  DEFAULT_SIZE,
  DEFAULT_STEPS,
  MAX_DEPTH,
  MAX_NESTING,
  MAX_OPERANDS,
} from "../../../src/garden/template/limits.ts";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../src/index.ts";

function outcome(action: () => unknown): string {
  try {
    action();
    return "a value";
  } catch (error) {
    if (error instanceof TemplateError) return error.code;
    throw error;
  }
}

const wrap = (before: string, middle: string, after: string) => (count: number) =>
  `${before.repeat(count)}${middle}${after.repeat(count)}`;
const expression = (make: (count: number) => string) => (count: number) => `\${${make(count)}}`;

describe("nesting in one string", () => {
  test.each<[string, (count: number) => string]>([
    ["parentheses", expression(wrap("(", "1", ")"))],
    ["lists", expression(wrap("[", "1", "]"))],
    ["calls", expression(wrap("upper(", "'a'", ")"))],
    ["brackets", expression(wrap("a[", "'a'", "]"))],
    ["negations", expression(wrap("!", "1", ""))],
    ["typeof", expression(wrap("typeof ", "1", ""))],
    ["choices", expression(wrap("true ? 1 : ", "1", ""))],
    ["choices in choices", expression(wrap("true ? ", "1", " : 1"))],
    ["blocks", wrap("${if true}", "x", "${endif}")],
    ["every level of precedence", expression(wrap("false || true && 1 == 1 < 1 + 1 * (", "1", ")"))],
  ])("%s: a value up to the limit, then an error", (_, make) => {
    expect(outcome(() => resolveTemplateString(make(MAX_NESTING - 2), { a: { a: "a" } }))).not.toBe("limit");
    expect(outcome(() => resolveTemplateString(make(MAX_NESTING + 1), { a: { a: "a" } }))).toBe("limit");
    expect(outcome(() => resolveTemplateString(make(100_000), { a: { a: "a" } }))).toBe("limit");
  });

  const parentheses = wrap("(", "1", ")");
  test.each<[string, number, (count: number) => string]>([
    ["parentheses", 99, expression(parentheses)],
    ["lists", 99, expression(wrap("[", "1", "]"))],
    ["calls", 99, expression(wrap("upper(", "'a'", ")"))],
    ["brackets", 99, expression(wrap("a[", "'a'", "]"))],
    ["negations", 99, expression(wrap("!", "1", ""))],
    ["choices", 99, expression(wrap("true ? ", "1", " : 1"))],
    ["blocks", 100, wrap("${if true}", "x", "${endif}")],
    ["the test of a block", 99, (count) => `\${if ${parentheses(count)}}\${endif}`],
    ["in a block", 98, (count) => `\${if true}\${${parentheses(count)}}\${endif}`],
    [
      "in the second half of a block in a block",
      97,
      (count) => `\${if true}\${if false}\${else}\${${parentheses(count)}}\${endif}\${endif}`,
    ],
    ["in a literal", 97, (count) => `\${'\${${parentheses(count)}}'}`],
    ["after blocks and other parts", 99, (count) => `\${if true}\${endif}\${[[1]]}\${${parentheses(count)}}`],
    ["after other operands", 98, (count) => `\${[((1)), !!1, [[1]][0], 1 ? 2 : 3, '\${1}', ${parentheses(count)}]}`],
  ])("a hundred levels, and no more: %s", (_, most, make) => {
    expect(outcome(() => resolveTemplateString(make(most), { a: { a: "a" } }))).not.toBe("limit");
    expect(() => resolveTemplateString(make(most + 1), { a: { a: "a" } })).toThrow(
      "the expression is nested deeper than 100 levels",
    );
  });

  test.each<[string, (count: number) => string, string]>([
    ["sums", expression(wrap("1 + ", "1", "")), "a value"],
    ["defaults", expression(wrap("nope || ", "1", "")), "a value"],
    ["keys", expression(wrap("", "nope", ".a")), "missing-key"],
    ["indexes", expression(wrap("", "[1]", "[0]")), "type"],
    ["blocks in a row", wrap("${if true}a${endif}", "", ""), "a value"],
    ["openers", wrap("${", "", ""), "parse"],
    ["blocks that are not closed", wrap("${if true}", "", ""), "limit"],
    ["escapes that are not closed", wrap("$${", "", ""), "a value"],
    ["dollars", wrap("$", "{1}", ""), "a value"],
    ["quotes", wrap("${'", "", ""), "parse"],
    ["brackets that are not closed", expression(wrap("[", "", "")), "limit"],
  ])("consecutive %s do not count as nested", (_, make, expected) => {
    expect(outcome(() => resolveTemplateString(make(100_000), {}))).toBe(expected);
  });

  test("templates in literals in templates", () => {
    let template = "${a}";
    for (let i = 0; i < 14; i++) template = `\${'${template.replace(/[\\']/g, "\\$&")}'}`;
    expect(resolveTemplateString(template, { a: 1 })).toBe(1);
  });
});

describe("nesting of documents, variables and data", () => {
  const nested = (wrapOnce: (inner: unknown) => unknown, inner: unknown, count: number) => {
    let document = inner;
    for (let i = 0; i < count; i++) document = wrapOnce(document);
    return document;
  };

  test.each<[string, (inner: unknown) => unknown, unknown]>([
    ["lists", (inner) => [inner], "${a}"],
    ["maps", (inner) => ({ inner }), "${a}"],
    ["$if", (inner) => ({ $if: true, $then: inner }), "${a}"],
    ["tests of $if", (inner) => ({ $if: inner, $then: true }), "${true}"],
    ["$forEach", (inner) => ({ $forEach: [1], $return: inner }), "${a}"],
    ["collections of $forEach", (inner) => ({ $forEach: inner, $return: 1 }), ["${a}"]],
    ["$merge", (inner) => ({ $merge: inner }), {}],
    ["$concat", (inner) => [{ $concat: inner }], ["${a}"]],
  ])("%s", (_, wrapOnce, inner) => {
    for (const partial of [false, true]) {
      const resolve = (count: number) => resolveTemplates(nested(wrapOnce, inner, count), { a: 1 }, { partial });
      expect(outcome(() => resolve(MAX_DEPTH / 3))).toBe("a value");
      expect(outcome(() => resolve(100_000))).toBe("limit");
    }
  });

  test("300 levels, and no more", () => {
    const lists = (inner: unknown, count: number) => nested((inner) => [inner], inner, count);
    // An expression is a level, and the string that it is in.
    expect(outcome(() => resolveTemplates(lists("${a}", 298), { a: 1 }))).toBe("a value");
    for (const strict of [false, true]) {
      expect(outcome(() => resolveTemplates(lists("a", 300), {}, { strict }))).toBe("a value");
      expect(() => resolveTemplates(lists("a", 301), {}, { strict })).toThrow(
        "documents, variables and expressions are nested deeper than 300 levels",
      );
    }
    expect(() => resolveTemplates(lists("${a}", 299), { a: 1 })).toThrow(
      "documents, variables and expressions are nested deeper than 300 levels",
    );
    // What a string in an expression holds counts, too.
    const inString = `\${"\${${wrap("(", "a", ")")(10)}}"}`;
    expect(outcome(() => resolveTemplates(lists(inString, 286), { a: 1 }))).toBe("a value");
    expect(outcome(() => resolveTemplates(lists(inString, 287), { a: 1 }))).toBe("limit");
    expect(outcome(() => deferTemplates(lists("a", 300), {}))).toBe("a value");
    expect(() => deferTemplates({ x: lists("a", 300) }, {}, { path: ["var"] })).toThrow(
      "var: the document is nested deeper than 300 levels",
    );
  });

  test.each<[string, (inner: unknown) => unknown]>([
    ["lists", (inner) => [inner]],
    ["maps", (inner) => ({ inner })],
  ])("consecutive %s that remain do not count as nested, and do not allow deeper nesting", (_, wrapOnce) => {
    const left = Array.from({ length: 1000 }, () => wrapOnce("${later}"));
    const resolve = (depth: number) =>
      resolveTemplates([...left, "${deep}"], { deep: nested(wrapOnce, "x", depth) }, { partial: true });
    expect(outcome(() => resolve(MAX_DEPTH - 1))).toBe("a value");
    expect(outcome(() => resolve(MAX_DEPTH))).toBe("limit");
  });

  test("variables that refer to each other", () => {
    const resolve = (count: number, partial: boolean) => {
      const variables: Record<string, string> = {};
      for (let i = 0; i < count; i++) variables[`a${i}`] = `\${var.a${i + 1}}`;
      variables[`a${count}`] = "end";
      const context: Record<string, unknown> = {};
      context.var = deferTemplates(variables, context);
      return resolveTemplateString("${var.a0}", context, { partial });
    };
    expect(resolve(90, false)).toBe("end");
    expect(outcome(() => resolve(10_000, false))).toBe("limit");
    expect(outcome(() => resolve(10_000, true))).toBe("limit");
  });

  test("functions that resolve templates with functions", () => {
    const context: Record<string, unknown> = {};
    for (let i = 0; i < 10_000; i++)
      context[`a${i}`] = (within: OuterResolution) => resolveTemplateString(`\${a${i + 1}}`, context, { within });
    expect(outcome(() => resolveTemplateString("${a0}", context))).toBe("limit");
  });

  test("deep data", () => {
    const data = nested((inner) => [inner], "x", 100_000);
    expect(resolveTemplateString("${data}", { data })).toBe(data);
    expect(outcome(() => resolveTemplateString("<${data}>", { data }))).toBe("limit");
    expect(outcome(() => resolveTemplateString("${data}", { data }, { partial: true }))).toBe("limit");
    const withFunction = nested(
      (inner) => [inner],
      () => 1,
      100_000,
    );
    expect(outcome(() => resolveTemplateString("${data}", { data: withFunction }))).toBe("limit");
    expect(outcome(() => deferTemplates(data, {}))).toBe("limit");
  });

  test.each([
    ["lists", [[]]],
    ["maps", [{}]],
  ])("%s next to each other in data are not deeper than one", (_, data) => {
    const many = Array(1000)
      .fill(data)
      .map((each) => structuredClone(each));
    expect(resolveTemplateString("${many}", { many }, { partial: true })).toEqual(many);
  });

  test("documents that contain themselves", () => {
    const document: Record<string, unknown> = { a: "${a}" };
    document.self = document;
    expect(outcome(() => resolveTemplates(document, { a: 1 }))).toBe("limit");
  });
});

describe("size", () => {
  test("10 MB of text, of a literal, of spaces, of a name, of digits", () => {
    const size = 10_000_000;
    expect(resolveTemplateString(`${"x".repeat(size)}\${a}`, { a: 1 })).toHaveLength(size + 1);
    expect(resolveTemplateString(`\${"${"x".repeat(size)}"}`)).toHaveLength(size);
    expect(resolveTemplateString(`\${${" ".repeat(size)}1}`)).toBe(1);
    expect(resolveTemplateString(`\${${"1".repeat(size)}}`)).toBe(Number.POSITIVE_INFINITY);
    expect(outcome(() => resolveTemplateString(`\${${"a".repeat(size)}}`))).toBe("missing-key");
  });

  test("a template has a million parts and operands, and no more", () => {
    const template = "${1}".repeat(500_000);
    expect(resolveTemplateString(template)).toHaveLength(500_000);
    expect(() => resolveTemplateString(`${template}x`)).toThrow(
      "1:2000001: the template has more than 1000000 parts and operands",
    );
  });

  test("more operands than a template may have", () => {
    expect(outcome(() => resolveTemplateString("${a}".repeat(MAX_OPERANDS / 2 + 1), { a: 1 }))).toBe("limit");
    expect(outcome(() => resolveTemplateString(`\${[${"1,".repeat(MAX_OPERANDS)}]}`))).toBe("limit");
  });

  const doubled = (template: (name: string) => unknown, first: unknown) => {
    const variables: Record<string, unknown> = { a0: first };
    for (let i = 1; i < 60; i++) variables[`a${i}`] = template(`var.a${i - 1}`);
    const context: Record<string, unknown> = {};
    context.var = deferTemplates(variables, context);
    return context;
  };

  test.each<[string, (name: string) => unknown, unknown]>([
    ["texts", (name) => `\${${name}}\${${name}}`, "0123456789"],
    ["sums of texts", (name) => `\${${name} + ${name}}`, "0123456789"],
    ["sums of lists", (name) => `\${${name} + ${name}}`, [1, 2, 3]],
    ["splices", (name) => [{ $concat: `\${${name}}` }, { $concat: `\${${name}}` }], [1, 2, 3]],
    ["calls", (name) => `\${concat(${name}, ${name})}`, "0123456789"],
  ])("doubling %s", (_, template, first) => {
    expect(outcome(() => resolveTemplateString("${var.a59}", doubled(template, first)))).toBe("limit");
  });

  test("doubling by reference costs nothing until it is written out", () => {
    const context = doubled((name) => `\${[${name}, ${name}]}`, [1]);
    expect(outcome(() => resolveTemplateString("${var.a59}", context))).toBe("a value");
    expect(outcome(() => resolveTemplateString("<${var.a59}>", context))).toBe("limit");
  });

  test("doubling what is not known yet", () => {
    const context = doubled((name) => `\${${name}}\${${name}}`, "${later}");
    expect(outcome(() => resolveTemplateString("${var.a59}", context, { partial: true }))).toBe("limit");
  });

  test("a large part of a loop that stays", () => {
    const document = { $forEach: [1], $return: { $if: "${later}", $then: Array(200_000).fill(1) } };
    expect(resolveTemplates(document, {}, { partial: true })).toStrictEqual([document.$return]);
  });

  test("loops in loops", () => {
    let document: unknown = "${item.value}";
    for (let i = 0; i < 4; i++) document = { $forEach: "${list}", $return: document };
    expect(outcome(() => resolveTemplates(document, { list: Array(1000).fill(1) }))).toBe("limit");
  });

  test("variables that all depend on each other", () => {
    const names = Array.from({ length: 60 }, (_, i) => `var.a${i}`).join(" || ");
    const variables = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, `\${${names}}`]));
    const context: Record<string, unknown> = {};
    context.var = deferTemplates(variables, context);
    expect(resolveTemplateString("${var.a0 || 'none'}", context)).toBe("none");
    expect(resolveTemplateString("${var.a1 || 'none'}", context, { partial: true })).toBe("${var.a1 || 'none'}");
  });
});

test("the limits that are documented", () => {
  expect({ MAX_NESTING, MAX_OPERANDS, MAX_DEPTH, DEFAULT_STEPS, DEFAULT_SIZE }).toEqual({
    MAX_NESTING: 100,
    MAX_OPERANDS: 1_000_000,
    MAX_DEPTH: 300,
    DEFAULT_STEPS: 20_000_000,
    DEFAULT_SIZE: 134_217_728,
  });
  expect(budgetOf({})).toMatchObject({ stepsLeft: 20_000_000, sizeLeft: 134_217_728 });
});

describe("limits that an option sets", () => {
  const list = Array.from({ length: 1000 }, (_, i) => `x${i}`);
  const text = list.join();

  test.each<[string, unknown, number]>([
    ["a value of the document", Array(100).fill("a"), 100],
    ["an operand", "${a + a + a + a + a + a + a + a + a + a}", 10],
    ["a loop's turn", { $forEach: "${range(1, 100)}", $return: 1 }, 200],
    ["a list in which `contains` looks", Array(100).fill("${list contains 'y'}"), 6_000],
    ["a text in which `contains` looks", Array(100).fill("${text contains 'y'}"), 30_000],
    ["a text that `contains` looks for", Array(100).fill("${short contains text}"), 30_000],
    ["texts that are compared", Array(100).fill("${text == text}"), 30_000],
    ["a list that a function reads", Array(100).fill("${slice(list, 1, 2)}"), 6_000],
    ["a text that a function reads", Array(100).fill("${slice(text, 1, 2)}"), 30_000],
    ["a text that is YAML", "${yamlDecode(text)}", 4_889],
    ["a map that is empty or not", Array(100).fill("${isEmpty(map)}"), 100_000],
    ["a value that is copied", "${map2}", 1_000],
  ])("steps: %s", (_, document, least) => {
    const map = Object.fromEntries(list.map((name) => [name, 1]));
    const map2 = Object.fromEntries(list.map((name) => [name, () => 1]));
    const resolve = (steps: number) => () =>
      resolveTemplates(document, { a: 1, short: "x", list, text, map, map2 }, { limits: { steps } });
    expect(resolve(4 * least + 1000)).not.toThrow();
    expect(resolve(least)).toThrow(
      expect.objectContaining({
        code: "limit",
        reason: expect.stringMatching(
          /this takes more than \d+ steps; if that is intended, set a higher limit with the option limits.steps$/,
        ),
      }),
    );
  });

  test.each<[string, unknown, number]>([
    ["a text of parts", "${text}${text}", 9_778],
    ["a sum of texts", "${text + text}", 9_778],
    ["a list as text", "<${list}>", 4_889],
    ["a list in an expression", "${[1, 2, 3]}", 48],
    ["a sum of lists", "${list + list}", 32_000],
    ["lists and maps of the document", [[1], { a: 1 }], 64],
    ["`$concat`", [{ $concat: "${list}" }], 16_000],
    ["`$merge`", { $merge: "${map}" }, 16_000],
    ["what is shared, written out", "${jsonEncode(shared)}", 48_890],
    ["what is shared, as text", "<${shared}>", 48_890],
    ["what is shared, as YAML", "${yamlEncode(shared)}", 48_890],
    ["a function's text", "${upper(text)}", 4_889],
    ["a function's list", "${split(text, ',')}", 16_000],
    ["numbers", "${range(1, 1000)}", 16_000],
  ])("size: %s", (_, document, size) => {
    const map = Object.fromEntries(list.map((name) => [name, 1]));
    const context = { list, text, map, shared: Array(10).fill(list) };
    const resolve = (size: number) => () => resolveTemplates(document, context, { limits: { size } });
    expect(resolve(16 * size + 1000)).not.toThrow();
    expect(resolve(size - 1)).toThrow(
      expect.objectContaining({
        code: "limit",
        reason: expect.stringMatching(
          /the results are larger than \d+ characters; if that is intended, set a higher limit with the option limits.size$/,
        ),
      }),
    );
  });

  test("text without a template is one step, and has no size", () => {
    expect(resolveTemplates(["a", "$$"], {}, { limits: { steps: 3, size: 32 } })).toEqual(["a", "$$"]);
    expect(outcome(() => resolveTemplates(["a", "$$"], {}, { limits: { steps: 2 } }))).toBe("limit");
    expect(outcome(() => resolveTemplates(["a", "$$"], {}, { limits: { size: 31 } }))).toBe("limit");
  });

  test.each<[string, (count: number) => unknown, ofSixteen?: number]>([
    ["${value contains 'y'}", (count) => Array(count).fill("x")],
    ["${value contains ''}", (count) => "x".repeat(count)],
    // Comparing up to 16 characters is free.
    ["${value == 'y'}", (count) => "x".repeat(count), 1],
  ])("steps: %s looks through 16 at a step", (template, make, ofSixteen = 0) => {
    const needs = (count: number) => {
      let steps = 1;
      const resolve = () => resolveTemplateString(template, { value: make(count) }, { limits: { steps } });
      while (outcome(resolve) === "limit") steps++;
      return steps;
    };
    const least = needs(1);
    const more = [0, 1 + ofSixteen, 1 + ofSixteen, 2 + ofSixteen];
    expect([needs(16), needs(17), needs(32), needs(33)]).toEqual(more.map((steps) => least + steps));
  });

  test("size: a map that would be read as an operator is written out as JSON", () => {
    const map = { $if: Array(10).fill(list) };
    const resolve = (size: number) => () =>
      resolveTemplateString("${map}", { map }, { partial: true, limits: { size } });
    expect(resolve(200_000)).not.toThrow();
    expect(resolve(48_890)).toThrow("the results are larger than 48890 characters");
  });

  test("the error contains the position and the function", () => {
    expect(() => resolveTemplates({ a: ["x${upper(text)}"] }, { text }, { limits: { size: 100 } })).toThrow(
      "a.0:1:4: upper: the results are larger than 100 characters",
    );
  });

  test("a resolution within another one shares its limits", () => {
    const context = {
      inner: (within: OuterResolution) => resolveTemplates("${upper(text)}", { text }, { within }),
      text,
    };
    expect(() => resolveTemplates("${inner}", context, { limits: { size: 5_000 } })).not.toThrow();
    const again = {
      inner: (within: OuterResolution) => resolveTemplates("${upper(text)}", { text }, { within }),
      text,
    };
    expect(() =>
      resolveTemplates("${text + text}${again}", { again: again.inner, text }, { limits: { size: 14_000 } }),
    ).toThrow(/limits.size/);
  });

  test("resolutions that share a budget", () => {
    const budget = budgetOf({ steps: 150 }, { stepsOption: "--most-steps", sizeOption: "--most-text" });
    const document = Array(99).fill(1);
    resolveTemplates(document, {}, { budget });
    expect(() => resolveTemplates(document, {}, { budget })).toThrow("set a higher limit with --most-steps");
    expect(() => resolveTemplates(document)).not.toThrow();
  });

  test.each([{ steps: -1 }, { size: Number.NaN }, { steps: "many" as unknown as number }])(
    "rejects %j as a limit",
    (limits) => {
      expect(() => resolveTemplates("${1}", {}, { limits })).toThrow(RangeError);
    },
  );
});

describe("hostile arguments end with a value or an error", () => {
  const huge = "a".repeat(2_000_000);
  const context = {
    huge,
    list: Array.from({ length: 1_000_000 }, (_, i) => i),
    deep: `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    deepYaml: `${"- ".repeat(100_000)}a`,
    needle: `${huge.slice(0, 500_000)}b${huge.slice(0, 500_000)}`,
    object: {},
  };
  test.each([
    ["${slice(list, 1e308)}", "function"],
    ["${slice(list, -1e308, 1e308)}", "function"],
    ["${slice(huge, '1e308')}", "function"],
    ["${range(0, 9e15)}", "limit"],
    ["${range(-1e308, 1e308)}", "function"],
    ["${indent(huge, 9e15)}", "limit"],
    ["${join(list, huge)}", "limit"],
    ["${replace(huge, 'a', huge)}", "limit"],
    ["${split(huge, 'a')}", "a value"],
    ["${huge contains needle}", "a value"],
    ["${replace(huge, needle, 'c')}", "a value"],
    ["${split(huge, needle)}", "a value"],
    ["${jsonDecode(deep)}", "limit"],
    ["${yamlDecode(deepYaml)}", "function"],
    ["${formatDateUtc('2022-03-04', huge)}", "function"],
    ["${formatDateUtc(huge, 'yyyy')}", "function"],
    ["${shiftDateUtc('2022-03-04', 9e15, 'years')}", "function"],
    ["${modifyDateUtc('2022-03-04', -9e15, 'milliseconds')}", "function"],
    ["${uuidv4(huge) == huge}", "a value"],
    ["${camelCase(huge)}", "a value"],
    ["${object.__proto__}", "missing-key"],
    ["${object.constructor || object['toString'] || 'none'}", "a value"],
    ["${object contains '__proto__'}", "a value"],
    ["${list + list + list}", "a value"],
  ])("%s: %s", (template, expected) => {
    expect(outcome(() => resolveTemplateString(template, context))).toBe(expected);
  });

  test("loops that look through large values are counted", () => {
    const many = { $forEach: "${list}", $return: "${huge contains item.key}" };
    expect(outcome(() => resolveTemplates(many, context))).toBe("limit");
  });
});

test("literals in literals, each with a block as only Garden reads it, are parsed once", () => {
  let template = "${ifa}x${endif}";
  for (let i = 0; i < 25; i++) {
    template = `\${'${template.replaceAll("\\", "\\u005c").replaceAll("'", "\\u0027")}'}\${ifa}x\${endif}`;
  }
  expect(resolveTemplateString(template, { a: true })).toBe("x".repeat(26));
});
