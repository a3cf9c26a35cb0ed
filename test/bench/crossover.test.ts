import { describe, expect, test } from "vitest";
import { crossover, sweepsIn } from "../../bench/crossover.ts";
import { crossoverText } from "../../bench/report/numbers.ts";
import { point, questionWith, rowTaking } from "./fakes.ts";

describe("the size from which on a row is faster than every rival", () => {
  test.each([
    // As much slower at one size as faster at the next: halfway between the sizes, on a logarithmic scale.
    ["between two sizes", [point(16, { us: 20, js: 10 }), point(64, { us: 10, js: 20 })], 32],
    ["nearer to where the lead is small", [point(16, { us: 80, js: 10 }), point(256, { us: 10, js: 20 })], 128],
    ["every size", [point(16, { us: 9, js: 10 }), point(64, { us: 9, js: 10 })], 0],
    ["no size", [point(16, { us: 11, js: 10 }), point(64, { us: 11, js: 10 })], undefined],
    ["equally fast is not faster", [point(16, { us: 10, js: 10 })], undefined],
    [
      "the last crossing counts",
      [point(1, { us: 1, js: 2 }), point(16, { us: 2, js: 1 }), point(64, { us: 1, js: 2 })],
      32,
    ],
    [
      "the fastest rival of each size",
      [point(16, { us: 20, js: 10, other: 99 }), point(64, { us: 10, js: 99, other: 20 })],
      32,
    ],
  ])("%s", (_, points, from) => {
    if (from === undefined || from === 0) expect(crossover(points, "us")).toBe(from);
    else expect(crossover(points, "us")).toBeCloseTo(from);
  });

  test("guests and limits are not rivals", () => {
    const roles = { us: "subject", guest: "guest", copy: "limit" } as const;
    expect(crossover([point(16, { us: 10, js: 20, guest: 1, copy: 1 }, roles)], "us")).toBe(0);
  });
});

test("a sweep's points are sorted, and other questions do not belong to it", () => {
  const results = [
    point(64, { us: 1, js: 2 }),
    questionWith([rowTaking(1, { name: "x" })]),
    point(16, { us: 4, js: 1 }),
  ];
  const [sweep, ...others] = sweepsIn(results);
  expect(others).toEqual([]);
  expect(sweep!.title).toBe("S");
  expect(sweep!.points.map(({ bytes }) => bytes)).toEqual([16, 64]);
  expect(sweep!.crossovers.map(({ row }) => row)).toEqual(["us"]);
});

test("a row that is omitted at some sizes belongs to the sweep, and its reason is reported once", () => {
  const leftOut = [{ name: "guest", reason: "gives a wrong answer" }];
  const [sweep] = sweepsIn([
    { ...point(16, { us: 1, js: 2 }), leftOut },
    point(64, { us: 1, js: 2, guest: 3 }, { us: "subject", guest: "guest" }),
    { ...point(256, { us: 1, js: 2 }), leftOut },
  ]);
  expect(sweep!.leftOut).toEqual(leftOut);
  expect(sweep!.rows).toEqual([
    { name: "us", role: "subject" },
    { name: "js", role: "rival" },
    { name: "guest", role: "guest" },
  ]);
});

test.each([
  [undefined, "us: not faster than every rival at the largest size"],
  [0, "us: faster than every rival at every size"],
  [1536, "us: faster than every rival from about 1.5 KiB on"],
])("in words: %s", (from, text) => {
  expect(crossoverText({ row: "us", from })).toBe(text);
});
