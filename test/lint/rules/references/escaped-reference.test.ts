/** Escaped references, which are reported only if the name is defined. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const MAP = "kind: ConfigMap\nmetadata: {name: c}\ndata: {K: a}\n---\n";
const escaped = (name: string) =>
  `«$$(${name})» escaped-reference: $$(${name}) is the text $(${name}); write $(${name}) for the variable's value`;

test.each<[text: string, names: string[]]>([
  ["$$(A)", ["A"]],
  ["x $$(A) $(A) $$(LATER)", ["A", "LATER"]],
  // The dollar sign before it is escaped, too.
  ["$$$$(A)", ["A"]],
  ["$$$$$$(A)", ["A"]],
  ["$$$(A)", []],
  ["$$(NONE)", []],
  ["$$( A)", []],
  ["$$()", []],
  ["$$(A", []],
  ["$$A", []],
  ["$$", []],
  // Of envFrom.
  ["$$(K)", ["K"]],
])("%j in args: %j", (text, names) => {
  const lines = `args: ["${text}"]\nenvFrom: [{configMapRef: {name: c}}]\nenv: [{name: A, value: a}, {name: LATER, value: b}]`;
  const found = foundBy("escaped-reference", MAP + pod(lines));
  expect(found.filter((line) => line.includes(" escaped-reference: "))).toEqual(names.map(escaped));
});

test("in a value, a later variable counts, too", () => {
  const env = "env: [{name: A, value: $$(B) $$(A)}, {name: B, value: b}]";
  expect(foundBy("escaped-reference", pod(env))).toEqual(["B", "A"].map(escaped));
});
