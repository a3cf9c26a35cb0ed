import { describe, expect, test } from "vitest";
import { lazyJsonObject } from "../../src/manifest/lazy-json.ts";
import { manifestParts } from "../../src/manifest/parts.ts";
import { PlaceDemand } from "../../src/yaml/lazy-node.ts";
import { nodeAt } from "../../src/yaml/node.ts";

test("the value is there without the places, and the places when somebody asks for them", () => {
  const object = lazyJsonObject(' {"a": [1, {"b": "x"}], "__proto__": null}', 1, 3, new PlaceDemand())!;
  expect(object.value).toEqual(JSON.parse('{"a": [1, {"b": "x"}], "__proto__": null}'));
  expect([object.start, object.end]).toEqual([1, 42]);
  expect(nodeAt(object, ["a", 1, "b"])).toMatchObject({ kind: "scalar", value: "x", start: 17, end: 20 });
  expect(object.entries.map(({ key, keyNode }) => [key, keyNode.start])).toEqual([
    ["a", 2],
    ["__proto__", 24],
  ]);
  expect(object.size).toBe(9);
  expect(object.merged.size).toBe(0);
});

describe("what the runtime and Kubernetes do not read alike is read with its places", () => {
  test.each([
    ["a key that is there twice", '{"a": 1, "a": 2}', 2],
    ["a key that is there twice by an escape", '{"a": 1, "\\u0061": 2}', 2],
    ["a key that is there twice, deep down", '{"a": [{"b": 1, "b": 2}]}', 3],
    ["an integer of more than 53 bits", '{"a": 9007199254740993}', 1],
    ["a number that is no float", '{"a": 1e400}', 1],
    ["zero with a sign", '{"a": -0}', 1],
    ["no JSON", "{a: 1}", 1],
    ["something behind the object", '{"a": 1} x', 1],
  ])("%s", (_, text, members) => {
    expect(lazyJsonObject(text, 0, members, new PlaceDemand())).toBeUndefined();
  });

  test("collections in a thousand others", () => {
    const text = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect(lazyJsonObject(text(50), 0, 50, new PlaceDemand())).toBeDefined();
    expect(lazyJsonObject(text(1001), 0, 1001, new PlaceDemand())).toBeUndefined();
  });
});

test("objects one after the other have the places of the whole text", () => {
  const bytes = new TextEncoder().encode('{"a": ":{é", "b": 1}\r\n{"c":\n "d"} {"e": 1, "e": 2}\n');
  const read = (into: Uint8Array, position: number) => {
    const piece = bytes.subarray(position, position + into.length);
    into.set(piece);
    return piece.length;
  };
  const parts = [...manifestParts({ read })];
  expect(parts.map(({ text, start, documents, duplicates }) => [text, start, documents[0]?.value, duplicates])).toEqual(
    [
      ['{"a": ":{é", "b": 1}', { line: 1, column: 1 }, { a: ":{é", b: 1 }, []],
      ['\r\n{"c":\n "d"}', { line: 1, column: 21 }, { c: "d" }, []],
      [' {"e": 1, "e": 2}', { line: 3, column: 6 }, { e: 2 }, [{ key: "e", first: 2, last: 10 }]],
      ["\n", { line: 3, column: 23 }, undefined, []],
    ],
  );
});
