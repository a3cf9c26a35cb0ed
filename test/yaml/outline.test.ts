import { expect, test } from "vitest";
import { memberOf } from "../../src/text/own-keys.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import type { IsOutlined } from "../../src/yaml/outline.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { randomYaml } from "../reference/yaml-lines.ts";
import { YamlText } from "../reference/yaml-text.ts";

/** What identifies each document, or the error. */
function identities(text: string, isOutlined?: IsOutlined): unknown {
  try {
    const roots = parseYaml(text, undefined, undefined, isOutlined);
    return roots.map(({ value }) => ["apiVersion", "kind", "metadata"].map((name) => memberOf(value, name)));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return `${error.offset}: ${error.message}`;
  }
}

/** Calls with the kinds and versions of the objects that are outlined. */
function outlined(calls: unknown[]): IsOutlined {
  return (kind, apiVersion) => {
    calls.push([kind, apiVersion]);
    return kind !== "Pod";
  };
}

test.each([
  ["kind: A\napiVersion: v1\nspec: {a: [1]}\n", [["A", "v1"]], ["kind", "apiVersion"]],
  ["spec: 1\nkind: Pod\ndata: 2\n", [["Pod", undefined]], ["spec", "kind", "data"]],
])("a member after the kind is skipped, also in another document: %j", (text, calls, keys) => {
  for (const count of [1, 2]) {
    const found: unknown[] = [];
    const documents = Array.from({ length: count }, () => text);
    const roots = parseYaml(documents.join("---\n"), undefined, undefined, outlined(found));
    expect(found).toEqual(documents.flatMap(() => calls));
    expect(roots.map(({ value }) => Object.keys(value as object))).toEqual(documents.map(() => keys));
  }
});

test.each([
  "kind: A\nspec: 1\nkind: B\n",
  "kind: A\nspec: 1\napiVersion: v2\n",
  "a: &a {kind: B}\nkind: A\nspec: 1\n<<: *a\n",
  "kind: A\nspec: &a 1\nmetadata: *a\n",
  "kind: A\nspec: *a\n",
  "kind: A\nspec: !!int x\n",
  "kind: A\nspec: {a: [.inf]}\n",
  "kind: A\nspec: {? [a] : b}\n",
  "kind: A\nspec:\n  ~: 1\n",
  "kind: A\nspec:\n  : 1\n",
  "kind: A\nspec: {<<: 1}\n",
  "kind: A\nspec: {a: 1\n",
  "kind: A\nspec:\n  ~\nmetadata: {name: ~}\n",
  '"k\\x69nd": A\nspec: 1\n',
  "a: 1\n---\n- kin: 1\n---\n",
])("an object is identified as if all of it was read: %j", (text) => {
  expect(identities(text, outlined([]))).toEqual(identities(text));
});

test.each<[string, unknown[]]>([
  [
    "kind: A\nmetadata: {labels: {a: [b]}}\nspec: 1\ndata: {c: d}\nmetadata: {name: x}\nstatus: 2\n",
    [{ kind: "A", metadata: { name: "x" } }],
  ],
  ["a: 1\nkind: A\nb: [{c: d}]\n", [{ a: 1, kind: "A" }]],
  ["kind: A\na:\nb: ''\nc: {}\nd: []\ne: -x\n", [{ kind: "A" }]],
  [
    "kind: A\na: 1\n---\nkind: Pod\na: {b: c}\n---\nkind: B\na: 2\n",
    [{ kind: "A" }, { kind: "Pod", a: { b: "c" } }, { kind: "B" }],
  ],
  ["kind: A\nmetadata: &m {name: x}\nspec: 1\n", [{ kind: "A", metadata: { name: "x" } }]],
  ["kind: [A]\na: 1\n", [{ kind: ["A"], a: 1 }]],
  ["spec: {kind: A, a: 1}\n", [{ spec: { kind: "A", a: 1 } }]],
  ["- kind: A\n  a: 1\n", [[{ kind: "A", a: 1 }]]],
])("exactly the members of %j are kept", (text, expected) => {
  expect(parseYaml(text, undefined, undefined, outlined([])).map(({ value }) => value)).toEqual(expected);
});

test("documents without a kind are skipped if nothing in them is needed", () => {
  const text = "a: {b: c}\n---\n- d\n---\ne\n---\n";
  const read = (isNeeded: boolean) =>
    parseYaml(text, undefined, undefined, (kind) => kind !== undefined || !isNeeded).map(({ value }) => value);
  expect(read(false)).toEqual([{}, [], "", null]);
  expect(read(true)).toEqual([{ a: { b: "c" } }, ["d"], "e", null]);
  expect(parseYaml("e", undefined, undefined, () => true)).toEqual([
    {
      ...{ kind: "scalar", value: "", start: 0, end: 0, size: 1, style: "plain", inFlow: false },
      ...{ tag: "", tagStart: -1, contentStart: -1, indent: -1 },
    },
  ]);
});

test.each(["~", "null", "Null", "NULL", "<<", ".inf", "+.inf", "-.Inf", ".nan", ".NaN", "''", "n", "-", "x"])(
  "text with %s in a skipped member has the same identity or error",
  (scalar) => {
    for (const value of [scalar, `[${scalar}, a]`, `{a: ${scalar} }`, `{${scalar} : a}`, `\n  ${scalar} : a`]) {
      const text = `kind: A\nspec: ${value}\nmetadata: {name: x}\n`;
      expect(identities(text, outlined([])), text).toEqual(identities(text));
    }
  },
);

test.each([
  "kind: A\nspec: {a: [1]}\nkind: Pod\n",
  "kind: A\nspec: {a: [1]}\nmetadata: {name: x}\nkind: Pod\napiVersion: v1\n",
  "apiVersion: v1\nkind: A\ndata:\n- 1\nspec: 2\nkind: Pod\n",
])("an object whose last kind is not outlined is read whole: %j", (text) => {
  expect(parseYaml(text, undefined, undefined, outlined([]))[0]!.value).toEqual(parseYaml(text)[0]!.value);
});

test("an object whose version decides, and follows what was skipped, is read whole", () => {
  const text = "kind: A\nspec: {a: [1]}\napiVersion: v1\n";
  const isOutlined: IsOutlined = (_kind, apiVersion) => apiVersion !== "v1";
  expect(parseYaml(text, undefined, undefined, isOutlined)[0]!.value).toEqual(parseYaml(text)[0]!.value);
});

test("random texts have the same identities and errors", () => {
  const random = new Random(20_261_123);
  for (let run = 0; run < fuzzCases(5000); run++) {
    const text = run % 2 === 0 ? randomYaml(random) : new YamlText(random).document();
    const inner = text.replaceAll("\n", "\n  ");
    const around = `apiVersion: v1\nkind: ${random.pick(["A", "Pod"])}\nmetadata: {name: a}\nspec:\n  ${inner}\n`;
    for (const each of [text, around, `${around}data:\n  ${inner}\n---\n${text}`]) {
      expect(identities(each, outlined([])), each).toEqual(identities(each));
    }
  }
});
