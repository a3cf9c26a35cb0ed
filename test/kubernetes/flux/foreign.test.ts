/** References that do not belong to Flux. */
import { describe, expect, test } from "vitest";
import { fluxReferences, foreignReferences } from "../../../src/kubernetes/flux/index.ts";
import type { Path } from "../../../src/yaml/node.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

/** `NAME: what it belongs to` for each reference that is not Flux's. */
function foreign(text: string, value: unknown = {}, path: Path = ["data", "a"]): string[] {
  const { references } = fluxReferences(text);
  return Array.from(foreignReferences({ text, path, value, references }), ([{ name }, owner]) => `${name}: ${owner}`);
}

describe("a script that sets the variable", () => {
  test.each([
    "X=1; echo ${X}",
    "export X=$(date)\necho ${X:-none}",
    'X="$1" && echo "${X}"',
    "X+=(a)\necho ${X}",
    "X[0]=a\necho ${X}",
    "if true; then X=a; fi\necho ${X%.txt}",
    "for X in a b; do echo ${X}; done",
    "for ((X=0; X<3; X++)); do echo ${X}; done",
    "select X in a b; do echo ${X}; done",
    "while read -r X; do echo ${X}; done",
    "while IFS= read -r -d '' A X; do echo ${X}; done",
    "read -p 'name: ' X\necho ${X}",
    "while getopts ab: X; do echo ${X}; done",
    "printf -v X '%s' a\necho ${X}",
    "mapfile -t X < f\necho ${X}",
    "f() {\n  local -r A X\n  echo ${X}\n}",
    "declare -i X\necho ${X}",
    "cat <<EOF\n${X}\nEOF\nX=1",
    'X=\nX="${X}1"\necho ${X}',
    "const X = 1;\nlog(`${X}`);",
  ])("%s", (text) => {
    expect(foreign(text)).toContain("X: script");
  });

  test.each([
    "echo ${X}",
    "X=${X}\necho ${X}",
    'X="${X:-d}"; echo ${X}',
    "export X\necho ${X}",
    "a: X==${X}",
    "https://a.com/?AX=1&b=${X}",
    "X = 1\n${X}",
    "--set X.y=${X}",
    "read the ${X}",
    "$${X} X=1",
  ])("not: %s", (text) => {
    expect(foreign(text)).toEqual([]);
  });
});

describe("the shell's own variables", () => {
  test("positional parameters, in any text", () => {
    expect(foreign("echo ${1} ${10:-x} ${A}")).toEqual(["1: number", "10: number"]);
  });

  test("others, in scripts", () => {
    expect(foreign("#!/bin/sh\necho ${RANDOM} ${PWD} ${BASH_VERSION} ${HOSTNAME}")).toEqual([
      "RANDOM: shell",
      "PWD: shell",
      "BASH_VERSION: shell",
    ]);
    expect(foreign("echo ${RANDOM}")).toEqual([]);
  });
});

describe("the env of a container", () => {
  const args = ["echo ${A} ${B} ${C} ${RANDOM}"];
  const list = [
    { name: "A", value: "1" },
    { name: "B", valueFrom: {} },
    { name: "C", value: "${C}" },
  ];
  const map = { A: 1, B: { valueFrom: {} }, C: "${C:-x}" };
  const all = ["A: container", "B: container", "RANDOM: shell"];

  test.each([
    ["a list", { command: ["sh", "-c"], args, env: list }, all],
    ["a mapping, as in charts", { command: ["/bin/bash", "-c"], args, env: map }, all],
    ["the shell is in args", { args: ["sh", ...args], env: list }, all],
    ["no shell", { command: ["app"], args, env: list }, []],
    ["a command that is a string", { command: "sh", args, env: list }, all],
    ["no env", { command: ["sh"], args }, ["RANDOM: shell"]],
  ])("%s", (_, container, expected) => {
    const value = { spec: { containers: [container] } };
    expect(foreign(args[0]!, value, ["spec", "containers", 0, "args", 0])).toEqual(expected);
  });

  test("does not count outside of the command", () => {
    const value = { spec: { command: ["sh"], env: list } };
    expect(foreign("${A}", value, ["spec", "image"])).toEqual([]);
  });
});

describe("a dashboard", () => {
  const dashboard = (text: string) =>
    JSON.stringify({ panels: [{ expr: text }], templating: { list: [{ name: "node" }, { type: "x" }] } });

  test("declares its variables, and Grafana others", () => {
    expect(foreign(dashboard("${node:-a} ${__interval:=1m}"))).toEqual([]);
    const text = dashboard(
      "${node} ${__rate_interval} ${__user.login} ${DS_PROMETHEUS} ${CLUSTER} ${__other} ${__database}",
    );
    expect(foreign(text)).toEqual(["node: dashboard", "__rate_interval: dashboard"]);
  });

  test("does not declare the inputs that only an import fills in", () => {
    const inputs = [{ name: "DS_PROMETHEUS", type: "datasource" }, { type: "x" }];
    const text = JSON.stringify({ panels: [{ datasource: "${DS_PROMETHEUS}" }], __inputs: inputs });
    expect(foreign(text)).toEqual([]);
  });

  test.each(['{"a": "${node}", "templating": {"list": [{"name": "node"}]}', '{"a": "${__interval}"}', "${__interval}"])(
    "not: %s",
    (text) => {
      expect(foreign(text)).toEqual([]);
    },
  );
});

test("takes linear time", () => {
  const line = (_: unknown, i: number) => `read -a -b X${i}=\${X${i}} Y${i}=1 \${Y${i}}\n`;
  const read = (length: number) => void foreign(Array.from({ length }, line).join(""));
  expect(growthExponent(read, 500)).toBeLessThan(LINEAR);
});
