/** References in exec probes, which see only the literal values of env. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const MAP = "kind: ConfigMap\nmetadata: {name: c}\ndata: {K: x}\n---\n";

test.each<[title: string, members: string, what: string | undefined]>([
  ["a literal value", "env: [{name: A, value: a}]", undefined],
  ["a variable without a value", "env: [{name: A}]", undefined],
  [
    "a value with an escaped dollar",
    "env: [{name: A, value: a$$$$b}]",
    "is the literal value of A: probes do not expand the references in it",
  ],
  [
    "a value with a reference",
    "env: [{name: B, value: b}, {name: A, value: 1$(B)}]",
    "is the literal value of A: probes do not expand the references in it",
  ],
  ["a value with a reference that is not expanded", "env: [{name: A, value: '1$(lower)'}]", undefined],
  [
    "a field",
    "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]",
    "is empty: probes do not see the valueFrom of A",
  ],
  [
    "a key",
    "env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: K}}}]",
    "is empty: probes do not see the valueFrom of A",
  ],
  [
    "an unknown key",
    "env: [{name: A, valueFrom: {configMapKeyRef: {name: other, key: K}}}]",
    "is empty: probes do not see the valueFrom of A",
  ],
  [
    "the last of two entries",
    "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: A, value: a}]",
    undefined,
  ],
  [
    "a variable of envFrom",
    "envFrom: [{configMapRef: {name: c}, prefix: ''}]\nenv: []",
    "is not expanded: a probe sees only what env sets",
  ],
])("%s", (_, members, what) => {
  const name = members.startsWith("envFrom") ? "K" : "A";
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"]) {
    const text = MAP + pod(`${members}\n${probe}: {exec: {command: [run, $(${name})]}}`);
    const found = foundBy("probe-value", text);
    expect(found.filter((line) => line.startsWith(`«$(${name})» undefined-reference`))).toEqual([]);
    const probeValues = found.filter((line) => line.includes("probe-value"));
    expect(probeValues).toEqual(what === undefined ? [] : [`«$(${name})» probe-value: $(${name}) in a probe ${what}`]);
  }
});

test("the same reference in a command is expanded", () => {
  expect(foundBy("probe-value", MAP + pod("args: [$(K)]\nenvFrom: [{configMapRef: {name: c}}]"))).toEqual([]);
});
