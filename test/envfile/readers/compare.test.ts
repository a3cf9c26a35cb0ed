/** Which readers of an env file agree, and why the others reject it. */
import { expect, test } from "vitest";
import { compareReadings, isAgreed, READERS, type ReaderId, titles } from "../../../src/envfile/readers/compare.ts";
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

test.each<[ids: ReaderId[], titles: string]>([
  [["dotenv-expand", "dotenv-expand-1000", "node"], "dotenv-expand, Node.js"],
  [["dotenv", "dotenv-expand"], "dotenv, dotenv-expand 12, 13"],
  [["dotenv-expand-1000"], "dotenv-expand 1000"],
])("the titles of %j", (ids, expected) => {
  expect(titles(ids.map((id) => ({ id })))).toBe(expected);
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
  for (const file of ["A=x$((a) (b))", "A=$(a) $(", "A=$('a $(b)"])
    expect(compared(file).readers[4]!.runs).toEqual(["A"]);
});

test("only in dotenv-expand 1000, the default after `-` does not replace an empty value", () => {
  const { readers } = compared("A=\nB=${A:-b}\nC=${A-c}", "dotenv-expand", "dotenv-expand-1000");
  expect(readers.map(({ variables }) => Object.fromEntries(variables!))).toEqual([
    { A: "", B: "b", C: "c" },
    { A: "", B: "b", C: "" },
  ]);
});

test("references without end", () => {
  const [old, later] = compared("A=x$A", "dotenv-expand", "dotenv-expand-1000").readers;
  expect(old!.variables).toEqual(new Map([["A", "x"]]));
  expect(later!.refusal).toBe("rejects the file: 1:1: expanding its references takes too long, or does not end");
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

test("references that expand to far more than the file are rejected by every reader that expands them", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `A${i + 1}=$A${i}$A${i}$A${i}`);
  const { readers } = compared(
    `A0=xxxxxxxxxx\n${lines.join("\n")}\n`,
    "dotenv",
    "dotenv-expand",
    "dotenv-expand-1000",
    "bun",
    "deno",
    "compose",
  );
  expect(readers.map(({ id, refused }) => [id, refused === undefined])).toEqual([
    ["dotenv", true],
    ["dotenv-expand", false],
    ["dotenv-expand-1000", false],
    ["bun", false],
    ["deno", false],
    ["compose", false],
  ]);
});

test("one value with many references to a long one is rejected, too", () => {
  const text = `A=${"x".repeat(100_000)}\nB=${"$A".repeat(1_000)}\n`;
  const { readers } = compared(text, "bun", "deno", "compose");
  expect(readers.map(({ refused }) => refused?.reason)).toEqual(
    Array.from({ length: 3 }, () => "its references expand to more than 16 MiB"),
  );
});

test("Bun ignores a byte order mark", () => {
  const { readers } = compared("\ufeffA=1\nB=2\n", "dotenv", "bun");
  expect(readers.map(({ variables }) => Object.fromEntries(variables!))).toEqual([
    { A: "1", B: "2" },
    { A: "1", B: "2" },
  ]);
});

test("a name without a value is not a difference", () => {
  const { differences, readers } = compared("A=1\nB\n", "dotenv", "docker", "kubectl", "compose");
  expect(readers.map(({ inherited }) => inherited)).toEqual([undefined, ["B"], ["B"], ["B"]]);
  expect(differences.size).toBe(0);
});

test("references that repeat all earlier values are too much for every reader that expands them", () => {
  const file = Array.from({ length: 12_000 }, (_, i) => `A${i + 1}=\${A${i}}xx\n`).join("");
  for (const id of ["dotenv-expand", "dotenv-expand-1000", "bun", "deno", "compose"] as const) {
    const [reader] = compared(file, id).readers;
    expect([id, reader!.variables === undefined, reader!.refusal]).toEqual([
      id,
      true,
      expect.stringContaining("1:1: "),
    ]);
  }
});

test.each(["${A:+x}", "a${A:+x}b", "${A?e}", "${A-b}"])("Bun keeps %s", (value) => {
  const [bun] = compared(`A=1\nB=${value}\n`, "bun").readers;
  expect(bun!.variables!.get("B")).toBe(value);
});
