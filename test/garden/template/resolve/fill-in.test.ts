import { describe, expect, test } from "vitest";
import { deferTemplates, NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { resolveTemplateString, resolveTemplates } from "../../../../src/index.ts";

/** Lists that change when they are written as JSON. */
const ODD = {
  nan: [Number.NaN],
  infinite: [[Number.POSITIVE_INFINITY]],
  negativeZero: [{ a: -0 }],
  nothing: [undefined],
  withDate: [new Date(0)],
};

const known = {
  parent: { name: "api" },
  name: "a-b",
  odd: "it's\n\\",
  breaks: "a\r\n\u2028\u2029b",
  template: { of: ["${x}", "$${"] },
  number: 2,
  negative: -3,
  yes: true,
  none: null,
  list: [1, "two"],
  inputs: { list: [1, "t'wo", "${x}"], map: { a: { b: null } }, date: new Date(0), odd: ODD },
};

const later = { x: { api: { y: "Y" }, "a-b": { y: "Z" } }, list: [1], word: "w" };

test.each([
  ["nullable", ".nullable"],
  ["not-null", ".not-null"],
  ["_1", "._1"],
  ["null", "['null']"],
  ["true", "['true']"],
  ["false", "['false']"],
  ["typeof", "['typeof']"],
  ["1a", "['1a']"],
  ["a b", "['a b']"],
  ["", "['']"],
  [0, "[0]"],
])("the key %j becomes %s", (key, left) => {
  const template = resolveTemplateString("${later[key]}", { later: NOT_KNOWN_YET, key }, { partial: "late" });
  expect(template).toBe(`\${later${left}}`);
  expect(resolveTemplateString(template as string, { later: { [key]: "value" } })).toBe("value");
});

test.each([
  [10_000, true],
  [10_001, false],
])("a list of %i characters of JSON is filled in: %s", (length, isFilledIn) => {
  const list = ["x".repeat(length - '[""]'.length)];
  const left = resolveTemplateString(
    "${concat(later.list, inputs.list)}",
    { later: NOT_KNOWN_YET, inputs: { list } },
    { partial: "late" },
  );
  expect(left).toBe(
    isFilledIn ? `\${concat(later.list, jsonDecode('${JSON.stringify(list)}'))}` : "${concat(later.list, inputs.list)}",
  );
});

describe("known values replace their lookups in the remaining template, which then needs nothing else", () => {
  test.each([
    ["${later.x[parent.name].y}", "${later.x.api.y}"],
    ['${later.x["${parent.name}"].y}', "${later.x.api.y}"],
    ["${later.x[name].y}", "${later.x.a-b.y}"],
    ["${later.x['${parent.name}'].y + name}", "${later.x.api.y + 'a-b'}"],
    ["${later.list[number - 2]}", "${later.list[0]}"],
    ["${later.list[later.list[number - 2] - 1]}", "${later.list[later.list[0] - 1]}"],
    ["${later.word == name}", "${later.word == 'a-b'}"],
    ["${later.word + odd}", "${later.word + 'it\\'s\\n\\\\'}"],
    ["${later.word + breaks}", "${later.word + 'a\\r\\n\\u2028\\u2029b'}"],
    ["${later.word + template.of[0]}", "${later.word + ('$' + '{x}')}"],
    ["${later.list[0] + negative * number}", "${later.list[0] + (0 - 3) * 2}"],
    ["${later.word == none || yes}", "${later.word == null || true}"],
    ["${join(later.list, parent.name)}", "${join(later.list, 'api')}"],
    ["${[later.word, parent.name]}", "${[later.word, 'api']}"],
    ["${concat(later.list, inputs.list)}", '${concat(later.list, jsonDecode(\'[1,"t\\\'wo","\\\\u0024{x}"]\'))}'],
    [
      "${jsonEncode(later.x) + jsonEncode(inputs.map)}",
      '${jsonEncode(later.x) + jsonEncode(jsonDecode(\'{"a":{"b":null}}\'))}',
    ],
    ["${later.word + '-${parent.name}-${later.word}'}", "${later.word + '-${parent.name}-${later.word}'}"],
    ["${later.word + '-${parent.name}'}", "${later.word + '-api'}"],
    ["a ${later.word ? parent.name : nope.nope} b", "a ${later.word ? 'api' : nope.nope} b"],
    [
      "${if later.word}${parent.name}${else}${later.list}${nope}${endif}",
      "${if later.word}${'api'}${else}${later.list}${nope}${endif}",
    ],
    [
      "${if later.word}${inputs.list}${endif}",
      '${if later.word}${jsonDecode(\'[1,"t\\\'wo","\\\\u0024{x}"]\')}${endif}',
    ],
    ["${later.nope || parent.name}?", "${later.nope || 'api'}?"],
    ["${!later.word || typeof name}", "${!later.word || typeof 'a-b'}"],
  ])("%s: %s", (input, left) => {
    expect(resolveTemplateString(input, { ...known, later: NOT_KNOWN_YET }, { partial: "late" })).toBe(left);
    if (left.includes("nope.nope") || left.includes("parent")) return;
    const whole = resolveTemplateString(input, { ...known, later });
    expect(resolveTemplateString(left, { later, nope: 1 })).toEqual(whole);
    expect(resolveTemplateString(left, { later, nope: 1 }, { strict: true })).toEqual(whole);
  });

  test.each([
    // A list is equal only to itself; a list of variables is there later, too.
    ["${(inputs.list == inputs.list) && later.word}", "${(inputs.list == inputs.list) && later.word}"],
    ["${later.list == inputs.list}", "${later.list == inputs.list}"],
    ["${concat(later.list, list)}", "${concat(later.list, list)}"],
    ["${later.word + inputs.date}", "${later.word + inputs.date}"],
    ...["nan", "infinite", "negativeZero", "nothing", "withDate"].map((name) => [
      `\${concat(later.list, inputs.odd.${name})}`,
      `\${concat(later.list, inputs.odd.${name})}`,
    ]),
    ["${later.x + 1e400 + (0 * (0 - 1))}", "${later.x + 1e400 + (0 * (0 - 1))}"],
    ["${later.yes ? (upper(1) || later.word) : 1}", "${later.yes ? (upper(1) || later.word) : 1}"],
  ])("but what cannot be written stays: %s", (input, left) => {
    expect(resolveTemplateString(input, { ...known, later: NOT_KNOWN_YET }, { partial: "late" })).toBe(left);
  });

  test("a list that contains itself is left, as are those with very many values", () => {
    const inputs: Record<string, unknown[]> = { loop: [], many: [], shared: [1] };
    inputs.loop!.push(inputs.loop);
    inputs.many!.push(...Array(6000).fill(1));
    for (let i = 0; i < 100; i++) inputs.shared = [inputs.shared, inputs.shared];
    for (const name of Object.keys(inputs)) {
      const template = `\${concat(later.list, inputs.${name})}`;
      expect(resolveTemplateString(template, { inputs, later: NOT_KNOWN_YET }, { partial: "late" })).toBe(template);
    }
  });

  test("a loop is done, if nothing in it looks up the item any more", () => {
    const loop = { $forEach: "${inputs.list}", $return: "${later.x[item.value]} ${item.key}" };
    const context = { inputs: { list: ["a", "b"] }, later: NOT_KNOWN_YET };
    expect(resolveTemplates(loop, context, { partial: "late" })).toEqual(["${later.x.a} 0", "${later.x.b} 1"]);
    const again = { ...loop, $return: "${later.x == '${item.value}'}${later.y}" };
    expect(resolveTemplates(again, context, { partial: "late" })).toEqual([
      "${later.x == 'a'}${later.y}",
      "${later.x == 'b'}${later.y}",
    ]);
    for (const $return of [
      "${later.x == item}",
      "${later.x == '${item.value}${later.y}'}",
      "${later.x == '${if later.y}${item.value}${endif}'}",
      "${later.x == '${later.y}${lower(\"${later.z}${item.value}\")}'}",
      "${if later.x}${later.y == item}${endif}",
    ]) {
      const kept = { $forEach: "${inputs.list}", $return };
      expect(resolveTemplates(kept, context, { partial: "late" }), $return).toEqual(kept);
    }
  });

  test("a value of another context replaces its lookup if both contexts contain its remaining references", () => {
    const outputs = { x: NOT_KNOWN_YET };
    const context: Record<string, unknown> = { outputs, own: NOT_KNOWN_YET, name: "n" };
    const inner = { outputs, own: NOT_KNOWN_YET, mine: NOT_KNOWN_YET, name: "m" };
    const other = { outputs: { x: NOT_KNOWN_YET }, name: "m" };
    const templates = {
      shared: "${outputs.x[name]}",
      list: ["${outputs.x}", "${name}"],
      mine: "${mine.x} ${outputs.x}",
      both: "${outputs.x || mine.x}",
    };
    context.inner = deferTemplates(templates, inner);
    context.other = deferTemplates(templates, other);
    const resolved = (input: unknown) => resolveTemplates(input, context, { partial: "late" });
    expect(resolved("${inner.shared} ${name}")).toBe("${outputs.x.m} n");
    expect(resolved("${inner.list}")).toEqual(["${outputs.x}", "m"]);
    expect(resolved("${upper(inner.shared)}")).toBe("${upper(inner.shared)}");
    expect(resolved("${inner.mine}")).toBe("${inner.mine}");
    expect(resolved("${inner.both}")).toBe("${inner.both}");
    expect(resolved("${other.shared}")).toBe("${other.shared}");
  });

  test("in an expression whose value has the keys, too", () => {
    const context = { ...known, later: NOT_KNOWN_YET };
    expect(resolveTemplateString("${[later.word, name][0]}", context, { partial: "late" })).toBe(
      "${[later.word, 'a-b'][0]}",
    );
    expect(resolveTemplateString("${(later.x[name])[name]}", context, { partial: "late" })).toBe(
      "${(later.x.a-b).a-b}",
    );
  });

  test("with `partial: true`, an expression does not change", () => {
    expect(resolveTemplateString("${later.x[parent.name]}", known, { partial: true })).toBe("${later.x[parent.name]}");
  });
});

test.each([
  ["${env.X || later.a}", "${later.a}"],
  ["${env.X || env.EMPTY || later.a || 'd'}", "${later.a || 'd'}"],
  ["${later.a || env.X || 'd'}", "${later.a || env.X || 'd'}"],
  ["${upper(env.X || later.a)}-${(env.EMPTY || later.a) == 1}", "${upper(later.a)}-${(later.a) == 1}"],
])("%s is left without what is known to be missing or empty: %s", (template, left) => {
  const context = { env: { EMPTY: "" }, later: NOT_KNOWN_YET };
  expect(resolveTemplateString(template, context, { partial: "late" })).toBe(left);
});
