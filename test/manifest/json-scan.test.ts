/** The ends of JSON objects, and the place of the items of a List, however many bytes a read returns. */
import { describe, expect, test } from "vitest";
import { endOfObject, FAR, listLayout, skipBlanks } from "../../src/manifest/json-scan.ts";
import { Window } from "../../src/manifest/window.ts";
import { bytesOf } from "../reference/byte-source.ts";

const READS = [1, 7, undefined];

/** Sources that return another number of bytes from each read. */
const sourcesOf = (text: string | Uint8Array) =>
  READS.map((readsOf) => ({ ...bytesOf(text, readsOf), length: text.length }));

test.each([
  [" \t\r\n {", 0, 5],
  ["{ }", 1, 2],
  [" \n", 0, 2],
  ["\u00a0", 0, 0],
])("%j from %d: another character than white space is at %d", (text, from, at) => {
  expect(sourcesOf(text).map((source) => skipBlanks(new Window(source, 0), from))).toEqual([at, at, at]);
});

describe("the end of an object", () => {
  const ends = (text: string | Uint8Array, start = 0, limit = Number.POSITIVE_INFINITY) =>
    sourcesOf(text).map((source) => endOfObject(new Window(source, 0), start, limit));

  test.each<[text: string, end: number]>([
    ["{}", 2],
    ["{}}", 2],
    ["{} {}", 2],
    ['{"a":[{},[]]}x', 13],
    ['{"a":"}"}', 9],
    ['{"a":"\\"}"}', 11],
    ['{"a":"\\\\"}', 10],
    ['{"a":"\\\\\\"}"}', 13],
    ['{"é":"\x7f 日"}', 14],
    ['{"a":"{"}', 9],
    // The reader checks more than brackets and quotes.
    ["{[}]", 4],
    ["{,:1.e5+-tru}", 13],
    ["", -1],
    ["{", -1],
    ["{[}", -1],
    ['{"', -1],
    ['{"}', -1],
    ['{"\\', -1],
    ['{"\\"}', -1],
    ['{"a\n":1}', -1],
    ['{"\x00":1}', -1],
    ['{"\x1f":1}', -1],
    [" {}", -1],
    ["[{}]", -1],
    ['"{}"', -1],
    ["}", -1],
  ])("%j", (text, end) => {
    expect(ends(text)).toEqual([end, end, end]);
    expect(ends(`é ${text}`, 3)).toEqual(READS.map(() => (end === -1 ? -1 : end + 3)));
  });

  test("outside strings, it contains only the characters of JSON", () => {
    const inside = " \t\r\n,:0123456789+-.eEtrufalsn";
    for (let byte = 0; byte < 256; byte++) {
      const character = String.fromCharCode(byte);
      if ('"{}[]'.includes(character)) continue;
      const end = inside.includes(character) ? 3 : -1;
      expect(ends(Uint8Array.of(0x7b, byte, 0x7d)), `${byte}`).toEqual([end, end, end]);
    }
  });

  test.each<[text: string, limit: number, end: number]>([
    ['{"a":12}', 8, 8],
    ['{"a":12}', 7, FAR],
    ['{"a":12}', 1, FAR],
    ['{"a":"\\""}', 10, 10],
    ['{"a":"\\""}', 9, FAR],
    // The limit is in an escape sequence.
    ['{"a":"\\""}', 7, FAR],
    ["{#}", 2, -1],
    ["{#}", 1, FAR],
    ["{ ", 3, -1],
    ["{ ", 2, -1],
    ["{ ", 1, FAR],
    ["[]", 1, -1],
  ])("%j, of at most %d bytes: %d", (text, limit, end) => {
    expect(ends(text, 0, limit)).toEqual([end, end, end]);
    expect(ends(`  ${text}`, 2, limit)).toEqual(READS.map(() => (end < 0 ? end : end + 2)));
  });
});

describe("the items of a List", () => {
  const layouts = (text: string, start = 0) => sourcesOf(text).map((source) => listLayout(source, start));

  /** The brackets of the items are « and ». */
  test.each([
    '{"items":«»}',
    '{"items":«{}»}',
    '{"items":«{"a":[1,"]"]},\n\t{"items":[2],"b":{"items":[{}]}}»,"kind":"List"}',
    '{"kind":"List","items" :\r\n« {} , {} » }',
    '{"a":"items","b":[{}],"c":[1],"items":«{}»,"d":[2],"e":{"items":[3]}}',
    '{"a":{"items":[1]},"items":«{}»}',
    '{"a":["items",[2]],"items":«{}»}',
    '{"item":[1],"itemss":[2],"Items":[3],"iitems":[4],"":[5],"abcde":[6],"items":«»}',
    '{"\\u0069tems":[1],"\\ntems":[2],"items\\n":[3],"ite\\"ms":[4],"items":«»}',
    '{"é":"\\\\","日\\"":"\x7f","items":«{"a":"\\"]"}»,"b":"\\\\"}',
    '{"items":1,"items":"x","items":«{}»}',
    // The reader reports what is wrong between objects.
    '{"items":«,{} {},,»}',
  ])("%s", (marked) => {
    const text = marked.replace(/[«»]/g, (mark) => (mark === "«" ? "[" : "]"));
    const bytesBefore = (mark: string) => Buffer.byteLength(marked.slice(0, marked.indexOf(mark)).replace("«", "["));
    const layout = (by: number) => ({
      itemsStart: by + bytesBefore("«") + 1,
      itemsEnd: by + bytesBefore("»"),
      end: by + Buffer.byteLength(text),
    });
    for (const after of ["", "]}", '{"items":[]}']) {
      expect(layouts(text + after)).toEqual([layout(0), layout(0), layout(0)]);
      expect(layouts(`é\n${text}${after}`, 3)).toEqual([layout(3), layout(3), layout(3)]);
    }
  });

  test.each([
    "",
    "{}",
    '{"items":{}}',
    '{"items":1}',
    '{"items":{"a":[{}]}}',
    '{"a":{"items":[{}]}}',
    '{"a":"items","b":[{}]}',
    '{"abcde":[{}]}',
    '{"item":[{}],"itemss":[{}]}',
    '{"\\ntems":[{}]}',
    '{"items"[{}]}',
    '{"items":1[{}]}',
    // Not only objects.
    '{"items":[1]}',
    '{"items":[{},2]}',
    '{"items":[null,{}]}',
    '{"items":["a"]}',
    '{"items":[[]]}',
    '{"items":[{},[{}]]}',
    '{"items":[{},"a",{}]}',
    '{"items":[:{}]}',
    // More than one list.
    '{"items":[{}],"items":[{}]}',
    '{"items":[],"a":1,"items":[]}',
    // Not closed, or not JSON.
    '{"items":[{}]',
    '{"items":[{}',
    '{"items":[{}],"a',
    '{"items":[{}],"a\\',
    '{"items":[{}],"a\n":1}',
    '{"items":[{"a":"\x1f"}]}',
    '{"items":[{}],#}',
    '{"items":[{}],"a":é}',
    '{"items":[{\x00}]}',
  ])("%j does not have them", (text) => {
    expect(layouts(text)).toEqual([undefined, undefined, undefined]);
  });
});
