/** Templates of ytt, which are not applied as they are. */
import { expect, test } from "vitest";
import { isYttTemplate } from "../../src/yaml/ytt.ts";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

test.each<[text: string, isTemplate: boolean]>([
  ['#@ load("@ytt:data", "data")\na: 1\n', true],
  ["a: 1\n  #@ if b:\n", true],
  ["name: #@ data.values.name\n", true],
  ['#@overlay/match by="name"\n', true],
  ["#@data/values\n---\n", true],
  ["a: b#@ c\n", false],
  ["# @param a\n", false],
  ["#@param\n", false],
  ["# a comment\na: me@example.com\n", false],
  ["", false],
])("%j is a template: %s", (text, isTemplate) => {
  expect(isYttTemplate(text)).toBe(isTemplate);
});

const TEMPLATE = `#@ load("@ytt:data", "data")
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: #@ data.values.name
    image: i
`;
const POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: i}]}\n";

test("lint and pod skip and name it", async () => {
  folder.write({ "k/web.yaml": TEMPLATE, "k/pod.yaml": POD });
  const { code, messages, output } = await runInMemory(["lint", folder.at("k")]);
  expect({ code, output }).toEqual({ code: 0, output: "" });
  expect(messages.join("\n")).toMatch(/skipped 1 file that is not YAML: .*k\/web\.yaml; try the rendered output/);
  expect(messages.join("\n")).toContain("checked 1 file, 1 pod");
  const pod = await runInMemory(["pod", folder.at("k/web.yaml")]);
  expect(pod.output).toBe("");
  expect(pod.messages.join("\n")).toContain("skipped 1 file that is not YAML: ");
});
