/** The strings of a value that are looked at. */
import { expect, test } from "vitest";
import { traceContainer } from "../../../../src/index.ts";
import { visitDollars } from "../../../../src/kubernetes/pod/trace/uses.ts";

function visited(value: unknown): [text: string, path: string][] {
  const found: [string, string][] = [];
  visitDollars(value, ["at"], (text, path) => found.push([text, path.join(".")]));
  return found;
}

test("those with a `$`, in their order, with paths", () => {
  const value = { b: ["$", "x", { c: "a$(B)" }], a: "no", n: null, d: 5, $: "key", z: "$$" };
  expect(visited(value)).toEqual([
    ["$", "at.b.0"],
    ["a$(B)", "at.b.2.c"],
    ["$$", "at.z"],
  ]);
  expect(visited("$(A)")).toEqual([["$(A)", "at"]]);
  expect(visited("plain")).toEqual([]);
});

test("a value that contains itself ends: 256 levels are read", () => {
  const circle: unknown[] = ["$"];
  circle.push(circle);
  expect(visited(circle).length).toBe(256);
});

/** `start-end form name` of each sequence of a text. */
function sequences(container: object): string[] {
  const { uses } = traceContainer({ spec: { containers: [{ name: "app", ...container }] } }, "app");
  return uses.map(({ end, form, name, start }) => `${start}-${end} ${form} ${name}`);
}

test.each<[text: string, found: string[], onlyInShell?: string[]]>([
  ["$A_b1-c", ["0-5 bare A_b1"]],
  ["$_ $a.b", ["0-2 bare _", "3-5 bare a"]],
  ["$é $ $) $.", []],
  ["$0 $9", [], ["0-2 bare 0", "3-5 bare 9"]],
  ["$10", [], ["0-2 bare 1"]],
  ["$@$*$#$?$!$-", [], ["0-2 bare @", "2-4 bare *", "4-6 bare #", "6-8 bare ?", "8-10 bare !", "10-12 bare -"]],
  ["${A}", ["0-4 braces A"]],
  ["${_a9}x", ["0-6 braces _a9"]],
  ["${#A} ${!B}", ["0-5 braces A", "6-11 braces B"]],
  ["${A%.*}b}", ["0-7 braces A"]],
  ["${A:-b c}", ["0-9 braces A"]],
  ["${A:-${B}}", ["0-3 braces A", "5-9 braces B"]],
  ["${A", ["0-3 braces A"]],
  ["${10} ${@} ${#} ${?}", [], ["0-5 braces 10", "6-10 braces @", "11-15 braces #", "16-20 braces ?"]],
  ["${} ${.} ${", []],
  ["$(A.b-c", ["0-7 unclosed A.b-c"]],
  ["$(1 $( x $(", ["0-2 unclosed ", "4-6 unclosed ", "9-11 unclosed "]],
  ["$$ $$$", ["0-2 dollars ", "3-5 dollars "]],
  ["$$(A) $$(A", ["0-5 dollars A", "6-8 dollars "]],
  ["$$(a(b)", ["0-2 dollars "]],
  ["$$A", ["0-2 dollars "]],
  ["$(A)$(B)", ["0-4 reference A", "4-8 reference B"]],
  ["$A$(B)$C", ["0-2 bare A", "2-6 reference B", "6-8 bare C"]],
  ["$(A:-b)$(A:=b)", ["0-7 default A", "7-14 default A"]],
  ["$(A:?b)$(A:+b)", ["0-7 default A", "7-14 default A"]],
  ["$(A:b)$(9:-b)$(:-b)", ["0-6 reference A:b", "6-13 reference 9:-b", "13-19 reference :-b"]],
])("the sequences of %s", (text, found, onlyInShell = found) => {
  expect(sequences({ args: [text] })).toEqual(found);
  expect(sequences({ command: ["sh", "-c", text] })).toEqual(onlyInShell);
  expect(sequences({ image: text })).toEqual(found);
});
