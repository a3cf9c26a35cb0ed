import { describe, expect, test } from "vitest";
import { deferTemplates } from "../../../../src/garden/index.ts";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../../src/index.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { randomDocument } from "../documents.ts";
import { CONTEXT } from "../trees.ts";

const known = {
  a: 1,
  yes: true,
  list: ["x", "y"],
  map: { k: "v" },
  evil: {
    text: "${a}",
    escaped: "$${a}",
    open: "${",
    query: "?x=1",
    both: "?${a}$",
    dollar: "$",
    brace: "{a}",
    map: { $if: "${a}", q: "'\\" },
  },
};

const partially = (document: unknown, context: Record<string, unknown> = known) =>
  resolveTemplates(document, context, { partial: true });

describe("what is not known stays, character for character", () => {
  test.each<[string, unknown]>([
    ["${later.x}", "${later.x}"],
    ["${ later.x  }", "${ later.x  }"],
    ["${later.x}?", "${later.x}?"],
    ["${later.x}??", "${later.x}??"],
    ["<${a}${later.x}${a}>", "<1${later.x}1>"],
    ["${later || a}", "${later || a}"],
    ["${a || later}", 1],
    ["${yes && later}", "${yes && later}"],
    ["${!yes && later}", false],
    ["${!later}", "${!later}"],
    ["${typeof later}", "${typeof later}"],
    ["${later ? 1 : 2}", "${later ? 1 : 2}"],
    ["${yes ? 1 : later}", 1],
    ["${[a, later]}", "${[a, later]}"],
    ["${upper('${later}')}", "${upper('${later}')}"],
    ["${list[later]}", "${list[later]}"],
    ["${(later).x}", "${(later).x}"],
    ["${map.nope}", "${map.nope}"],
    ["$${a}", "$${a}"],
    ["$${a} ${a}", "$${a} 1"],
    ["${'${later} ${a}'}", "${later} 1"],
    ["<${'${later} ${a}'}>", "<${later} 1>"],
    ["${'${later}'}?", "${'${later}'}?"],
    ["${'${later}?' || a}", "${'${later}?' || a}"],
    ["${'$${a}'}", "$${a}"],
    ["${if yes}<${later}>${endif}${a}", "<${later}>1"],
    ["${if yes}a${endif}", "a"],
    ["${if yes}$${a}${endif}", "$${a}"],
    // A text, although one expression is left.
    ["${''}${later}", "${later}${''}"],
    // Nothing is decided on an unknown test, and nothing resolved beneath it.
    ["${if later}${a}${else}b${endif} ${a}", "${if later}${a}${else}b${endif} 1"],
  ])("%j becomes %j", (template, expected) => {
    expect(resolveTemplateString(template, known, { partial: true })).toStrictEqual(expected);
  });

  test.each<[unknown, unknown]>([
    [
      ["${a}", "${later}"],
      [1, "${later}"],
    ],
    [
      { $if: "${later}", $then: "${a}" },
      { $if: "${later}", $then: "${a}" },
    ],
    [{ $if: "${yes}", $then: ["${a}", "${later}"], $else: "${nope.x}" }, [1, "${later}"]],
    [
      ["${a}", { $concat: "${later}" }, { $concat: ["${a}", "${later}"] }],
      [1, { $concat: "${later}" }, 1, "${later}"],
    ],
    [
      { a: "${a}", $merge: "${later}", b: "${a}" },
      { a: 1, $merge: "${later}", b: 1 },
    ],
    [
      { $merge: { x: "${later}", y: "${a}" }, z: 0 },
      { x: "${later}", y: 1, z: 0 },
    ],
    // What an inner $merge may overwrite is decided later, so the outer one stays.
    [
      { x: 0, $merge: { $merge: "${later}", x: 1 } },
      { x: 0, $merge: { $merge: "${later}", x: 1 } },
    ],
    [
      { $forEach: "${later}", $return: "${item.value}" },
      { $forEach: "${later}", $return: "${item.value}" },
    ],
    [{ $forEach: "${list}", $return: "${item.value}${later}" }, ["x${later}", "y${later}"]],
    [{ $forEach: ["${later}", "${a}"], $return: "<${item.value}>" }, ["<${later}>", "<1>"]],
    [
      { $forEach: "${list}", $return: { $if: "${later}", $then: 1 } },
      [1, 2].map(() => ({ $if: "${later}", $then: 1 })),
    ],
    // Where `item` is needed later, the loop stays.
    [
      { $forEach: "${list}", $return: "${later[item.value]}" },
      { $forEach: "${list}", $return: "${later[item.value]}" },
    ],
    [
      { $forEach: "${list}", $return: "${later || '${item.value}'}" },
      { $forEach: "${list}", $return: "${later || '${item.value}'}" },
    ],
    [
      { $forEach: "${list}", $return: "${later || '${if yes}${item.value}${endif}'}" },
      { $forEach: "${list}", $return: "${later || '${if yes}${item.value}${endif}'}" },
    ],
    [
      { $forEach: "${list}", $return: "${if later}${else}${if yes}${item.value}${endif}${endif}" },
      { $forEach: "${list}", $return: "${if later}${else}${if yes}${item.value}${endif}${endif}" },
    ],
    [{ $forEach: ["x"], $return: "${later || '${a}'}${item.value}" }, ["${later || '${a}'}x"]],
    [
      { $forEach: [1], $filter: "${later}", $return: 1 },
      { $forEach: [1], $filter: "${later}", $return: 1 },
    ],
    [
      { $forEach: "${list}", $return: { $if: "${later}", $then: "${item.key}" } },
      { $forEach: "${list}", $return: { $if: "${later}", $then: "${item.key}" } },
    ],
  ])("%j becomes %j", (document, expected) => {
    expect(partially(document)).toStrictEqual(expected);
  });

  test("errors that no later value can fix are reported immediately", () => {
    expect(() => partially({ a: "${1 * 'x'} ${later}" })).toThrow(TemplateError);
    expect(() => partially({ $forEach: 1, $return: "${later}" })).toThrow(TemplateError);
    expect(() => partially("${bad bad}")).toThrow(TemplateError);
  });

  test("variables that are templates", () => {
    const context: Record<string, unknown> = {};
    context.var = deferTemplates({ a: "p-${later}", b: { c: "${var.a}", d: 1 }, e: "${var.e}" }, context);
    expect(partially("${var.a}", context)).toBe("p-${later}");
    expect(partially("<${var.a}>", context)).toBe("<p-${later}>");
    expect(partially("${upper(var.a)}", context)).toBe("${upper(var.a)}");
    expect(partially("${var.a}?", context)).toBe("${var.a}?");
    expect(partially("${var.b}", context)).toStrictEqual({ c: "p-${later}", d: 1 });
    expect(partially("<${var.b}>", context)).toBe("<${var.b}>");
    expect(partially("${var.b.d}", context)).toBe(1);
    expect(partially("${var.e}", context)).toBe("${var.e}");
    expect(resolveTemplateString("${var.a}", Object.assign(context, { later: 1 }))).toBe("p-1");
  });

  test("variables that are resolved in another context stay", () => {
    const context = { var: deferTemplates({ a: "p-${later}", b: 1 }, { later2: 1 }) };
    expect(partially("${var.a}", context)).toBe("${var.a}");
    expect(partially({ x: "${var}" }, context)).toStrictEqual({ x: "${var}" });
  });
});

describe("data that looks like a template is quoted", () => {
  test.each<[unknown, unknown]>([
    ["${evil.text}", "${'$'}{a}"],
    ["${evil.escaped}", "${'$$'}{a}"],
    ["${evil.open}", "${'$'}{"],
    ["${evil.dollar}${evil.brace}", "${'$'}{a}"],
    ["${evil.dollar}${later}", "${'$'}${later}"],
    ["${later}${evil.dollar}", "${later}$"],
    ["${evil.text}$", "${'$'}{a}$"],
    ["${evil.both}", "?${'$'}{a}$"],
    ["${evil.both}${later}", "?${'$'}{a}${'$'}${later}"],
    ["${later}${evil.query}", "${later}${'?'}x=1"],
    ["${later}?${evil.query}", "${later}??x=1"],
    ["${a}${evil.query}", "1?x=1"],
    ["${evil.brace}{${later}", "{a}{${later}"],
    ["${evil.brace} ${evil.text}", "{a} ${'$'}{a}"],
    [{ $forEach: ["${evil.text}"], $return: "${item.value}" }, ["${'$'}{a}"]],
  ])("%j becomes %j", (document, expected) => {
    expect(partially(document)).toStrictEqual(expected);
  });

  test.each<unknown>([
    "${evil}",
    "${evil.map}",
    { x: "${evil.map}", y: "${later}" },
    { $merge: "${evil.map}", y: "${later}" },
    [{ $concat: ["${evil.map}", "${later}"] }],
    { $forEach: ["${evil.map}", "${later}"], $return: ["${item.value}"] },
    { $forEach: ["${evil.text}"], $return: "${item.value}${evil.query}${later}" },
  ])("%j: the second pass finishes it", (document) => {
    const full = { ...known, later: "known" };
    expect(resolveTemplates(partially(document), full)).toStrictEqual(resolveTemplates(document, full));
  });
});

const FULL: Record<string, unknown> = {
  ...CONTEXT,
  evil: {
    text: "a ${text} $${text} ${",
    dollar: "$",
    dollars: "$$$",
    brace: "{text}",
    query: "?${text}",
    map: { $merge: 1, $if: "${text}", "it's": ["\\", "\n", "\u2028", "${", "'"] },
    splice: [{ $concat: ["${text}"] }, { $forEach: 1 }],
    list: ["${text}", { $concat: [1] }, { $if: true }, "$"],
  },
};

function outcome(action: () => unknown): { value: unknown } | undefined {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

test("seeded: a pass with some of the keys, then one with all, is one pass with all", () => {
  const seed = Number(process.env.VAREXPAND_SEED ?? 1);
  const random = new Random(seed);
  let values = 0;
  for (let i = 0; i < fuzzCases(5_000); i++) {
    const names = Object.keys(FULL).filter((name) => name !== "evil");
    const later = [random.pick(names), random.pick(names)];
    const document = randomDocument(random, 1 + random.below(4), later);
    const early = Object.fromEntries(Object.entries(FULL).filter(([name]) => !later.includes(name)));
    const hint = () => `seed ${seed}, case ${i}, later ${later}: ${JSON.stringify(document)}`;
    const atOnce = outcome(() => resolveTemplates(document, FULL));
    const first = outcome(() => resolveTemplates(document, early, { partial: true }));
    const second = first && outcome(() => resolveTemplates(first.value, FULL));
    // What a filter drops, or a later key overwrites, can have been an error that is no longer visible.
    if (atOnce === undefined) continue;
    values++;
    // As JSON, which is what maps with the keys of operators are quoted as.
    expect(JSON.stringify(second), hint()).toBe(JSON.stringify(atOnce));
    // Another partial pass between the two makes no difference.
    const again = outcome(() => resolveTemplates(first!.value, early, { partial: true }));
    const third = outcome(() => resolveTemplates(again!.value, FULL));
    expect(JSON.stringify(third), hint()).toBe(JSON.stringify(atOnce));
  }
  expect(values).toBeGreaterThan(0);
});
