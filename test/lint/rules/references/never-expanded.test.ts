/** References in fields that are never expanded, and the fix for subPath. */
import { expect, test } from "vitest";
import { withEdits } from "../../../../src/lint/fix/fix-text.ts";
import { Workspace } from "../../../../src/lsp/workspace.ts";
import { foundBy, pod } from "../../looked.ts";

const MAP = "kind: ConfigMap\nmetadata: {name: c}\ndata: {K: $(A)$(NONE)$(none)}\n---\n";
const ENV = "env: [{name: A, value: a}]\n";
const VOLUME = "  volumes: [{name: v, emptyDir: {}}]\n";

test.each<[title: string, members: string, names: string[]]>([
  // References to declared variables, and in some fields to any name in uppercase letters.
  ["httpGet", "livenessProbe: {httpGet: {port: 80, path: /$(A)$(NONE)$(none)$(_X)$(A1_B)}}", ["A", "NONE", "A1_B"]],
  ["subPath", "volumeMounts: [{name: v, mountPath: /v, subPath: $(A)$(NONE)$(none)$(xA)$(NONE-x)}]", ["A", "NONE"]],
  ["a ConfigMap", "envFrom: [{configMapRef: {name: c}}]", ["A", "NONE"]],
  ["mountPath", "volumeMounts: [{name: v, mountPath: /$(A)$(NONE)$(none)}]", ["A"]],
  ["a hook", "lifecycle: {preStop: {exec: {command: [run, $(A)$(NONE)]}}}", ["A"]],
  ["escapes and other forms", "volumeMounts: [{name: v, mountPath: /v, subPath: '$$(A)$(A${A}'}]", []],
])("in %s", (_, members, names) => {
  const text = MAP + pod(ENV + members, VOLUME);
  const found = foundBy("never-expanded", text).filter((line) => line.includes("never-expanded"));
  expect(found.map((line) => /\$\((\w+)\) is not expanded/.exec(line)![1])).toEqual(names);
});

/** The text after the fix of its only fixable finding. */
function fixed(text: string): string | undefined {
  const workspace = new Workspace();
  workspace.set("k/pod.yaml", text);
  const view = workspace.view("k/pod.yaml")!;
  const [fix, ...others] = view.findings.flatMap((found) => view.fixOf!(found) ?? []);
  expect(others).toEqual([]);
  if (fix === undefined) return undefined;
  expect(fix.description).toBe("write subPathExpr");
  return withEdits(text, fix.edits);
}

test.each([
  ["{name: v, mountPath: /v, subPath: $(A)}", "{name: v, mountPath: /v, subPathExpr: $(A)}"],
  ["{name: v, mountPath: /v, 'subPath': x$(A)}", "{name: v, mountPath: /v, 'subPathExpr': x$(A)}"],
  ['{"subPath": "$(A)", name: v, mountPath: /v}', '{"subPathExpr": "$(A)", name: v, mountPath: /v}'],
  ["{name: v, mountPath: /v, ? subPath : $(A)}", "{name: v, mountPath: /v, ? subPathExpr : $(A)}"],
  ["{name: v, mountPath: /v, subPath: &p $(A)}", "{name: v, mountPath: /v, subPathExpr: &p $(A)}"],
])("the fix of %s", (mount, expected) => {
  const text = (volumeMount: string) => pod(`${ENV}volumeMounts: [${volumeMount}]`, VOLUME);
  expect(fixed(text(mount))).toBe(text(expected));
});

test.each([
  "{<<: {subPath: $(A)}, name: v, mountPath: /v}",
  "{name: v, mountPath: /v, subPath: $(A)$$}",
  "{name: v, mountPath: /v, subPath: $(A)$(NONE)}",
  "{name: v, mountPath: /v, subPath: $(A)$x}",
  "{name: v, mountPath: /v, subPath: $(A)${A}}",
  "{name: v, mountPath: $(A)}",
])("there is no fix of %s", (mount) => {
  expect(fixed(pod(`${ENV}volumeMounts: [${mount}]`, VOLUME))).toBeUndefined();
});
