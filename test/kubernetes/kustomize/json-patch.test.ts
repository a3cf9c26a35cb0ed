/** What each operation of a JSON patch changes. The results are those of kubectl. */
import { expect, test } from "vitest";
import { Budget } from "../../../src/kubernetes/kustomize/budget.ts";
import { applyJsonPatch } from "../../../src/kubernetes/kustomize/json-patch.ts";
import { UnmergeableError } from "../../../src/kubernetes/kustomize/strategic-merge.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";

const OBJECT = {
  data: { a: "x", "b/c": "y", "d~e": "z", "~1": "tilde", "": "empty" },
  list: ["one", "two"],
  nested: [{ k: "v" }, ["p", "q"]],
  none: null,
};

function patched(...operations: unknown[]): unknown {
  const nodes = operations.map((operation) => parseManifest(JSON.stringify(operation))[0]!);
  return applyJsonPatch(
    parseManifest(JSON.stringify(OBJECT))[0]!,
    nodes,
    { path: "/patch.json", text: "" },
    new Budget(),
  ).value;
}

const data = (members: object) => ({ data: { ...OBJECT.data, ...members } });
const nested = (...items: unknown[]) => ({ nested: items });
const list = (...items: unknown[]) => ({ list: items });

test.each<[op: string, path: string, changed: object]>([
  ["add", "/data/a", data({ a: "new" })],
  ["add", "/data/b~1c", data({ "b/c": "new" })],
  ["add", "/data/d~0e", data({ "d~e": "new" })],
  ["add", "/data/~01", data({ "~1": "new" })],
  ["add", "/data/", data({ "": "new" })],
  ["add", "/data/0", data({ 0: "new" })],
  ["add", "/data/-", data({ "-": "new" })],
  ["add", "/data", { data: "new" }],
  ["add", "/none", { none: "new" }],
  ["add", "/", { "": "new" }],
  ["add", "/list/0", list("new", "one", "two")],
  ["add", "/list/1", list("one", "new", "two")],
  ["add", "/list/2", list("one", "two", "new")],
  ["add", "/list/-", list("one", "two", "new")],
  ["add", "/list/-1", list("one", "two", "new")],
  ["add", "/list/-2", list("one", "new", "two")],
  ["add", "/list/-3", list("new", "one", "two")],
  ["add", "/nested/0/k", nested({ k: "new" }, ["p", "q"])],
  ["add", "/nested/-2/j", nested({ k: "v", j: "new" }, ["p", "q"])],
  ["add", "/nested/-1/-1", nested({ k: "v" }, ["p", "q", "new"])],
  ["replace", "/data/a", data({ a: "new" })],
  ["replace", "/list/0", list("new", "two")],
  ["replace", "/list/-1", list("one", "new")],
  ["replace", "/list/-2", list("new", "two")],
  ["replace", "/nested/-1/0", nested({ k: "v" }, ["new", "q"])],
  ["replace", "/none", { none: "new" }],
  ["replace", "/data/new", data({ new: "new" })],
  ["replace", "/new", { new: "new" }],
  ["remove", "/data/a", data({ a: undefined })],
  ["remove", "/list/0", list("two")],
  ["remove", "/list/-1", list("one")],
  ["remove", "/nested/0/k", nested({}, ["p", "q"])],
  ["remove", "/list", { list: undefined }],
])("%s %s", (op, path, changed) => {
  expect(patched({ op, path, value: "new" })).toEqual({ ...OBJECT, ...changed });
});

test.each<[op: string, path: string, changed: object]>([
  ["add", "/data/a", data({ a: null })],
  ["add", "/list/-", list("one", "two", null)],
  ["replace", "/data/a", data({ a: null })],
  ["replace", "/list/0", list(null, "two")],
])("%s %s without a value", (op, path, changed) => {
  expect(patched({ op, path })).toEqual({ ...OBJECT, ...changed });
});

test.each<[op: string, from: string, path: string, changed: object]>([
  ["copy", "/list/0", "/list/-", list("one", "two", "one")],
  ["copy", "/list/-1", "/list/-1", list("one", "two", "two")],
  ["copy", "/list/-2", "/list/0", list("one", "one", "two")],
  ["copy", "/nested/0/k", "/data/a", data({ a: "v" })],
  ["copy", "/data", "/none", { none: OBJECT.data }],
  ["move", "/list/0", "/list/1", list("two", "one")],
  ["move", "/list/1", "/list/0", list("two", "one")],
  ["move", "/nested/1/0", "/data/a", { ...data({ a: "p" }), ...nested({ k: "v" }, ["q"]) }],
  ["move", "/data/a", "/list/-3", { ...data({ a: undefined }), ...list("x", "one", "two") }],
])("%s %s to %s", (op, from, path, changed) => {
  expect(patched({ op, from, path })).toEqual({ ...OBJECT, ...changed });
});

test("a test passes if the values are equal, whatever the order of members is, and a member without a value is null", () => {
  const operations = [
    { op: "test", path: "/data/a", value: "x" },
    { op: "test", path: "/list", value: ["one", "two"] },
    { op: "test", path: "/list/-1", value: "two" },
    { op: "test", path: "/nested/0", value: { k: "v" } },
    { op: "test", path: "/data", value: Object.fromEntries(Object.entries(OBJECT.data).toReversed()) },
    { op: "test", path: "/none", value: null },
    { op: "test", path: "/missing", value: null },
  ];
  expect(patched(...operations)).toEqual(OBJECT);
});

test("each operation changes the result of the one before", () => {
  const operations = [
    { op: "add", path: "/data/new", value: { a: { b: "c" } } },
    { op: "replace", path: "/data/new/a/b", value: ["d"] },
    { op: "add", path: "/data/new/a/b/-", value: "e" },
    { op: "test", path: "/data/new", value: { a: { b: ["d", "e"] } } },
    { op: "move", from: "/data/new/a/b/0", path: "/data/new/first" },
  ];
  expect(patched(...operations)).toEqual({ ...OBJECT, ...data({ new: { a: { b: ["e"] }, first: "d" } }) });
});

test.each([
  { op: "add", path: "/list/3", value: "new" },
  { op: "add", path: "/list/-4", value: "new" },
  { op: "add", path: "/list/x", value: "new" },
  { op: "add", path: "/list/", value: "new" },
  { op: "add", path: "/missing/x", value: "new" },
  { op: "add", path: "/none/x", value: "new" },
  { op: "add", path: "/data/a/x", value: "new" },
  { op: "add", path: "/nested/2/k", value: "new" },
  { op: "add", path: "", value: {} },
  { op: "copy", from: "/data", path: "" },
  { op: "add", path: 1, value: "new" },
  { op: "add", value: "new" },
  { op: "replace", path: "/list/2", value: "new" },
  { op: "replace", path: "/list/-3", value: "new" },
  { op: "replace", path: "/list/-", value: "new" },
  { op: "replace", path: "/data/a/x", value: "new" },
  { op: "replace", path: "/missing/x", value: "new" },
  { op: "replace", path: "", value: {} },
  { op: "remove", path: "/data/new" },
  { op: "remove", path: "/list/2" },
  { op: "remove", path: "/list/-3" },
  { op: "remove", path: "/list/-" },
  { op: "remove", path: "" },
  { op: "copy", from: "/list/2", path: "/list/0" },
  { op: "copy", from: "/list/-3", path: "/list/0" },
  { op: "copy", path: "/data/a" },
  { op: "move", from: "/list/-", path: "/list/0" },
  { op: "move", from: "/data/a", path: "/list/3" },
  { op: "test", path: "/data/a", value: "y" },
  { op: "test", path: "/data/a", value: null },
  { op: "test", path: "/data/a" },
  { op: "test", path: "/missing", value: "x" },
  { op: "test", path: "/list/2", value: null },
  { op: "test", path: "/list/-", value: null },
  { op: "test", path: "/list", value: ["two", "one"] },
  { op: "merge", path: "/data/a", value: "x" },
  { path: "/data/a", value: "x" },
])("the operation %j fails", (operation) => {
  expect(() => patched(operation)).toThrow(UnmergeableError);
});
