/** What replacements read, and what they change. The results are those of kubectl, or unknown. */
import { expect, test } from "vitest";
import { type Files, render } from "./render.ts";

const SOURCE = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "source" },
  data: {
    a: "x-y-z",
    "b.c": "dotted",
    empty: "",
    five: "5",
    yes: "true",
    exponent: "1e3",
    date: "2001-01-01",
    infinite: ".inf",
    0: "zero",
  },
  number: 7,
  fraction: "FRACTION",
  empty: {},
  nothing: [],
  flag: true,
  none: null,
  mapping: { k: "v" },
  list: ["p", "q"],
  entries: [
    { name: "one", v: "1" },
    { name: "two", v: "2" },
  ],
};

const TARGET = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "target", labels: { tier: "front" } },
  data: { a: "a:b:c", "b.c": "old", empty: "" },
  number: 1,
  flag: false,
  none: null,
  mapping: { k: "w", 0: "zero" },
  list: ["r", "s"],
  entries: [
    { name: "one", v: "1" },
    { name: "two", v: "2" },
    { name: "two", v: "3" },
  ],
};

/** The target after replacements; undefined if it is unknown. */
function replaced(replacement: unknown, more: Files = {}): unknown {
  const { objects } = render({
    "kustomization.yaml": JSON.stringify({ resources: ["objects.yaml"], replacements: [replacement] }),
    "objects.yaml": `${JSON.stringify(SOURCE).replace('"FRACTION"', "1.10")}\n---\n${JSON.stringify(TARGET)}`,
    ...more,
  });
  const { document, isUnknown } = objects[1]!;
  return isUnknown ? undefined : document.value;
}

const replacement = (source: object, target: object) => ({
  source: { kind: "ConfigMap", ...source },
  targets: [{ select: { kind: "Secret" }, ...target }],
});

const data = (members: object) => ({ data: { ...TARGET.data, ...members } });

test.each<[source: object, value: string | undefined]>([
  [{}, "source"],
  [{ name: "source", namespace: "default", version: "v1" }, "source"],
  [{ fieldPath: "data.a" }, "x-y-z"],
  [{ fieldPath: "data.b\\.c" }, "dotted"],
  [{ fieldPath: "data.[b.c]" }, "dotted"],
  [{ fieldPath: "data.empty" }, ""],
  [{ fieldPath: "number" }, "7"],
  [{ fieldPath: "flag" }, "true"],
  [{ fieldPath: "mapping.k" }, "v"],
  [{ fieldPath: "list.0" }, "p"],
  [{ fieldPath: "list.*" }, undefined],
  [{ fieldPath: "data.*" }, undefined],
  [{ fieldPath: "data.0" }, undefined],
  [{ fieldPath: "mapping", options: { delimiter: "-" } }, undefined],
  [{ fieldPath: "list", options: { delimiter: "-" } }, undefined],
  [{ fieldPath: "list.1" }, "q"],
  [{ fieldPath: "list.[=q]" }, "q"],
  [{ fieldPath: "entries.[name=two].v" }, "2"],
  [{ fieldPath: "data.a", options: { delimiter: "-" } }, "x"],
  [{ fieldPath: "data.a", options: { delimiter: "-", index: 1 } }, "y"],
  [{ fieldPath: "data.a", options: { delimiter: "-", index: 2 } }, "z"],
  [{ fieldPath: "data.a", options: { delimiter: "", index: 1 } }, "x-y-z"],
  [{ fieldPath: "data.a", options: { index: 1 } }, "x-y-z"],
  [{ fieldPath: "number", options: { delimiter: "-" } }, "7"],
  // kustomize refuses these.
  [{ fieldPath: "data.a", options: { delimiter: "-", index: 3 } }, undefined],
  [{ fieldPath: "data.a", options: { delimiter: "-", index: -1 } }, undefined],
  [{ fieldPath: "none" }, undefined],
  [{ fieldPath: "list.2" }, undefined],
  [{ fieldPath: "data.missing" }, undefined],
  [{ fieldPath: "entries.[name=three].v" }, undefined],
  [{ name: "other" }, undefined],
  [{ name: "sour.*" }, undefined],
  [{ version: "v2" }, undefined],
  [{ group: "apps" }, undefined],
  [{ kind: "" }, undefined],
])("the source %j has the value %j", (source, value) => {
  const expected = value === undefined ? undefined : { ...TARGET, ...data({ a: value }) };
  expect(replaced(replacement(source, { fieldPaths: ["data.a"] }))).toEqual(expected);
});

const entries = (...items: object[]) => ({ entries: items });
const [one, two, three] = TARGET.entries as [object, object, object];
const create = { create: true };

test.each<[target: object, changed: object | undefined]>([
  [{}, { metadata: { ...TARGET.metadata, name: "x-y-z" } }],
  [{ fieldPaths: [] }, { metadata: { ...TARGET.metadata, name: "x-y-z" } }],
  [
    { fieldPaths: ["data.empty", "mapping.k"] },
    { ...data({ empty: "x-y-z" }), mapping: { ...TARGET.mapping, k: "x-y-z" } },
  ],
  [{ fieldPaths: ["data.b\\.c"] }, data({ "b.c": "x-y-z" })],
  [{ fieldPaths: ["data.[b.c]"] }, data({ "b.c": "x-y-z" })],
  [{ fieldPaths: ["mapping"] }, { mapping: "x-y-z" }],
  [{ fieldPaths: ["list"] }, { list: "x-y-z" }],
  [{ fieldPaths: ["list.0"] }, { list: ["x-y-z", "s"] }],
  [{ fieldPaths: ["list.1"] }, { list: ["r", "x-y-z"] }],
  [{ fieldPaths: ["list.*"] }, { list: ["x-y-z", "x-y-z"] }],
  [{ fieldPaths: ["list.[=s]"] }, { list: ["r", "x-y-z"] }],
  [{ fieldPaths: ["entries.0.v"] }, entries({ name: "one", v: "x-y-z" }, two, three)],
  [{ fieldPaths: ["entries.2"] }, entries(one, two, "x-y-z" as never)],
  [{ fieldPaths: ["entries.[name=two].v"] }, entries(one, { name: "two", v: "x-y-z" }, { name: "two", v: "x-y-z" })],
  // The text in brackets is a regular expression for a part of the value.
  [{ fieldPaths: ["entries.[name=o].v"] }, entries(...["one", "two", "two"].map((name) => ({ name, v: "x-y-z" })))],
  [{ fieldPaths: ["entries.[name=on|e$].v"] }, undefined],
  [{ fieldPaths: ["entries.[name=on|ex].v"] }, entries({ name: "one", v: "x-y-z" }, two, three)],
  // Items without the field are skipped, if another one has it.
  [{ fieldPaths: ["entries.*.more.v"] }, undefined],
  [{ fieldPaths: ["entries.[name=one]x.v"] }, undefined],
  [{ fieldPaths: ["entries.x[name=one].v"] }, undefined],
  [{ fieldPaths: ["mapping.*"] }, undefined],
  [{ fieldPaths: ["mapping.*"], options: create }, undefined],
  [{ fieldPaths: ["mapping.0"], options: create }, undefined],
  [{ fieldPaths: ["entries.*.name"] }, entries(...["1", "2", "3"].map((v) => ({ name: "x-y-z", v })))],
  // Fields and items that do not exist are created only with an option.
  [{ fieldPaths: ["data.new"], options: create }, data({ new: "x-y-z" })],
  [{ fieldPaths: ["new.deep.k"], options: create }, { new: { deep: { k: "x-y-z" } } }],
  [{ fieldPaths: ["entries.[name=one].w"], options: create }, entries({ ...one, w: "x-y-z" }, two, three)],
  [
    { fieldPaths: ["metadata.annotations.[example.org/a]"], options: create },
    { metadata: { ...TARGET.metadata, annotations: { "example.org/a": "x-y-z" } } },
  ],
  [{ fieldPaths: ["data.new"] }, undefined],
  [{ fieldPaths: ["data.new"], options: { create: "true" } }, undefined],
  [{ fieldPaths: ["data.a.new"], options: create }, undefined],
  [{ fieldPaths: ["list.-"] }, undefined],
  [{ fieldPaths: ["list.2"] }, undefined],
  [{ fieldPaths: ["entries.[name=three].v"] }, undefined],
  [{ fieldPaths: ["new.0"], options: create }, { new: ["x-y-z"] }],
  [{ fieldPaths: ["list.2"], options: create }, { list: ["r", "s", "x-y-z"] }],
  [{ fieldPaths: ["list.3"], options: create }, undefined],
  [{ fieldPaths: ["new.[name=x].v"], options: create }, { new: [{ name: "x", v: "x-y-z" }] }],
  [{ fieldPaths: ["new.[=x]"], options: create }, { new: ["x-y-z"] }],
  [{ fieldPaths: ["new.0.[name=1].v"], options: create }, { new: [[{ name: 1, v: "x-y-z" }]] }],
  [
    { fieldPaths: ["entries.[name=four].in.[k=a].v"], options: create },
    entries(one, two, three, { name: "four", in: [{ k: "a", v: "x-y-z" }] } as never),
  ],
  // Patterns, dates, and steps that mean other things in other places are not supported.
  [{ fieldPaths: ["new.[name=x.*].v"], options: create }, undefined],
  [{ fieldPaths: ["new.[name=2020-01-01].v"], options: create }, undefined],
  [{ fieldPaths: ["new.-"], options: create }, undefined],
  [{ fieldPaths: ["new.*"], options: create }, undefined],
  // With a delimiter, a part is replaced, or added in front or at the end.
  [{ fieldPaths: ["data.a"], options: { delimiter: ":" } }, data({ a: "x-y-z:b:c" })],
  [{ fieldPaths: ["data.a"], options: { delimiter: ":", index: 1 } }, data({ a: "a:x-y-z:c" })],
  [{ fieldPaths: ["data.a"], options: { delimiter: ":", index: 2 } }, data({ a: "a:b:x-y-z" })],
  [{ fieldPaths: ["data.a"], options: { delimiter: ":", index: 3 } }, data({ a: "a:b:c:x-y-z" })],
  [{ fieldPaths: ["data.a"], options: { delimiter: ":", index: 9 } }, data({ a: "a:b:c:x-y-z" })],
  [{ fieldPaths: ["data.a"], options: { delimiter: ":", index: -1 } }, data({ a: "x-y-z:a:b:c" })],
  [{ fieldPaths: ["data.empty"], options: { delimiter: ":" } }, data({ empty: "x-y-z" })],
  [{ fieldPaths: ["data.empty"], options: { delimiter: ":", index: 1 } }, data({ empty: ":x-y-z" })],
  [{ fieldPaths: ["mapping"], options: { delimiter: ":" } }, undefined],
  [{ fieldPaths: ["data.a"], reject: [{ name: "target" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ name: "other" }, { kind: "Secret" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ labelSelector: "tier=front" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ name: "other" }] }, data({ a: "x-y-z" })],
  [{ fieldPaths: ["data.a"], reject: [{ name: "target", kind: "ConfigMap" }] }, data({ a: "x-y-z" })],
  // Each of the id and the labels is enough for an object to be rejected.
  [{ fieldPaths: ["data.a"], reject: [{ kind: "Secret", labelSelector: "tier=back" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ kind: "ConfigMap", labelSelector: "tier=front" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ kind: "ConfigMap", labelSelector: "tier=back" }] }, data({ a: "x-y-z" })],
  [{ fieldPaths: ["data.a"], reject: [{}] }, data({ a: "x-y-z" })],
  [{ fieldPaths: ["data.a"], reject: [{ labelSelector: "tier>front" }] }, undefined],
  // Patterns, since kustomize 5.8.
  [{ fieldPaths: ["data.a"], reject: [{ name: "t.*" }] }, {}],
  [{ fieldPaths: ["data.a"], reject: [{ name: "o.*" }] }, data({ a: "x-y-z" })],
  [{ fieldPaths: ["data.a"], select: { name: "t.*" } }, data({ a: "x-y-z" })],
  [{ fieldPaths: ["data.a"], select: { name: "^t" } }, {}],
  [
    { fieldPaths: ["data.a"], select: { name: "(?i)TARGET", kind: "Secret|ConfigMap", version: "v[12]" } },
    data({ a: "x-y-z" }),
  ],
  [{ fieldPaths: ["data.a"], select: { name: "o.*" } }, {}],
  [{ fieldPaths: ["data.a"], select: { name: "t**" } }, undefined],
  [{ fieldPaths: ["data.a"], reject: [{ name: "(?=t).*" }] }, undefined],
  // An object without a namespace is not in `default`, in these versions.
  [{ fieldPaths: ["data.a"], select: { namespace: "default" } }, undefined],
  [{ fieldPaths: ["data.a"], select: { namespace: "shop" } }, {}],
  [{ fieldPaths: ["data.a"], select: undefined }, undefined],
  [{ fieldPaths: ["data.a"], select: { name: "other" } }, {}],
  [{ fieldPaths: ["data.a"], select: { labelSelector: "tier=front" } }, data({ a: "x-y-z" })],
])("the target %j changes %j", (target, changed) => {
  const expected = changed && { ...TARGET, ...changed };
  expect(replaced(replacement({ fieldPath: "data.a" }, target))).toEqual(expected);
});

test.each<[source: string, target: string, changed: object | undefined]>([
  ["number", "data.a", data({ a: "7" })],
  ["number", "number", { number: 7 }],
  ["data.five", "number", { number: 5 }],
  ["data.five", "data.a", data({ a: "5" })],
  ["data.five", "mapping", { mapping: "5" }],
  ["data.a", "number", undefined],
  ["data.yes", "number", undefined],
  ["data.exponent", "number", undefined],
  ["flag", "number", undefined],
  ["data.yes", "flag", { flag: true }],
  ["data.five", "flag", undefined],
  ["data.five", "none", undefined],
  // kustomize copies the text of a number, which is not known.
  ["fraction", "data.a", undefined],
  ["empty", "mapping", undefined],
  ["nothing", "list", undefined],
  ["number", "mapping", { mapping: 7 }],
  ["flag", "data.a", data({ a: "true" })],
  ["mapping", "mapping", { mapping: { k: "v" } }],
  ["mapping", "entries.0", entries({ k: "v" }, two, three)],
  ["mapping", "list", { list: { k: "v" } }],
  ["list", "list", { list: ["p", "q"] }],
  ["entries", "list", { list: SOURCE.entries }],
  // Not supported.
  ["mapping", "data.a", undefined],
  ["list", "data.a", undefined],
])("the value of %s in place of %s", (source, target, changed) => {
  const expected = changed && { ...TARGET, ...changed };
  expect(replaced(replacement({ fieldPath: source }, { fieldPaths: [target] }))).toEqual(expected);
});

test.each<[source: string, value: unknown]>([
  ["number", 7],
  ["flag", true],
  ["data.five", 5],
  ["data.yes", true],
  ["data.exponent", 1000],
  ["data.a", "x-y-z"],
  ["data.empty", ""],
  ["data.date", undefined],
  ["data.infinite", undefined],
])("a new field has the value of %s without quotes: %j", (source, value) => {
  const expected = value === undefined ? undefined : { ...TARGET, new: { k: value } };
  expect(replaced(replacement({ fieldPath: source }, { fieldPaths: ["new.k"], options: create }))).toEqual(expected);
});

test.each([
  ["an object", (replacements: object[]) => JSON.stringify(replacements[0]), data({ a: "source" })],
  ["a list", JSON.stringify, data({ a: "source", empty: "dotted" })],
  [
    "two documents",
    (replacements: object[]) => replacements.map((each) => JSON.stringify(each)).join("\n---\n"),
    data({ a: "source" }),
  ],
  ["nothing", () => undefined, undefined],
])("replacements in a file that contains %s", (_, write, changed) => {
  const text = write([
    replacement({}, { fieldPaths: ["data.a"] }),
    replacement({ fieldPath: "data.b\\.c" }, { fieldPaths: ["data.empty"] }),
  ]);
  const files = text === undefined ? {} : { "replacements.yaml": text };
  expect(replaced({ path: "replacements.yaml" }, files)).toEqual(changed && { ...TARGET, ...changed });
});

test.each<[value: string, number: number, changed: object | undefined]>([
  ["5", 1, { number: 5 }],
  ["-5", 1, { number: -5 }],
  ["0", -1, { number: 0 }],
  ["5", 1.5, undefined],
  ["1.5", 1, undefined],
  ["5a", 1, undefined],
  ["a5", 1, undefined],
  ["--5", 1, undefined],
  ["", 1, undefined],
])("the value %j in place of the number %d", (value, number, changed) => {
  const target = { ...TARGET, number };
  const { objects } = render({
    "kustomization.yaml": JSON.stringify({
      resources: ["target.yaml"],
      replacements: [{ sourceValue: value, targets: [{ select: { kind: "Secret" }, fieldPaths: ["number"] }] }],
    }),
    "target.yaml": JSON.stringify(target),
  });
  const [{ document, isUnknown }] = objects as [(typeof objects)[0]];
  expect(isUnknown ? undefined : document.value).toEqual(changed && { ...target, ...changed });
});

test.each<[value: string, expected: unknown]>([
  ["x", "x"],
  ["yes", "yes"],
  ["null", null],
  ["-5", -5],
  ["2001-x", "2001-x"],
  ["201-01", "201-01"],
  ["x2001-01", "x2001-01"],
  ["12001-01", "12001-01"],
  ["inf", "inf"],
  [".infx", ".infx"],
  ["x.inf", "x.inf"],
  // Dates, infinity, and NaN are not supported.
  ...["2001-01-01", "2001-1", ".inf", "-.inf", "+.inf", ".Inf", ".INF", ".nan", ".NaN"].map(
    (value): [string, unknown] => [value, undefined],
  ),
])("a new field with the value %s is %j", (value, expected) => {
  const target = { select: { kind: "Secret" }, fieldPaths: ["new"], options: create };
  expect(replaced({ sourceValue: value, targets: [target] })).toEqual(
    expected === undefined ? undefined : { ...TARGET, new: expected },
  );
});
