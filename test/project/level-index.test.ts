import { expect, test } from "vitest";
import { LevelIndex } from "../../src/project/level-index.ts";
import type { ScopedLevel } from "../../src/project/scope.ts";

const level = (tree: unknown): ScopedLevel => ({ name: "", values: {}, context: {}, path: [], tree });

test("the levels that have a key, those of which only the values tell, and no lower ones", () => {
  const levels = [{ a: 1, z: 1 }, { a: 1, b: 2 }, () => ({}), { b: null }, {}, { a: () => 3 }].map(level);
  const index = new LevelIndex(levels, 1);
  expect([...index.keys]).toEqual(["a", "b"]);
  expect(index.isOpen).toBe(true);
  expect(index.levelsWith("a")).toEqual([1, 2, 5]);
  expect(index.levelsWith("b")).toEqual([1, 2, 3]);
  expect(index.levelsWith("z")).toEqual([2]);
  expect(index.levelsWith("__proto__")).toEqual([2]);
});

test("without levels that only their values tell", () => {
  const index = new LevelIndex([{ a: 1 }, { b: 1 }].map(level), 0);
  expect([index.isOpen, index.levelsWith("a"), index.levelsWith("c")]).toEqual([false, [0], []]);
});
