import { expect, test } from "vitest";
import { TokenBucket } from "../../src/events/correlation.ts";

const at = (seconds: number) => new Date(1_000_000 + seconds * 1000);
/** How many of ten tokens can be taken at a time. */
const takeAll = (bucket: TokenBucket, seconds: number) =>
  Array.from({ length: 10 }, () => bucket.take(at(seconds))).filter(Boolean).length;

test("a full bucket at first, and no more than that", () => {
  expect(takeAll(new TokenBucket(3, 1), 0)).toBe(3);
  expect(takeAll(new TokenBucket(1, 1), 500)).toBe(1);
});

test("tokens come back as time passes, up to the capacity", () => {
  const bucket = new TokenBucket(3, 0.5);
  expect(takeAll(bucket, 0)).toBe(3);
  expect(takeAll(bucket, 1)).toBe(0);
  expect(takeAll(bucket, 2)).toBe(1);
  expect(takeAll(bucket, 6)).toBe(2);
  expect(takeAll(bucket, 1000)).toBe(3);
});

test("a refused event takes nothing and does not put the refill off", () => {
  const bucket = new TokenBucket(1, 0.25);
  expect(bucket.take(at(0))).toBe(true);
  for (const seconds of [1, 2, 3, 3.999]) expect(bucket.take(at(seconds))).toBe(false);
  expect(bucket.take(at(4))).toBe(true);
  expect(bucket.take(at(4))).toBe(false);
});

test("no time gives no token, however fast the refill is", () => {
  const bucket = new TokenBucket(1, 1_000_000);
  expect([0, 0, 0.001, 0.001].map((seconds) => bucket.take(at(seconds)))).toEqual([true, false, true, false]);
});

test("a clock that goes back gives and takes no tokens", () => {
  const bucket = new TokenBucket(2, 1);
  expect(bucket.take(at(10))).toBe(true);
  expect(bucket.take(at(5))).toBe(true);
  expect(bucket.take(at(5))).toBe(false);
  expect(bucket.take(at(6))).toBe(true);
});

// 1/49 of 49 s is less than 1 in binary.
test.each([49, 300, 86_400])(
  "a token every %i s: less than a nanosecond's refill short counts as a token",
  (seconds) => {
    const bucket = new TokenBucket(1, 1 / seconds);
    expect(bucket.take(at(0))).toBe(true);
    expect(bucket.take(at(seconds - 0.001))).toBe(false);
    expect(bucket.take(at(seconds))).toBe(true);
  },
);
