/** What a fix may change. */
import { expect, test } from "vitest";
import { type ContainerSnapshot, differsOnlyIn } from "../../../src/lint/fix/resolved-snapshot.ts";

type Texts = Readonly<Record<string, string>>;

/** What containers come to; texts are as they are written. */
const snapshot = (...containers: Texts[]): ContainerSnapshot[] =>
  containers.map(
    (units) => new Map(Object.entries(units).map(([name, text]) => [name, { written: text, resolved: text }])),
  );

test.each<[title: string, before: Texts[], after: Texts[], changed: string[], expected: boolean]>([
  ["the same", [{ "env A": "a" }], [{ "env A": "a" }], [], true],
  ["what may", [{ "env A": "a" }], [{ "env A": "b" }], ["env A"], true],
  ["what may not", [{ "env A": "a", "args 0": "x" }], [{ "env A": "b", "args 0": "y" }], ["env A"], false],
  [
    "what may not, in one of two containers",
    [{ "env A": "a" }, { args: "x" }],
    [{ "env A": "a" }, { args: "y" }],
    [],
    false,
  ],
  ["a container less", [{ "env A": "a" }, {}], [{ "env A": "a" }], [], false],
  ["a container more", [{ "env A": "a" }], [{ "env A": "a" }, {}], [], false],
  ["a text less", [{ "env A": "a", "env B": "b" }], [{ "env A": "a" }], ["env B"], false],
  ["another text", [{ "env A": "a" }], [{ "env B": "a" }], ["env A", "env B"], false],
])("%s", (_, before, after, changed, expected) => {
  expect(differsOnlyIn(snapshot(...before), snapshot(...after), new Set(changed))).toBe(expected);
});
