/** Names that are declared more than once. */
import { expect, test } from "vitest";
import { Workspace } from "../../../../src/lsp/workspace.ts";
import { pod } from "../../looked.ts";

const field = (path: string) => `{name: A, valueFrom: {fieldRef: {fieldPath: ${path}}}}`;

test.each<[entries: string[], isSame: boolean]>([
  [["{name: A, value: a}", "{name: A, value: a}"], true],
  [["{name: A, value: a}", "{'name': \"A\", value: 'a'}"], true],
  [[field("metadata.name"), field("metadata.name")], true],
  [["{name: A}", "{name: A}", "{name: A}"], true],
  [["{name: A, value: a}", "{value: a, name: A}"], true],
  [
    [
      "{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}",
      "{valueFrom: {fieldRef: {fieldPath: metadata.name, apiVersion: v1}}, name: A}",
    ],
    true,
  ],
  [["{name: A, value: a}", "{name: A, value: b}"], false],
  // The second one is `x$(A)`, expanded once more.
  [["{name: A, value: x$(A)}", "{name: A, value: x$(A)}"], false],
  [["{name: A, value: a}", "{name: A}"], false],
  [[field("metadata.name"), field("metadata.uid")], false],
  [["{name: A, value: a}", "{name: A, value: a}", "{name: A, value: b}"], false],
  [["{name: A, value: b}", "{name: A, value: a}", "{name: A, value: a}"], false],
])("%j have the same value: %s", (entries, isSame) => {
  const workspace = new Workspace();
  workspace.set("pod.yaml", pod(`env:\n${entries.map((entry) => `- ${entry}\n`).join("")}`));
  const effect = isSame ? "both values are the same" : "the last declaration takes effect";
  const found = workspace.view("pod.yaml")!.findings.filter(({ finding }) => finding.rule === "duplicate-variable");
  expect(found.map(({ finding: { message, same, severity } }) => [severity, message, same])).toEqual([
    [
      isSame ? "note" : "warning",
      `A is declared twice in env: ${effect}; the first is at line 10`,
      `A is declared twice in env: ${effect}`,
    ],
  ]);
});
