import { expect, test } from "vitest";
import { MAX_DEPTH, MAX_DOCUMENT, MAX_NODES_BY_ALIASES } from "../../src/yaml/dialect.ts";
import { duplicateKey } from "../../src/yaml/error.ts";

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
