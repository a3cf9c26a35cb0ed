import { expect, test } from "vitest";
import { LruCache } from "../../src/events/correlation.ts";

/** What is left of these keys; a look counts as a use, so this comes last. */
const left = (cache: LruCache<number>, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join("");

test("holds so many entries, and forgets the one that was set longest ago", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("c", 3);
  expect(cache.get("c")).toBe(3);
  expect(left(cache, "abc")).toBe("bc");
});

test("an entry that was looked at is not the one to forget", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(left(cache, "abc")).toBe("ac");
});

test("an entry that is set again takes no more room, and is the newest", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 3);
  expect(cache.get("b")).toBe(2);
  expect(cache.get("a")).toBe(3);
  cache.set("b", 4);
  cache.set("c", 5);
  expect(left(cache, "abc")).toBe("bc");
  expect(cache.get("missing")).toBeUndefined();
});

test("a look for what is not there makes no entry", () => {
  const cache = new LruCache<number>(1);
  cache.set("a", 1);
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBe(1);
});
