/** Which readers of an env file agree, and why the others reject it. */
import { expect, test } from "vitest";
import { composeEnvironment } from "../../../src/cli/commands/envfile/envfile.ts";
import { compareReadings, isAgreed } from "../../../src/envfile/readers/compare.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const compared = (file: string) => compareReadings(encode(file), () => ({ A: "node" }), "Node.js 24");

test("readers that accept the file", () => {
  const comparison = compared("A='1'\nB='2'\n");
  expect(comparison.readers.map(({ id, title, refusal }) => [id, title, refusal])).toEqual([
    ["design", "KEP-3721, design", undefined],
    ["kubelet", "KEP-3721, kubelet", undefined],
    ["dotenv", "dotenv 18", undefined],
    ["node", "Node.js 24", undefined],
    ["shell", "POSIX shell", undefined],
    ["docker", "docker run", undefined],
    ["compose", "docker compose", undefined],
    ["kubectl", "kubectl create", undefined],
  ]);
  const groups = Array.from(comparison.differences, ([name, values]) => [
    name,
    Array.from(values, ([value, readers]) => [value, readers.map(({ id }) => id).join(" ")]),
  ]);
  expect(groups).toEqual([
    [
      "A",
      [
        ["1", "design kubelet dotenv shell compose"],
        ["node", "node"],
        ["'1'", "docker kubectl"],
      ],
    ],
    [
      "B",
      [
        ["2", "design kubelet dotenv shell compose"],
        [undefined, "node"],
        ["'2'", "docker kubectl"],
      ],
    ],
  ]);
  expect(comparison.agreed).toBe(0);
  expect(isAgreed(comparison)).toBe(false);
});

test("readers that reject the file, and readings that are unknown", () => {
  const { readers, differences, agreed } = compareReadings(encode("\nA=é $B\nC\n"), undefined, "");
  expect(differences).toEqual(new Map());
  expect(agreed).toBe(1);
  const notQuoted = "the value must begin with an apostrophe immediately after `=`; write NAME='value'";
  const inherited = "a name without `=` gets its value from the environment of the command";
  const refused = (line: number, column: number, reason: string) => ({
    refusal: `rejects the file: ${line}:${column}: ${reason}`,
    refused: { line, column, reason },
  });
  expect(Object.fromEntries(readers.map(({ id, title: _, ...result }) => [id, result]))).toEqual({
    design: refused(2, 3, notQuoted),
    kubelet: refused(2, 3, "invalid environment variable format at line 2: value must be enclosed in single quotes"),
    dotenv: { variables: new Map([["A", "é $B"]]) },
    shell: { refusal: "unknown: 2:5: $ is expanded" },
    docker: { refusal: `unknown: 3:1: ${inherited}` },
    compose: { refusal: "unknown: 2:3: a reference is looked up in the environment of the command first" },
    kubectl: { refusal: `unknown: 3:1: ${inherited}` },
  });
  const [, , , , docker] = compareReadings(encode("é=\n A B=1"), undefined, "").readers;
  expect(docker).toEqual({
    id: "docker",
    title: "docker run",
    ...refused(2, 3, "a name cannot contain a space or tab"),
  });
});

test.each<[file: string, isAgreed: boolean, agreed: number]>([
  ["", true, 0],
  ["# c\n\n", true, 0],
  ["A=''\n", false, 0],
  ["A='1", false, 1],
  ["A=1 B\n", false, 1],
])("%j: readers agree: %s", (file, expected, agreed) => {
  const comparison = compareReadings(encode(file), undefined, "");
  expect(isAgreed(comparison)).toBe(expected);
  expect(comparison.agreed).toBe(agreed);
});

test("compose reads references from its environment", () => {
  const read = (environment?: ReturnType<typeof composeEnvironment>) =>
    compareReadings(encode("A=${B}"), undefined, "", environment).readers.find(({ id }) => id === "compose");
  expect(read()!.refusal).toBe("unknown: 1:3: a reference is looked up in the environment of the command first");
  expect(read(composeEnvironment(new Map([["B", "x"]])))!.variables).toEqual(new Map([["A", "x"]]));
});
