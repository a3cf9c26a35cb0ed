/** Which readers of an env file agree, and why the others reject it. */
import { expect, test } from "vitest";
import { compareReadings, isAgreed, READERS, type ReaderId } from "../../../src/envfile/readers/compare.ts";
import { composeEnvironment } from "../../../src/expansion/dialects/compose-environment.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const noVariables = () => composeEnvironment(new Map());
const compared = (file: string, ...ids: ReaderId[]) =>
  compareReadings(encode(file), noVariables, ids.length === 0 ? undefined : ids);
const groupsOf = (file: string, name: string, ...ids: ReaderId[]) =>
  Array.from(compared(file, ...ids).differences.get(name) ?? [], ([value, readers]) => [
    value,
    readers.map(({ id }) => id).join(" "),
  ]);

test("readers that accept the file", () => {
  const comparison = compared("A='1'\nB='2'\n");
  expect(comparison.readers.map(({ id, refusal }) => [id, refusal])).toEqual(READERS.map((id) => [id, undefined]));
  expect(groupsOf("A='1'\n", "A")).toEqual([
    ["1", "design kubelet dotenv dotenv-expand dotenv-expand-1000 node bun deno shell compose"],
    ["'1'", "docker kubectl"],
  ]);
  expect(comparison.agreed).toBe(0);
  expect(isAgreed(comparison)).toBe(false);
});

const NPM: ReaderId[] = ["dotenv", "dotenv-expand", "dotenv-expand-1000", "node", "bun", "deno", "compose"];

test.each<[file: string, groups: [value: string | undefined, readers: string][]]>([
  [
    "A=pa$word",
    [
      ["pa$word", "dotenv node"],
      ["pa", "dotenv-expand dotenv-expand-1000 bun deno compose"],
    ],
  ],
  [
    "A='pa$word'",
    [
      ["pa$word", "dotenv node deno compose"],
      ["pa", "dotenv-expand dotenv-expand-1000 bun"],
    ],
  ],
  [
    "A=$2b$10$abc",
    [
      ["$2b$10$abc", "dotenv node"],
      ["$2b$10", "dotenv-expand dotenv-expand-1000"],
      ["", "bun deno"],
    ],
  ],
  ["A=v\nB=x$A", []],
  [
    "A=${B:-d}",
    [
      ["${B:-d}", "dotenv node"],
      ["d", "dotenv-expand dotenv-expand-1000 bun compose"],
      ["", "deno"],
    ],
  ],
  [
    "A=1\nA=2",
    [
      ["2", "dotenv dotenv-expand dotenv-expand-1000 node bun compose"],
      ["1", "deno"],
    ],
  ],
])("JavaScript readers of %j", (file, groups) => {
  const found = groupsOf(file, "A", ...NPM);
  expect(
    found.filter(([, readers]) => !readers!.includes("compose") || groups.some(([, each]) => each === readers)),
  ).toEqual(groups.filter(([, readers]) => found.some(([, each]) => each === readers)));
  expect(found.length).toBeGreaterThanOrEqual(groups.length - 1);
});

test("commands that dotenv-expand 1000 runs", () => {
  const { readers, differences } = compared("A=http://$(hostname):80\nB=x\n", "dotenv", "dotenv-expand-1000");
  expect(readers.map(({ runs }) => runs)).toEqual([undefined, ["A"]]);
  expect(differences).toEqual(new Map());
  for (const file of ["A=$(", "A=$(a", "A=$((a)", "A=(a)", "A='$(a'"])
    expect(compared(file).readers[4]!.runs).toBeUndefined();
  expect(compared("A=x$((a) (b))").readers[4]!.runs).toEqual(["A"]);
});

test("references without end", () => {
  const [old, later] = compared("A=x$A", "dotenv-expand", "dotenv-expand-1000").readers;
  expect(old!.variables).toEqual(new Map([["A", "x"]]));
  expect(later!.refusal).toBe("rejects the file: 1:1: its references refer to each other without end");
});

test.each<[file: string, isAgreed: boolean, agreed: number]>([
  ["", true, 0],
  ["# c\n\n", true, 0],
  ["A=''\n", false, 0],
  ["A='1", false, 1],
  ["A=1 B\n", false, 1],
])("%j: readers agree: %s", (file, expected, agreed) => {
  const comparison = compared(file);
  expect(isAgreed(comparison)).toBe(expected);
  expect(comparison.agreed).toBe(agreed);
});

test("readers look references up in their environment", () => {
  const { readers } = compareReadings(encode("A=${B}"), () => composeEnvironment(new Map([["B", "x"]])));
  const expanding = readers.filter(({ variables }) => variables?.get("A") === "x").map(({ id }) => id);
  expect(expanding).toEqual(["dotenv-expand", "dotenv-expand-1000", "bun", "deno", "compose"]);
});
