import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { secretValue } from "../../../../src/garden/template/resolve/late-values.ts";
import { resolveTemplateString, resolveTemplates } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

const context = {
  a: { b: null, list: ["x", { y: 1 }], "a-b": 2, true: 3, 0: 4, text: "t" },
  key: "list",
  index: 1,
  late: NOT_KNOWN_YET,
};

test.each([
  ["${a.list[0]}", "x"],
  ["${a.list.0}", "x"],
  ["${a[key][index].y}", 1],
  ["${a['a-b']}", 2],
  ["${a.a-b}", 2],
  ["${a['true']}", 3],
  ["${a[0]}", 4],
  ["${a['${key}'].0}", "x"],
  ["${(a).list[1]['y']}", 1],
  ["${a.b}", null],
])("%s is %j", (template, value) => {
  expect(resolveTemplateString(template, context)).toBe(value);
});

test.each([
  ["${nope}", 2, 'no such key: "nope" (known: a, key, index, late)'],
  ["${a.lst}", 4, 'no such key: "lst" under a (did you mean "list"?)'],
  ["${a.list[2]}", 9, 'no such key: "2" under a.list (known: 0, 1)'],
  ["${late.rest.kind}", 7, 'no such key: "rest" under late (it has no keys)'],
  ["${a.b.c}", 6, "a.b is null, so it has no key c"],
  ["${a.text.length}", 9, "a.text is a string, so it has no key length"],
  ["${a['a-b']['x y']}", 11, 'a.a-b is a number, so it has no key ["x y"]'],
  ["${(a.text)[0]}", 11, "the value is a string, so it has no key 0"],
  ["${a[true]}", 4, "a key in brackets must be a string or a number, not a boolean"],
  ["${a[null]}", 4, "a key in brackets must be a string or a number, not null"],
  ["${a[a.list]}", 4, "a key in brackets must be a string or a number, not a list"],
])("%s is an error at offset %i", (template, offset, reason) => {
  expect(failure(() => resolveTemplateString(template, context))).toMatchObject({ offset, reason });
});

describe("the keys of a secret do not appear in errors", () => {
  const secrets = { token: { inner: { deep: 1 } } };
  const shared = { inner: { deep: 1 } };
  const all = {
    secrets,
    shared,
    computed: secretValue({ inner: { deep: 1 } }),
    holder: { part: secretValue({ x: 1 }) },
  };

  test.each<[template: string, reason: string, isSecret: boolean]>([
    ["${shared.nope}", 'no such key: "nope" under shared (known: inner)', false],
    ["${secrets.nope}", 'no such key: "nope" under secrets (known: token)', true],
    ["${secrets.token.nope}", 'no such key: "nope" under secrets.token (the existing keys are secret)', true],
    [
      "${secrets.token.inner.nope}",
      'no such key: "nope" under secrets.token.inner (the existing keys are secret)',
      true,
    ],
    ["${computed.nope}", 'no such key: "nope" under computed (the existing keys are secret)', true],
    ["${computed.inner.nope}", 'no such key: "nope" under computed.inner (the existing keys are secret)', true],
    ["${holder.nope}", 'no such key: "nope" under holder (known: part)', false],
    ["${holder.part.nope}", 'no such key: "nope" under holder.part (the existing keys are secret)', true],
  ])("%s", (template, reason, isSecret) => {
    expect(failure(() => resolveTemplateString(template, all))).toMatchObject({ reason, isSecret });
  });

  test("a whole map that contains a secret is secret each time", () => {
    expect(resolveTemplates(["${holder}", "${holder}"], all)).toEqual([{ part: { x: 1 } }, { part: { x: 1 } }]);
    const isSecret = (document: unknown) => failure(() => resolveTemplates(document, all)).isSecret;
    expect(isSecret(["${holder}", "${holder + 1}"])).toBe(true);
    expect(isSecret(["${holder}", "${shared + 1}"])).toBe(false);
  });
});

describe("objects that are used as a whole", () => {
  test("functions without a value are left out of maps, and stay in lists", () => {
    const m = { a: () => undefined, b: undefined, c: [() => undefined, () => null], d: () => () => 1 };
    const { d, ...rest } = resolveTemplateString("${m}", { m }) as Record<string, unknown>;
    expect(rest).toStrictEqual({ b: undefined, c: [undefined, null] });
    expect(d).toBeTypeOf("function");
  });

  test("functions are found inside objects that several places share", () => {
    const plain = { x: [1] };
    const deep = [plain, [plain, { f: () => plain }]];
    expect(resolveTemplateString("${m}", { m: { plain, deep, again: deep } })).toEqual({
      plain,
      deep: [plain, [plain, { f: plain }]],
      again: [plain, [plain, { f: plain }]],
    });
    expect(resolveTemplates(["${plain}", "${deep}"], { plain, deep })).toEqual([plain, [plain, [plain, { f: plain }]]]);
  });

  test("instances of classes are values, whatever their members are", () => {
    const date = Object.assign(new Date(0), { extra: () => 1 });
    expect(resolveTemplateString("${m.d}", { m: { d: date } })).toBe(date);
    expect((resolveTemplateString("${m}", { m: { d: date, f: () => 2 } }) as { d: unknown }).d).toBe(date);
  });

  test("a part that is not known yet stays, or is missing", () => {
    const m = { a: 1, b: [NOT_KNOWN_YET] };
    expect(resolveTemplateString("${m}", { m }, { partial: "late" })).toBe("${m}");
    expect(resolveTemplateString("${m.a}", { m }, { partial: "late" })).toBe(1);
    expect(failure(() => resolveTemplateString("${m}", { m }))).toMatchObject({ code: "missing-key", key: "m" });
    expect(resolveTemplateString("${m || 'd'}", { m })).toBe("d");
  });
});
