/** Sources that only another folder or kustomization of the input has: the summary says where they are. */
import { expect, test } from "vitest";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

const pod = (kind: string, name: string, namespace = "shop") => `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: ${namespace}}
spec: {containers: [{name: a, image: i, args: [$(HOST)], envFrom: [{${kind}Ref: {name: ${name}}}]}]}
`;
const object = (kind: string, name: string, data = "{HOST: db}", namespace = "shop") =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nstringData: ${data}\ndata: {A: YQ==}\n`;

test.each<[title: string, files: Readonly<Record<string, string>>, line: string]>([
  ["no folder", { "b/c.yaml": object("ConfigMap", "other") }, "not in the input: ConfigMap shop/settings (1 name)"],
  [
    "another folder",
    { "b/c.yaml": object("ConfigMap", "settings") },
    "only in other folders of the input: ConfigMap shop/settings in k/b/c.yaml (1 name)",
  ],
  [
    "a kustomization without pods",
    {
      "b/kustomization.yaml": "namespace: shop\nresources: [c.yaml]\n",
      "b/c.yaml": object("ConfigMap", "settings", "{}", "other"),
    },
    "only in other folders of the input: ConfigMap shop/settings in kustomization k/b (1 name)",
  ],
  [
    "another folder, in another namespace",
    { "b/c.yaml": object("ConfigMap", "settings", "{}", "other") },
    "not in the input: ConfigMap shop/settings (1 name)",
  ],
  [
    "another folder, of another kind",
    { "b/c.yaml": object("Secret", "settings") },
    "not in the input: ConfigMap shop/settings (1 name)",
  ],
])("a ConfigMap that %s has", async (_, files, line) => {
  folder.write({ "k/a/pod.yaml": pod("configMap", "settings"), ...prefixed(files) });
  const { messages } = await runInMemory(["lint", folder.at("k")]);
  expect(messages.join("\n").replaceAll(/(?:\.\.\/)*[\w./-]*\/(?=k\/)/g, "")).toContain(`1 source is ${line}`);
});

function prefixed(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`k/${name}`, text]));
}

test("it is unknown for --fail-on, and in JSON", async () => {
  folder.write({ "k/a/pod.yaml": pod("secret", "keys"), "k/b/c.yaml": object("Secret", "keys") });
  const { code, output } = await runInMemory(["lint", "-o", "json", "--fail-on", "unknown", folder.at("k")]);
  expect(code).toBe(1);
  const { unknown } = JSON.parse(output).summary;
  expect(unknown).toEqual([
    { what: "Secret shop/keys", reason: "elsewhere", why: expect.stringMatching(/k\/b\/c\.yaml$/), names: ["HOST"] },
  ]);
});
