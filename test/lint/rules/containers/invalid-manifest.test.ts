/** Values of wrong types, unless another tool replaces them. */
import { expect, test } from "vitest";
import { runInMemory } from "../../../cli/memory-io.ts";
import { foundBy, pod } from "../../looked.ts";

test.each([
  ["true", "a boolean; write it in quotes"],
  ["1.5", "a number; write it in quotes"],
  ["yes", "a boolean; YAML 1.1 reads yes as a boolean; write it in quotes"],
  ["No", "a boolean; YAML 1.1 reads No as a boolean; write it in quotes"],
  ["y", "a boolean; YAML 1.1 reads y as a boolean; write it in quotes"],
  ["n", "a boolean; YAML 1.1 reads n as a boolean; write it in quotes"],
  ["on", "a boolean; YAML 1.1 reads on as a boolean; write it in quotes"],
  ["OFF", "a boolean; YAML 1.1 reads OFF as a boolean; write it in quotes"],
  ["[a]", "a list"],
  ["{a: b}", "a mapping"],
])("the value %s of a variable", (value, found) => {
  const message = `invalid-manifest: spec.containers[0].env[0].value: expected a string, found ${found}`;
  expect(foundBy("invalid-manifest", pod(`env: [{name: A, value: ${value}}]`))).toEqual([`«${value}» ${message}`]);
  const object = `kind: ConfigMap\nmetadata: {name: ${value}}\n`;
  expect(foundBy("invalid-manifest", object)).toEqual([
    `«${value}» invalid-manifest: metadata.name: expected a string, found ${found}`,
  ]);
});

test.each<[value: string, isPlaceholder: boolean]>([
  ["'${A}'", true],
  ["x${A}", true],
  ["'{{ .Values.a }}'", true],
  ["'x{{a}}'", true],
  ["$A", true],
  ["$_a", true],
  ["$(Values.host.network)", true],
  ["$(", false],
  ["HOST_NETWORK", true],
  ["A1_2_B", true],
  ["<HOST>", true],
  ["<true or false>", true],
  ["web-<HOST>", true],
  ["HOST_NETWORK-web", true],
  ["web-v1-HOST_NETWORK", true],
  ["replace_port", true],
  ["your_port", true],
  ["replaced", false],
  ["HOST-web", false],
  ["NS_ID-web-secret-BUILD_ID", true],
  ["a.NS_ID.b", true],
  ["HOST_NETWORKs", false],
  ["a<b", false],
  ["<>", false],
  ["{$concat: [a]}", true],
  ["x$A", false],
  ["$1", false],
  ["'{ a }'", false],
  ["HOST", false],
  ["HOST_", false],
  ["_HOST_A", false],
  ["HOST_network", false],
  ["host_NETWORK", false],
  ["{concat: [$a]}", false],
  ["[$a]", false],
])("%s in place of a boolean is a placeholder: %s", (value, isPlaceholder) => {
  const found = foundBy("invalid-manifest", pod("", `  hostNetwork: ${value}\n`));
  expect(found.map((line) => line.replace(/^.*» /, "").replace(/ .*/, ""))).toEqual(
    isPlaceholder ? [] : ["invalid-manifest:"],
  );
});

test.each([
  ["APPNAME", 0],
  ["APPNAME-web", 0],
  ["APPNAME.web", 0],
  ["APPNAMEweb", 1],
  ["APPname", 1],
  ["APP", 1],
])("a container with the name %s", (name, count) => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: ${name}, image: i}]}\n`;
  expect(foundBy("invalid-manifest", text)).toHaveLength(count);
});

test("an object needs a name or generateName, and a pod without one is a template", async () => {
  const object = (metadata: string) =>
    `kind: Job\napiVersion: batch/v1\n${metadata}spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: i}]}}}\n`;
  const message = "invalid-manifest: metadata.name: Required value: name or generateName is required";
  expect(foundBy("invalid-manifest", object("metadata: {generateName: a-}\n"))).toEqual([]);
  expect(foundBy("invalid-manifest", object("metadata: {labels: {a: b}}\n"))).toEqual([
    `«{labels: {a: b}}» ${message}`,
  ]);
  expect(foundBy("invalid-manifest", object(""))).toEqual([`«kind: Job» ${message}`]);
  const template = "kind: Pod\napiVersion: v1\nspec: {containers: [{name: a, image: i}]}\n";
  const { output } = await runInMemory(["lint", "-"], { stdin: template });
  expect(output).toBe(`<stdin>:1:1: note: ${message.replace("invalid-manifest: ", "")} [invalid-manifest]\n`);
});

test.each([
  ["{self.path.k8s}", 0],
  ["{name}", 0],
  ["{a: b}", 1],
  ["{a, b}", 1],
])("a name that is a field of a format string: %s", (name, count) => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec: {containers: [{name: a, image: i}]}\n`;
  const service = `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;
  expect(foundBy("invalid-manifest", text)).toHaveLength(count);
  expect(foundBy("invalid-manifest", service)).toHaveLength(count);
});

test.each([
  ["(to_number($port))", 0],
  ["($port)", 0],
  ["(port)", 1],
  ["(80", 1],
])("a number in an expression of Chainsaw: %s", (port, count) => {
  const text = `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports:\n  - port: ${port}\n`;
  expect(foundBy("invalid-manifest", text)).toHaveLength(count);
});
