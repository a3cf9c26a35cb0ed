/** What the parts of JSON objects contain, and Lists that are not read item by item. */
import { describe, expect, test } from "vitest";
import type { Part } from "../../src/manifest/part-cursor.ts";
import { manifestParts } from "../../src/manifest/parts.ts";
import { bytesOf } from "../reference/byte-source.ts";

const partsOf = (text: string | Uint8Array, large?: number) => [...manifestParts(bytesOf(text), large)];

const withoutNodes = ({ text, start: { line, column }, documents, duplicates, list }: Part) => [
  text,
  `${line}:${column}`,
  documents.map(({ value }) => value),
  duplicates.map(({ key }) => key),
  list,
];

test("each part has its position, its documents, its duplicate keys, and its List", () => {
  const list = { kind: "PodList", value: { kind: "PodList", é: 1, items: [], x: "\r" } };
  const text =
    '\n {"a":"é"}\r\t{"kind":"PodList","é":1,"items":[ {"b":1,\n"b":2}\r,{a: else} ],"x":"\\r"}{"d":1,"d":[]}\n';
  expect(partsOf(text, 30).map(withoutNodes)).toEqual([
    ['\n {"a":"é"}', "1:1", [{ a: "é" }], [], undefined],
    ['\r\t{"kind":"PodList","é":1,"items":[', "2:11", [], [], list],
    [" ", "3:35", [], [], list],
    ['{"b":1,\n"b":2}', "3:36", [{ b: 2 }], ["b"], list],
    ["\r,", "4:7", [], [], list],
    ["{a: else}", "5:2", [{ a: "else" }], [], list],
    [' ],"x":"\\r"}', "5:11", [], [], list],
    ['{"d":1,"d":[]}', "5:23", [{ d: [] }], ["d"], undefined],
    ["\n", "5:37", [], [], undefined],
  ]);
});

test("without an object, there is one part without documents", () => {
  expect(partsOf(" \n").map(withoutNodes)).toEqual([[" \n", "1:1", [], [], undefined]]);
});

describe("a large List is read whole", () => {
  test("if there are duplicate keys around its items", () => {
    const text = '{"kind":"List","a":1,"items":[{}],"a":2}';
    const values = [{ kind: "List", a: 2, items: [{}] }];
    expect(partsOf(text, 10).map(withoutNodes)).toEqual([[text, "1:1", values, ["a"], undefined]]);
  });

  test("if there is more than a mebibyte around its items", () => {
    const [before, after] = ['{"kind":"List","a":"', '","items":[{},{}],"b":1}'];
    const list = (around: number) => before + "x".repeat(around - before.length - after.length + 5) + after;
    expect(partsOf(` ${list(1 << 20)}`, 10)).toHaveLength(5);
    expect(partsOf(` ${list((1 << 20) + 1)}`, 10)).toHaveLength(1);
  });

  const deep = "[".repeat(300) + "]".repeat(300);
  test.each<[what: string, text: string | Uint8Array, error: object]>([
    [
      "bytes that are not UTF-8, before them",
      Buffer.from('{"\xff":1,"kind":"List","items":[{}]}', "latin1"),
      { code: "not-utf8", position: { line: 1, column: 3 } },
    ],
    [
      "bytes that are not UTF-8, after them",
      Buffer.from('{"kind":"List","items":[{}],\n"\xc3":1}', "latin1"),
      { code: "not-utf8", position: { line: 2, column: 2 } },
    ],
    [
      "too many levels",
      `{"kind":"List",\n"items":[{}],"a":${deep}}`,
      { code: "syntax", position: { line: 2, column: 273 } },
    ],
    [
      "text that is not JSON",
      '{"kind":"List",\n"items":[{}],"a":"\\q"}',
      { code: "syntax", position: { line: 2, column: 19 } },
    ],
  ])("if there is an error around its items: %s", (_, text, error) => {
    const parts = manifestParts(bytesOf(text), 10);
    expect(() => parts.next()).toThrow(expect.objectContaining(error));
  });
});

describe("an item", () => {
  test("that is not UTF-8 is an error after the parts before it", () => {
    const parts = manifestParts(bytesOf(Buffer.from('{"kind":"List","items":[{},{"\xff":1}]}', "latin1")), 10);
    expect([parts.next(), parts.next(), parts.next()].map(({ value }) => value?.text)).toEqual([
      '{"kind":"List","items":[',
      "{}",
      ",",
    ]);
    expect(() => parts.next()).toThrow(
      expect.objectContaining({ code: "not-utf8", position: { line: 1, column: 30 } }),
    );
  });

  test.each([
    ['{"kind":"List","items":[{"a":1},{"b":', ['{"a":1}', ","], 33],
    ['{"kind":"List","items":[{"a":1},', ['{"a":1}', ","], 33],
    ['{"kind":"List","items":[{"a":', [], 25],
    ['{"kind":"List","items":[', [], 25],
  ])("that is not closed, because the source was truncated to %s, is an error", (truncated, texts, column) => {
    let content = '{"kind":"List","items":[{"a":1},{"b":2}]}';
    const parts = manifestParts({ read: (into, position) => bytesOf(content, 3).read(into, position) }, 10);
    expect(parts.next().value?.text).toBe('{"kind":"List","items":[');
    content = truncated;
    for (const text of texts) expect(parts.next().value?.text).toBe(text);
    expect(() => parts.next()).toThrow(
      expect.objectContaining({
        code: "syntax",
        message: "the text ends before a [ or { is closed",
        offset: 0,
        position: { line: 1, column },
      }),
    );
  });
});
