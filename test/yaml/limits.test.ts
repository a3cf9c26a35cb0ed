import { expect, test } from "vitest";
import { GARDEN, MAX_DEPTH, MAX_DOCUMENT, MAX_NODES_BY_ALIASES } from "../../src/yaml/dialect.ts";
import { DocumentError, duplicateKey } from "../../src/yaml/error.ts";
import { parseManifest } from "../../src/yaml/parse.ts";

test("the limits match the documentation", () => {
  expect({ MAX_DEPTH, MAX_DOCUMENT, MAX_NODES_BY_ALIASES }).toEqual({
    MAX_DEPTH: 256,
    MAX_DOCUMENT: 16_777_216,
    MAX_NODES_BY_ALIASES: 1_000_000,
  });
});

test.each([
  ["k", '"k"'],
  ["k".repeat(200), `"${"k".repeat(200)}"`],
  ["k".repeat(201), `"${"k".repeat(200)}..."`],
])("a duplicate key is shown up to 200 characters", (key, shown) => {
  expect(duplicateKey(key, 7)).toMatchObject({
    name: "DocumentError",
    code: "duplicate-key",
    offset: 7,
    message: expect.stringContaining(`duplicate key ${shown}`),
  });
});

test("a key has up to 1,024 characters, as in go-yaml", () => {
  for (const character of ["k", "😀"]) {
    const longest = character.repeat(1024);
    expect(parseManifest(`${longest}: 1`)[0]!.value).toEqual({ [longest]: 1 });
    expect(() => parseManifest(`a: 1\n${longest}k: 1`)).toThrow("a key without ':'");
  }
});

test("text after a JSON object is an error", () => {
  for (const rest of ["text", "{", "]", '{"c"}']) {
    expect(() => parseManifest(`{"a":1} {"b":2} ${rest}`)).toThrow(
      new DocumentError("syntax", "expected the end of the stream or a document separator", 16),
    );
  }
});

test("in Garden, all merges together have up to 10,000 mappings and keys", () => {
  const keys = Array.from({ length: 99 }, (_, i) => `k${i}: 1`).join(", ");
  const merges = (count: number) => `- &a {${keys}}\n${"- <<: *a\n".repeat(count)}`;
  expect(parseManifest(merges(100), GARDEN)[0]!.value).toHaveLength(101);
  const error = {
    code: "bad-merge",
    offset: merges(100).length + 2,
    message: "`<<` merges more than 10000 keys in all",
  };
  expect(() => parseManifest(merges(101), GARDEN)).toThrow(expect.objectContaining(error));
});

test("in Garden, one `<<` merges up to 100 mappings", () => {
  const merge = (count: number) => `- &a {k: 1}\n- <<: [${"*a , ".repeat(count)}]\n`;
  expect(parseManifest(merge(100), GARDEN)[0]!.value).toEqual([{ k: 1 }, { k: 1 }]);
  expect(() => parseManifest(merge(101), GARDEN)).toThrow(
    new DocumentError("bad-merge", "`<<` merges more than 100 mappings", 14),
  );
  expect(parseManifest(merge(101))[0]!.value).toEqual([{ k: 1 }, { k: 1 }]);
});

test("the aliases of a document make up to 1,000,000 values, including collections", () => {
  const start = `- &a [${"x, ".repeat(998)}x]\n- [`;
  const aliases = (count: number) => `${start}${"*a , ".repeat(count)}]\n`;
  expect(parseManifest(aliases(1000))).toHaveLength(1);
  expect(() => parseManifest(aliases(1001))).toThrow(
    new DocumentError("bad-alias", "aliases make more than 1000000 values", start.length + 5 * 1000),
  );
  expect(parseManifest(aliases(1001), GARDEN)).toHaveLength(1);
});
