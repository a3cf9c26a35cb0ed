/** The lines of a hover text. */
import { expect, test } from "vitest";
import type { UseReason } from "../../src/kubernetes/pod/reasons.ts";
import type { TracedUse } from "../../src/kubernetes/pod/trace/types.ts";
import { hoverLines } from "../../src/lsp/hover.ts";
import type { ViewedDefinition, ViewedSymbol, ViewedUse } from "../../src/lsp/view.ts";

const place = (start: number) => ({ name: "a.yaml", start, end: start + 1 });
const placeText = ({ name, start }: { name: string; start: number }) => `${name}:${start}`;

const defined = (definition: Partial<ViewedDefinition> = {}): ViewedDefinition => ({
  value: "db",
  from: "value",
  entry: place(1),
  isWhole: true,
  source: undefined,
  needs: undefined,
  unless: undefined,
  isHidden: false,
  ...definition,
});

const traced: TracedUse = {
  ...{ path: ["spec", "containers", 0, "args", 0], start: 0, end: 4, form: "reference", name: "A", hidden: [] },
  ...{ verdict: "expanded", reason: "expanded" },
};

type UseInTest = Partial<ViewedUse> & { readonly reason?: UseReason };

const used = ({ reason = "expanded", ...use }: UseInTest = {}): ViewedUse => ({
  ...{ start: 0, end: 1, name: "A", verdict: "expanded", value: "db", where: "Pod/p", definitions: [] },
  ...{ declaration: undefined, needs: undefined, meant: undefined, isFormer: false },
  use: { ...traced, reason },
  ...use,
});

function lines(symbol: Partial<ViewedSymbol>): string[] {
  const base = { start: 0, end: 1, name: "A", where: "Pod/p", definitions: [], notes: [], use: undefined };
  return hoverLines({ ...base, references: () => [], ...symbol }, placeText);
}

const ROW = '  "db"  value, a.yaml:1';

test.each<[title: string, definition: Partial<ViewedDefinition>, lines: string[]]>([
  ["a value", {}, ['A in Pod/p: "db"', ROW]],
  ["a Secret's value", { value: "***" }, ["A in Pod/p: ***", "  ***  value, a.yaml:1"]],
  ["a value with quotes", { value: '"\n' }, ['A in Pod/p: "\\"\\n"', '  "\\"\\n"  value, a.yaml:1']],
  [
    "a value that is partly unknown",
    { needs: "ConfigMap c" },
    ['A in Pod/p: "db", in part unknown: needs ConfigMap c', ROW],
  ],
  ["a value that something can override", { unless: "Secret s" }, ['A in Pod/p: "db", unless Secret s sets it', ROW]],
  [
    "an unknown value",
    { value: undefined, needs: "node\t" },
    ["A in Pod/p: unknown: needs node\\t", "  (unknown)  value, a.yaml:1"],
  ],
  ["a value that is not set", { value: undefined }, ["A in Pod/p", "  (unknown)  value, a.yaml:1"]],
  [
    "a value that is partly unknown and that something can override",
    { needs: "ConfigMap c", unless: "Secret\t" },
    ['A in Pod/p: "db", unless Secret\\t sets it', ROW],
  ],
  [
    "an unknown value that something can override",
    { value: undefined, needs: "ConfigMap c", unless: "Secret s" },
    ["A in Pod/p: unknown: needs ConfigMap c", "  (unknown)  value, a.yaml:1"],
  ],
  [
    "a value that only something else can set",
    { value: undefined, unless: "Secret s" },
    ["A in Pod/p", "  (unknown)  value, a.yaml:1"],
  ],
  ["an empty value", { value: "" }, ['A in Pod/p: ""', '  ""  value, a.yaml:1']],
  [
    "only a source",
    { entry: undefined, source: place(2), isHidden: true },
    ['A in Pod/p: "db"', '  "db"  value, a.yaml:2 (hidden)'],
  ],
  ["a source in a file", { source: place(2) }, ['A in Pod/p: "db"', '  "db"  value, a.yaml:1, a.yaml:2']],
  ["no place", { entry: undefined }, ['A in Pod/p: "db"', '  "db"  value']],
  ["a hidden definition", { isHidden: true }, ['A in Pod/p: "db"', `${ROW} (hidden)`]],
])("a declaration with %s", (_, definition, expected) => {
  expect(lines({ definitions: [defined(definition)] })).toEqual(expected);
});

test("an entry that sets several variables", () => {
  const hidden = defined({ value: "x", isHidden: true });
  expect(lines({ name: "", definitions: [defined(), hidden] })).toEqual([
    "Pod/p",
    ROW,
    `${ROW.replace("db", "x")} (hidden)`,
  ]);
});

test.each<[title: string, use: UseInTest, outcome: string, definition?: Partial<ViewedDefinition>]>([
  ["that is expanded", {}, '"db"'],
  [
    "that is expanded to a partly unknown value",
    {},
    '"db", in part unknown: needs ConfigMap c',
    { needs: "ConfigMap c" },
  ],
  [
    "that is expanded to a value that something can override",
    {},
    '"db", unless Secret s sets it',
    { unless: "Secret s" },
  ],
  ["that is expanded to an empty value", { value: "" }, '""', { value: "db" }],
  ["that is not expanded and whose value is unknown", { verdict: "unknown", needs: "node" }, "unknown: needs node"],
  [
    "of a later variable with a similar name",
    { verdict: "declared-later", reason: "declared-later", declaration: place(7), meant: "B" },
    "declared-later: the variable is declared later at a.yaml:7; did you mean B?",
  ],
  ["that is expanded to another value than the variable's", { value: "" }, '""', { unless: "Secret s" }],
  ["that is expanded to a Secret's value", { value: "***" }, "***"],
  ["that is escaped", { verdict: "escaped", reason: "escaped", value: "$(A)" }, "escaped: $$ escapes it"],
  [
    "that is unknown",
    { verdict: "unknown", value: undefined, reason: "unknown", needs: "ConfigMap c" },
    "unknown: needs ConfigMap c",
  ],
  ["that is expanded to an unknown value", { value: undefined, needs: "a\t" }, "unknown: needs a\\t"],
  ["that is not defined", { verdict: "undefined", reason: "undefined" }, "undefined: the variable is not defined"],
  [
    "with a similar name",
    { verdict: "undefined", reason: "undefined", meant: "B\t" },
    "undefined: the variable is not defined; did you mean B\\t?",
  ],
  [
    "of a later variable",
    { verdict: "declared-later", reason: "declared-later", declaration: place(7) },
    "declared-later: the variable is declared later at a.yaml:7",
  ],
  [
    "of its own entry",
    { verdict: "declared-later", reason: "self-reference", declaration: place(7) },
    "declared-later: the variable refers to itself before it is set",
  ],
])("a use %s", (_, use, outcome, definition = {}) => {
  expect(lines({ use: used(use), definitions: [defined(definition)] })).toEqual([`A in Pod/p: ${outcome}`, ROW]);
});

test("a use before a syntax error, and notes", () => {
  expect(lines({ use: used({ isFormer: true }), definitions: [defined()], notes: ["one\t", "two"] })).toEqual([
    'A in Pod/p: "db"',
    "  (before the syntax error)",
    ROW,
    "  one\\t",
    "  two",
  ]);
});

test("a name, a place, or a note of more than a thousand characters is shortened", () => {
  const [most, more] = ["x".repeat(1000), "x".repeat(1001)];
  expect(lines({ name: most, where: most, notes: [most] })).toEqual([`${most} in ${most}`, `  ${most}`]);
  expect(lines({ name: more, where: more, notes: [more] })).toEqual([`${most}... in ${most}...`, `  ${most}...`]);
});

test("without definitions and without a place, there is only the name", () => {
  expect(lines({ name: "A\t", where: "" })).toEqual(["A\\t"]);
  expect(lines({ where: "Pod/\t" })).toEqual(["A in Pod/\\t"]);
  expect(lines({ use: used() })).toEqual(['A in Pod/p: "db"']);
});

test.each([
  [20, [...Array(20).fill(ROW)]],
  [21, [...Array(20).fill(ROW), "  and 1 more"]],
])("%d definitions", (count, rows) => {
  expect(lines({ definitions: Array(count).fill(defined()) })).toEqual(['A in Pod/p: "db"', ...rows]);
});

test("a symbol with its own text", () => {
  expect(lines({ lines: (text) => ["a", text(place(3))] })).toEqual(["a", "a.yaml:3"]);
});
