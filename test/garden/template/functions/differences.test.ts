/** Where a function gives something else than Garden's release 0.13.63 (0.14.20 for `range`), on purpose. */
import { expect, test } from "vitest";
import { TemplateFunctionError } from "../../../../src/garden/template/functions/index.ts";
import { call } from "./call.ts";

interface Difference {
  readonly call: readonly [name: string, ...args: unknown[]];
  readonly garden: unknown;
  readonly ours: unknown;
  readonly reason: string;
}

const shared = { a: 1 };

const differences: readonly Difference[] = [
  { call: ["slice", "abc", 0, 0], garden: "abc", ours: "", reason: "an end of 0 is an end" },
  { call: ["slice", ["a"], 0, "0"], garden: ["a"], ours: [], reason: "an end of 0 is an end" },
  { call: ["replace", "abc", "b", "[$&]"], garden: "a[b]c", ours: "a[$&]c", reason: "the replacement is text" },
  { call: ["replace", "abc", "b", "$$"], garden: "a$c", ours: "a$$c", reason: "the replacement is text" },
  { call: ["range", 3, 1], garden: [3], ours: [], reason: "the range goes upwards" },
  { call: ["range", 3, 0], garden: [3, 2], ours: [], reason: "the range goes upwards" },
  { call: ["range", 1, 1e9], garden: Error, ours: TemplateFunctionError, reason: "a limit, not the end of memory" },
  {
    call: ["yamlEncode", [{ a: 1 }, { b: 2 }], true],
    garden: "---a: 1\n---b: 2\n",
    ours: "---\na: 1\n---\nb: 2\n",
    reason: "without a line break, `---` is not a marker",
  },
  { call: ["yamlEncode", [], true], garden: "---", ours: "---\n", reason: "a line break follows the marker" },
  {
    call: ["yamlEncode", [shared, shared]],
    garden: "- &ref_0\n  a: 1\n- *ref_0\n",
    ours: "- a: 1\n- a: 1\n",
    reason: "the text depends on the value alone, not on what is the same object",
  },
  { call: ["yamlEncode", "..."], garden: "...\n", ours: "'...'\n", reason: "plain, it is the end of a document" },
  {
    call: ["yamlEncode", " a\nb"],
    garden: "|2-\n   a\n  b\n",
    ours: '" a\\nb"\n',
    reason: "YAML readers differ in what a width at the root counts from; Garden itself reads its text differently",
  },
  {
    call: ["yamlEncode", { "a\nb": 1 }],
    garden: '"a\\nb": 1\n',
    ours: '? "a\\nb"\n: 1\n',
    reason: "the library's way",
  },
  {
    call: ["yamlDecode", "2001-02-30"],
    garden: new Date("2001-03-02"),
    ours: "2001-02-30",
    reason: "an invalid date does not become another date",
  },
  {
    call: ["yamlDecode", "&a [*a]"],
    garden: "a list in itself",
    ours: TemplateFunctionError,
    reason: "a value in itself cannot be written out",
  },
  {
    call: ["modifyDateUtc", "soon", 2020, "years"],
    garden: "2020-01-01T00:00:00.000Z",
    ours: TemplateFunctionError,
    reason: "the text is not a date",
  },
  {
    call: ["trim", "e\u0301x", "e"],
    garden: "e\u0301x",
    ours: "\u0301x",
    reason: "a character is a code point, whatever marks follow it",
  },
  {
    call: ["string", JSON.parse('{"toString": 1}')],
    garden: TypeError,
    ours: "[object Object]",
    reason: "keys are data",
  },
];

test.each(differences)("$call: $ours, not $garden ($reason)", ({ call: [name, ...args], garden, ours }) => {
  expect(ours).not.toStrictEqual(garden);
  if (ours === TemplateFunctionError) expect(() => call(name, ...args)).toThrow(TemplateFunctionError);
  else expect(call(name, ...args)).toStrictEqual(ours);
});
