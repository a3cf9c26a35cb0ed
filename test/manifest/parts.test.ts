import { describe, expect, test } from "vitest";
import type { LargeList, Part } from "../../src/manifest/part-cursor.ts";
import { manifestParts } from "../../src/manifest/parts.ts";
import { type Position, Positions } from "../../src/text/position.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import type { Node } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { bytesOf } from "../reference/byte-source.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { YamlText } from "../reference/yaml-text.ts";

function partsOf(text: string | Uint8Array, large?: number, readsOf?: number): Part[] {
  return [...manifestParts(bytesOf(text, readsOf), large)];
}

const texts = (parts: readonly Part[]) => parts.map(({ text }) => text);

describe("the parts of a manifest", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["a", ["a"]],
    ["# nothing\n", ["# nothing\n"]],
    ["\n---\na: 1", ["\n", "---\na: 1"]],
    ["a: 1", ["a: 1"]],
    ["a: 1\n---\nb: 2\n", ["a: 1\n", "---\nb: 2\n"]],
    ["---\n---\n---", ["---\n", "---\n", "---"]],
    ["# c\n--- # d\na: 1\r\n---\tb\r--- |\n  c\n", ["# c\n", "--- # d\na: 1\r\n", "---\tb\r", "--- |\n  c\n"]],
    ["a: |\n  ---\n  b\n---\nc: 1", ["a: |\n  ---\n  b\n", "---\nc: 1"]],
    ["a: |\n---\nb", ["a: |\n", "---\nb"]],
    ["a: ---\nb: x---\nc:\n ----\n ---c\n---\nd", ["a: ---\nb: x---\nc:\n ----\n ---c\n", "---\nd"]],
    ["a: 1\n...\n# c\n---\nb", ["a: 1\n...\n# c\n", "---\nb"]],
    ["%YAML 1.1\n--- a\n---\nb", ["%YAML 1.1\n--- a\n", "---\nb"]],
    ["a: 1\n...\n%TAG ! x:\n--- b\n---\nc", ["a: 1\n...\n%TAG ! x:\n--- b\n", "---\nc"]],
    ["\ufeffa: 1\n---\nb", ["a: 1\n", "---\nb"]],
    // Each has one byte of a byte order mark in the same place.
    ["\uf000: 1", ["\uf000: 1"]],
    ["û: 1", ["û: 1"]],
    ["〿: 1", ["〿: 1"]],
    ['{"a":1}', ['{"a":1}']],
    [' {"a":"{"}{"b":[{}]}\n\t{"c":"\\"}"}\n', [' {"a":"{"}', '{"b":[{}]}', '\n\t{"c":"\\"}"}', "\n"]],
    ['{"a":1}\n---\n{"b":2}\n', ['{"a":1}\n', '---\n{"b":2}\n']],
    ['{"a":1} # c\n', ['{"a":1} # c\n']],
    ["{a: '{'}\n---\nb: '}'", ["{a: '{'}\n", "---\nb: '}'"]],
  ])("%j", (text, expected) => {
    for (const readsOf of [1, 7, undefined]) expect(texts(partsOf(text, undefined, readsOf))).toEqual(expected);
  });
});

describe("a large List in JSON", () => {
  const lists: [string, string[]][] = [
    ['{"kind":"List","items":[]}', ['{"kind":"List","items":[', "]}"]],
    [
      '{"items" : [ {"a":1} ,\n{"a":"]"} ],"kind":"PodList"}\n',
      ['{"items" : [', " ", '{"a":1}', " ,\n", '{"a":"]"}', ' ],"kind":"PodList"}', "\n"],
    ],
    [
      '{"kind":"List","x":{"items":[1]},"y":"items","items":[{"items":[2]}],"z":[]}',
      ['{"kind":"List","x":{"items":[1]},"y":"items","items":[', '{"items":[2]}', '],"z":[]}'],
    ],
    ['{"kind":"List","items":[{}]}{"a":1}', ['{"kind":"List","items":[', "{}", "]}", '{"a":1}']],
    [
      '{"kind":"List"," items":" a","items":[{" b":" "}]}',
      ['{"kind":"List"," items":" a","items":[', '{" b":" "}', "]}"],
    ],
    ['{"kind":"List","items":[{},]}', ['{"kind":"List","items":[', "{}", ",]}"]],
    [
      '{"kind":"List","a":"\\"}","items\\"":[1],"\\"items":[2],"items":[{"b":"\\\\"},{"c":"\\"]"}],"d":"\\\\"}',
      [
        '{"kind":"List","a":"\\"}","items\\"":[1],"\\"items":[2],"items":[',
        '{"b":"\\\\"}',
        ",",
        '{"c":"\\"]"}',
        '],"d":"\\\\"}',
      ],
    ],
  ];
  test.each(lists)("%s", (text, expected) => {
    for (const readsOf of [1, 7, undefined]) {
      const parts = partsOf(text, 10, readsOf);
      expect(texts(parts)).toEqual(expected);
      const list = parts[0]!.list!;
      expect(list.value).toEqual({ ...(parseManifest(text)[0]!.value as object), items: [] });
      expect(list.kind).toBe(list.value.kind);
      expect(parts.filter((part) => part.list === list && part.documents.length > 0).flatMap(valuesOf)).toEqual(
        (parseManifest(text)[0]!.value as { items: unknown }).items,
      );
    }
  });

  test("a List of more than a mebibyte is large by default", () => {
    const list = (length: number) => {
      const [before, after] = ['{"kind":"List","items":[{},{"a":"', '"}]}'];
      return `${before}${"x".repeat(length - before.length - after.length)}${after}`;
    };
    expect(partsOf(list(1 << 20))).toHaveLength(1);
    expect(partsOf(list((1 << 20) + 1))).toHaveLength(5);
  });

  test.each([
    '{"kind":"Pod","items":[{"a":1}]}',
    '{"items":[{"a":1}]}',
    '{"kind":"List","items":[1]}',
    '{"kind":"List","items":{"a":[{}]}}',
    '{"kind":"List","items":[{}]} # c',
    '{"kind":"List","\\u0069tems":[{"a":1}]}',
  ])("%s is read whole", (text) => {
    const parts = partsOf(text, 10);
    expect(texts(parts)).toEqual([text]);
    expect(parts[0]!.list).toBeUndefined();
  });

  test.each([
    ['{"kind":"List","items":[{},{"a":}]}'],
    ['{"kind":"List","items":[{}\n {}]}'],
    ['{"kind":"List","items":[{},,{}]}'],
    ['{"kind":"List","items":[,{}]}'],
    ['{"kind":"List","items":[{},{"é":1,\n"b":[2},3]}'],
    ['{"kind":"List","items":[{"a":1},{"b":{"c":1,"c":2}}]}'],
    ['{"kind":"List","items":[{}],"items":[{}]}'],
    ['{"kind":"List","items":[{"a":falsy}]}'],
  ])("%s has the same error as in the whole", (text) => {
    const outcome = outcomeOf(text, 10);
    const whole = wholeOutcomeOf(text);
    expect(outcome).toEqual(Array.isArray(outcome) && Array.isArray(whole) ? alike(whole, outcome) : whole);
  });
});

describe("errors and their positions", () => {
  test.each<[string | Uint8Array, string]>([
    ['{"a":1}\n{"b":}\n', "2:1: syntax"],
    ['{"a":1}\n{"b":2}\n{"c":3', "3:1: syntax"],
    // Columns count characters, not code units or bytes.
    ['{"a":"😀"} {"b":}', "1:11: syntax"],
    ['{"a":1}\n{"b":2}\n text', "3:2: syntax"],
    ['{"a":1}\n{"b":2}\né', "3:1: syntax"],
    ["a: 1\n\ufeff---\nb: 2\n---\nc", "2:1: syntax"],
    ["%YAML 1.1\n---\na: 1\n---\nb", "1:1: syntax"],
    ["a: 1\n---\nb: .inf", "3:4: not-json"],
    ["a: 1\n---\n'text\n---\nb", "4:1: syntax"],
    ["a: 1\n---\n[x,\n---\nb", "4:1: syntax"],
    ["a: 1\n%YAML 1.2\n---\nb", "2:1: syntax"],
    ["é: 1\r---\r\nb: 2\r---\nc:\r  d: .inf", "6:6: not-json"],
    ["a: ---\nb: x---\n----\n---c: 1\n", "3:1: syntax"],
    [Uint8Array.of(0x61, 0x3a, 0x0a, 0x2d, 0x2d, 0x2d, 0x0a, 0xc3, 0xa9, 0xc3), "3:2: not-utf8"],
    [Uint8Array.of(0x7b, 0x7d, 0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), "1:5: not-utf8"],
  ])("%j", (text, expected) => {
    const { code, position } = outcomeOf(text) as Failure;
    expect(`${position.line}:${position.column}: ${code}`).toBe(expected);
  });
});

test("a stream has the same values in parts and as a whole", () => {
  const seed = 20_260_601;
  const random = new Random(seed);
  let read = 0;
  for (let run = 0; run < fuzzCases(4000); run++) {
    const text = randomStream(random);
    const large = random.pick([1, 10, 1000]);
    const message = `seed ${seed}, run ${run}: ${JSON.stringify(text)}`;
    const outcome = outcomeOf(text, large, random.pick([1, 5, 1000]));
    const whole = wholeOutcomeOf(text);
    if (Array.isArray(whole)) read++;
    // Parts report errors in the order of the text. The whole reports control characters first, and values last.
    if (isOnlyEarlier(outcome, whole)) continue;
    expect(outcome, message).toEqual(Array.isArray(outcome) && Array.isArray(whole) ? alike(whole, outcome) : whole);
  }
  expect(read).toBeGreaterThan(fuzzCases(4000) / 5);
});

describe("linear", () => {
  test.each<[string, (n: number) => string]>([
    ["documents", (n) => "---\na: b\n".repeat(n)],
    ["one long document", (n) => `a:\n${"- b\n".repeat(n)}`],
    ["one long line", (n) => `a: "${"x- ".repeat(n)}"`],
    ["directives", (n) => "%YAML 1.2\n---\na: 1\n...\n".repeat(n)],
    ["JSON objects", (n) => '{"a":"b"}'.repeat(n)],
    ["items", (n) => `{"kind":"List","items":[${'{"a":"b"},'.repeat(n)}{}]}`],
    ["spaces", (n) => `{}${" ".repeat(n)}{}`],
    ["an error at the end", (n) => `${"---\na: b\n".repeat(n)}'`],
    ["an error at the beginning", (n) => `'\n${"---\na: b\n".repeat(n)}`],
  ])("%s", (_, make) => {
    expect(growthExponent((n) => void outcomeOf(make(n), 100), 100)).toBeLessThan(LINEAR);
  });
});

const PIECES = [
  "---\n",
  "--- ",
  "---\t",
  "---",
  "...\n",
  "... # c\n",
  "%YAML 1.2\n",
  "%TAG !x! y:\n",
  "\ufeff",
  "\r\n",
  "\r",
  "\n",
  "# c\n",
  "# ---\n",
  "a: 1\n",
  "a: |\n",
  "b: >-\n  x\n",
  "  y\n",
  "- x\n",
  "'x\n",
  '"x\n',
  "'\n",
  '"',
  "[a,\n",
  "]\n",
  "{",
  "}\n",
  "é: *x\n",
  "? ",
  "&x ",
  "!!str ",
  "!x!y ",
  "\t",
  " ",
  '{"a":1}\n',
  '{"a":1,"a":2}',
  '{"kind":"List","items":[{"a":1}',
  ',{"b":[]}',
  "]}\n",
  "text\n",
  "\u0000",
  "\u0007",
];

/** Documents, some with pieces of others or of markers inserted, so that about half are not YAML. */
function randomStream(random: Random): string {
  let text = "";
  for (let documents = random.below(4); documents > 0; documents--) {
    text += random.pick(["---\n", "--- # c\n", "", "...\n---\n", "---\r\n"]);
    text += random.below(3) === 0 ? random.pick(PIECES) : new YamlText(random).document();
    if (random.below(8) === 0) text = text.replaceAll("\n", random.pick(["\r\n", "\r"]));
  }
  for (let edits = random.below(3); edits > 0; edits--) {
    const lines = text.split(/(?<=\n)/);
    lines.splice(random.below(lines.length + 1), random.below(2), random.pick(PIECES));
    text = lines.join("");
  }
  return random.below(3) === 0 ? Array.from({ length: random.below(9) }, () => random.pick(PIECES)).join("") : text;
}

type Failure = { readonly code: string; readonly message: string; readonly position: Position };

function isOnlyEarlier(outcome: unknown, whole: unknown): boolean {
  if (Array.isArray(outcome) || Array.isArray(whole)) return false;
  const [first, other] = [outcome as Failure, whole as Failure];
  const isBefore =
    first.position.line < other.position.line ||
    (first.position.line === other.position.line && first.position.column <= other.position.column);
  const isByOrder = first.code !== "syntax" || other.message.startsWith("control characters");
  return other.code === "syntax" && isByOrder && isBefore;
}

function valuesOf({ documents }: Part): unknown[] {
  return documents.map(({ value }) => value);
}

/** The nodes of every document with offsets into the whole (for a List in parts: the value), or the error. */
function outcomeOf(text: string | Uint8Array, large?: number, readsOf?: number): unknown {
  try {
    const documents: unknown[] = [];
    const lists = new Map<LargeList, unknown[]>();
    let offset = 0;
    for (const { list, documents: roots, text: piece } of partsOf(text, large, readsOf)) {
      if (list === undefined) {
        documents.push(...roots.map((node) => flat(node, offset)));
      } else {
        const items = lists.get(list) ?? [];
        if (!lists.has(list)) documents.push({ value: { ...list.value, items } });
        lists.set(list, items);
        items.push(...roots.map(({ value }) => value));
      }
      offset += piece.length;
    }
    return documents;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.position === undefined) throw error;
    const { code, message, position } = error;
    return { code, message, position };
  }
}

/** The nodes of the whole, or only the values where the parts have only those. Empty documents have no offset. */
function alike(whole: readonly unknown[], inParts: readonly unknown[]): unknown[] {
  return (whole as { value: unknown }[]).map((node, i) => {
    const other = inParts[i] as { kind?: string; value: unknown; start: number; end: number } | undefined;
    if (other?.kind === undefined) return { value: node.value };
    const isNothing = node.value === null && other.value === null;
    return isNothing ? { ...node, start: other.start, end: other.end } : node;
  });
}

function wholeOutcomeOf(content: string): unknown {
  const text = content.replace(/^\ufeff/, "");
  try {
    return parseManifest(text).map((node) => flat(node, 0));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { code, message, offset } = error;
    return { code, message, position: new Positions(text).at(offset) };
  }
}

/** Offsets that are not compared are not own members. */
function withPlaces(node: Node): Node {
  if (node.kind !== "mapping") return node;
  const { end, entries, kind, merged, size, start, value } = node;
  return { end, entries, kind, merged, size, start, value };
}

/** The nodes of a document as a list, for comparison. */
function flat(node: Node, offset: number): unknown {
  return JSON.parse(JSON.stringify(withPlaces(node)), (key, value) => {
    const isPlace = (key === "start" || key === "end" || key === "contentStart" || key === "tagStart") && value >= 0;
    return isPlace ? value + offset : value;
  });
}
