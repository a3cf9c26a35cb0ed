/** The lines that findings share. */
import { expect, test } from "vitest";
import { FindingLines } from "../../../src/cli/pods/finding-lines.ts";

/** The lines for findings, of which each is a key and a place. */
function linesOf(findings: readonly (readonly [key: string, place: string])[], isAll = false) {
  const lines = new FindingLines("findings", isAll);
  let described = 0;
  for (const [key, place] of findings) {
    lines.add(key, () => {
      described++;
      return { place, text: `the text of ${key}` };
    });
  }
  const { count } = lines;
  const all = [...lines.lines()];
  lines.close();
  return { count, described, lines: all };
}

const places = (count: number) => Array.from({ length: count }, (_, i) => ["a", `f:${i + 1}`] as const);
const others = (count: number) => Array.from({ length: count }, (_, i) => [`k${i + 1}`, `f:${i + 1}`] as const);
const line = (i: number) => `f:${i}: the text of k${i}`;

test.each([
  [0, 0, []],
  [1, 1, ["f:1: the text of a"]],
  [2, 2, ["f:1: the text of a; 1 more of this, at f:2"]],
  [3, 3, ["f:1: the text of a; 2 more of this, at f:2, f:3"]],
  [4, 3, ["f:1: the text of a; 3 more of this, at f:2, f:3, ..."]],
  [9, 3, ["f:1: the text of a; 8 more of this, at f:2, f:3, ..."]],
])("%i findings that share a line: three have their place", (count, described, lines) => {
  expect(linesOf(places(count))).toEqual({ count, described, lines });
});

test.each([
  [100, []],
  [102, ["2 more findings; --all lists all"]],
])("of %i different findings, a hundred are listed", (count, rest) => {
  const lines = [...others(100).map((_, i) => line(i + 1)), ...rest];
  expect(linesOf(others(count))).toEqual({ count, described: 100, lines });
});

test("a listed finding can repeat after a hundred others", () => {
  const { count, lines } = linesOf([...others(101), ["k100", "g:1"], ["k101", "g:2"]]);
  expect([count, lines.slice(-2)]).toEqual([
    103,
    [`${line(100)}; 1 more of this, at g:1`, "2 more findings; --all lists all"],
  ]);
});

test("--all: each finding has its own line, in the order of the input", () => {
  const findings = [...places(4), ...others(101), ["a", "g:1"]] as const;
  const lines = findings.map(([key, place]) => `${place}: the text of ${key}`);
  expect(linesOf(findings, true)).toEqual({ count: 106, described: 106, lines });
});

test("has: whether a finding is listed", () => {
  const lines = new FindingLines("findings", false);
  for (const [key, place] of others(101)) lines.add(key, () => ({ place, text: "" }));
  expect(["k1", "k100", "k101", "k"].map((key) => lines.has(key))).toEqual([true, true, false, false]);
});
