/** What the templates of a text scan up, and where. */
import { expect, test } from "vitest";
import { templatesIn } from "../../../src/lsp/projects/template-uses.ts";
import { GARDEN } from "../../../src/yaml/dialect.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";

function found(text: string) {
  const [root] = parseManifest(text, GARDEN);
  const { expressions, uses } = templatesIn(text, root!);
  return {
    expressions: expressions.map(({ end, path, source, start }) => {
      return `${path.join(".")}: ${text.slice(start, end)}${source === text.slice(start, end) ? "" : ` is ${source}`}`;
    }),
    uses: uses.map(({ keys, path, ranges }) => {
      return `${path.join(".")}: ${keys.join(" ")} at ${ranges.map(({ start, end }) => text.slice(start, end)).join(" ")}`;
    }),
  };
}

test.each<[text: string, expressions: string[], uses: string[]]>([
  ["a: b", [], []],
  ["a: x ${var.b} y", ["a: ${var.b}"], ["a: var b at var b"]],
  ["a: ${var.b}${env.C}", ["a: ${var.b}", "a: ${env.C}"], ["a: var b at var b", "a: env C at env C"]],
  ["a: '${var.b ? 1 : 2}'", ["a: ${var.b ? 1 : 2}"], ["a: var b at var b"]],
  ["a: ${var.b || env.C}", ["a: ${var.b || env.C}"], ["a: env C at env C", "a: var b at var b"]],
  ["a: ${var.b}?", ["a: ${var.b}? is ${var.b}"], ["a: var b at var b"]],
  // Text and block tags are not expressions, but references in a block are uses.
  ["a: $${var.b}", [], []],
  ["a: ${if var.b}x${else}${var.c}${endif}", [], ["a: var b at var b", "a: var c at var c"]],
  ["a: ${if var.b}x${endif} ${var.c}", ["a: ${var.c}"], ["a: var b at var b", "a: var c at var c"]],
  // Up to a key that is computed.
  ["a: ${var[env.K].b}", ["a: ${var[env.K].b}"], ["a: var at var", "a: env K at env K"]],
  ["a: ${var.b[0]}", ["a: ${var.b[0]}"], ["a: var b 0 at var b 0]"]],
  ["a: ${var['b c'].d[ \"e\" ]}", ["a: ${var['b c'].d[ \"e\" ]}"], ["a: var b c d e at var 'b c'] d  \"e\" ]"]],
  // In lists, and in the order of the text.
  [
    "a: [x, '${var.b}', {c: '${var.d}'}]\ne: ${var.f}",
    ["a.1: ${var.b}", "a.2.c: ${var.d}", "e: ${var.f}"],
    ["a.1: var b at var b", "a.2.c: var d at var d", "e: var f at var f"],
  ],
  ['a: "\\u0024{var.b}"', ["a: \\u0024{var.b} is ${var.b}"], ["a: var b at var b"]],
  // Invalid templates, values without templates, and values from an alias or a merge.
  ["a: ${var.}", [], []],
  ["a: 1\nb: null", [], []],
  ["x: &x ['${var.b}']\ny: *x", ["x.0: ${var.b}"], ["x.0: var b at var b"]],
  ["x: &x {a: '${var.b}'}\ny: {<<: *x}", ["x.a: ${var.b}"], ["x.a: var b at var b"]],
])("%j", (text, expressions, uses) => {
  expect(found(text)).toEqual({ expressions, uses });
});
