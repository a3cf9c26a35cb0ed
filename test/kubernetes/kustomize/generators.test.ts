/** The data and metadata of generated ConfigMaps and Secrets. The results are those of kubectl. */
import { expect, test } from "vitest";
import { memberOf } from "../../../src/text/own-keys.ts";
import { type Files, render } from "./render.ts";

/** The rendered objects, and undefined for those that are unknown. */
function rendered(files: Files): unknown[] {
  return render(files).objects.map(({ document, isUnknown }) => (isUnknown ? undefined : document.value));
}

const configMap = (members: object, metadata: object = {}) => [
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", ...metadata }, ...members },
];

test.each<[literal: string, data: Readonly<Record<string, string>> | undefined]>([
  ["A=1", { A: "1" }],
  ["A=", { A: "" }],
  ["A=b=c", { A: "b=c" }],
  ["A==", { A: "=" }],
  ['A="x"', { A: "x" }],
  ["A='x'", { A: "x" }],
  ["A=''", { A: "" }],
  ["A='a\"b'", { A: 'a"b' }],
  ["A='x\ny'", { A: "x\ny" }],
  ["A=x'y'", { A: "x'y'" }],
  ["A='x'y", { A: "'x'y" }],
  ["A=\"x'", { A: "\"x'" }],
  ['A="', { A: '"' }],
  ["A= x ", { A: " x " }],
  ["A", undefined],
  ["=x", undefined],
])("the literal %j sets %j", (literal, data) => {
  const text = JSON.stringify({ configMapGenerator: [{ name: "c", literals: [literal] }] });
  expect(rendered({ "kustomization.yaml": text })).toEqual(data === undefined ? [data] : configMap({ data }));
});

test.each<[source: string, data: Readonly<Record<string, string>> | undefined]>([
  ["a.txt", { "a.txt": "hello\n" }],
  ["./a.txt", { "a.txt": "hello\n" }],
  ["b=a.txt", { b: "hello\n" }],
  ["dir/a.txt", { "a.txt": "deep" }],
  ["b=dir/a.txt", { b: "deep" }],
  ["missing.txt", undefined],
  ["=a.txt", undefined],
  ["b=", undefined],
  ["x=b=a.txt", undefined],
])("the file %s sets %j", (source, data) => {
  const text = JSON.stringify({ configMapGenerator: [{ name: "c", files: [source] }] });
  const files = { "kustomization.yaml": text, "a.txt": "hello\n", "dir/a.txt": "deep" };
  expect(rendered(files)).toEqual(data === undefined ? [data] : configMap({ data }));
});

test.each<[path: string, text: string, isUnknown: boolean]>([
  ["password.encrypted", "This file contains the encrypted password.\n", true],
  ["a.enc", "x", true],
  ["a.txt", '{"data": "ENC[AES256_GCM,data:x]", "sops": {"mac": "ENC[AES256_GCM,data:y]"}}', true],
  ["a.yaml", "a: ENC[AES256_GCM,data:x]\nsops:\n    mac: ENC[AES256_GCM,data:y]\n", true],
  ["a.ini", "[sops]\nmac = ENC[AES256_GCM,data:y]\n", true],
  ["a.txt", "$ANSIBLE_VAULT;1.1;AES256\n3435\n", true],
  ["a.txt", "the mac: address", false],
  ["encrypted", "x", false],
])("the content of the file %s, %j, is decrypted elsewhere: %s", (path, text, isUnknown) => {
  const generators = { secretGenerator: [{ name: "s", files: [`A=${path}`] }] };
  const [secret] = rendered({ "kustomization.yaml": JSON.stringify(generators), [path]: text });
  const value = memberOf(memberOf(secret, "data"), "A");
  expect(value).toBe(isUnknown ? "ENC[]" : Buffer.from(text).toString("base64"));
});

test("values that SOPS encrypted in an env file stay recognizable", () => {
  const generators = { secretGenerator: [{ name: "s", envs: ["a.env"] }] };
  const files = { "kustomization.yaml": JSON.stringify(generators), "a.env": "A=ENC[AES256_GCM,data:x]\nB=b\n" };
  expect(memberOf(rendered(files)[0], "data")).toEqual({ A: "ENC[AES256_GCM,data:x]", B: "Yg==" });
});

test.each<[env: string, data: Readonly<Record<string, string>> | undefined]>([
  ["A=1\nB=2\n", { A: "1", B: "2" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["A=1\rB=2", { A: "1\rB=2" }],
  ["\ufeffA=1\n", { A: "1" }],
  ["A=1\n\ufeffB=2\n", { A: "1", "\ufeffB": "2" }],
  ["\n\ufeffA=1\n", { "\ufeffA": "1" }],
  ["\x85A=1\n", { A: "1" }],
  ["=x\nA=1\n", { A: "1" }],
  ["# x\n  # y\n\n   \nA=1 # z\n", { A: "1 # z" }],
  ["A=\"x\"\nB='y'\n", { A: '"x"', B: "'y'" }],
  [" \tA = x \n", { "A ": " x " }],
  ["A=\n", { A: "" }],
  ["A=b=c\n", { A: "b=c" }],
  ["export A=1\n", { "export A": "1" }],
  ["A=1\nTOKEN\n  B  \n", { A: "1", TOKEN: "", "B  ": "" }],
  ["A=1\nA=1\n", undefined],
])("the env file %j sets %j", (env, data) => {
  const text = JSON.stringify({ configMapGenerator: [{ name: "c", envs: ["c.env"] }] });
  const expected = data === undefined ? [data] : configMap({ data });
  expect(rendered({ "kustomization.yaml": text, "c.env": env })).toEqual(expected);
});

test("an env file that does not exist makes the object unknown", () => {
  expect(rendered({ "kustomization.yaml": "configMapGenerator: [{name: c, envs: [c.env]}]" })).toEqual([undefined]);
});

test("a generator reads `env`, `envs`, `literals` and `files`, and a Secret has their base64", () => {
  const generator = "{name: c, env: d.env, envs: [c.env], literals: [X=1, 'Y=\"ä\"'], files: [f, g=f]}";
  const files = { "d.env": "B=2", "c.env": "A=1", f: "text\n" };
  expect(rendered({ ...files, "kustomization.yaml": `configMapGenerator: [${generator}]` })).toEqual(
    configMap({ data: { A: "1", B: "2", X: "1", Y: "ä", f: "text\n", g: "text\n" } }),
  );
  const data = { A: "MQ==", B: "Mg==", X: "MQ==", Y: "w6Q=", f: "dGV4dAo=", g: "dGV4dAo=" };
  const [secret] = rendered({ ...files, "kustomization.yaml": `secretGenerator: [${generator}]` });
  expect(secret).toMatchObject({ apiVersion: "v1", kind: "Secret", metadata: { name: "c" } });
  expect(memberOf(secret, "data")).toEqual(data);
});

test("the options of a generator add to those of all generators, and override them", () => {
  const text = `generatorOptions: {labels: {a: x, z: w}, annotations: {q: r}}
configMapGenerator:
- {name: c, literals: [A=1], options: {labels: {a: b, e: f}, annotations: {g: h}}}
- {name: d, namespace: shop, literals: [A=2]}
`;
  expect(rendered({ "kustomization.yaml": text })).toEqual([
    ...configMap({ data: { A: "1" } }, { labels: { a: "b", z: "w", e: "f" }, annotations: { q: "r", g: "h" } }),
    ...configMap(
      { data: { A: "2" } },
      { name: "d", namespace: "shop", labels: { a: "x", z: "w" }, annotations: { q: "r" } },
    ),
  ]);
});

const existing = (metadata: string, data: string) =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {${metadata}}, data: {${data}}}`;

test.each<[what: string, generator: object, object: string, expected: unknown]>([
  ["merge", { behavior: "merge" }, existing("name: c", "A: old, C: kept"), { A: "1", B: "2", C: "kept" }],
  ["replace", { behavior: "replace" }, existing("name: c", "A: old, C: removed"), { A: "1", B: "2" }],
  ["merge into an object without data", { behavior: "merge" }, existing("name: c", ""), { A: "1", B: "2" }],
  [
    "merge into an object of a namespace",
    { behavior: "merge", namespace: "shop" },
    existing("name: c, namespace: shop", "C: kept"),
    { A: "1", B: "2", C: "kept" },
  ],
  [
    "merge into an object of the default namespace",
    { behavior: "merge" },
    existing("name: c, namespace: default", "C: kept"),
    { A: "1", B: "2", C: "kept" },
  ],
  // kustomize refuses these.
  ["create an object that exists", { behavior: "create" }, existing("name: c", "C: kept"), undefined],
  ["create an object that exists, by default", {}, existing("name: c", "C: kept"), undefined],
  ["change an object with an unknown behavior", { behavior: "x" }, existing("name: c", "C: kept"), undefined],
])("%s", (_, generator, object, expected) => {
  const text = JSON.stringify({
    resources: ["c.yaml"],
    configMapGenerator: [{ name: "c", literals: ["A=1", "B=2"], ...generator }],
  });
  const found = rendered({ "kustomization.yaml": text, "c.yaml": object });
  expect(found.map((each) => memberOf(each, "data"))).toEqual([expected]);
});

test.each(["merge", "replace"])("the labels and annotations of a generator count with the behavior %s", (behavior) => {
  const options = { labels: { b: "new", c: "new" }, annotations: { d: "new" } };
  const text = {
    resources: ["c.yaml"],
    configMapGenerator: [{ name: "c", behavior, literals: ["A=1"], options }],
    patches: [
      { target: { labelSelector: "c=new" }, patch: '[{"op": "add", "path": "/data/PATCHED", "value": "yes"}]' },
    ],
  };
  const object = existing("name: c, labels: {a: old, b: old}", "");
  expect(rendered({ "kustomization.yaml": JSON.stringify(text), "c.yaml": object })).toEqual(
    configMap(
      { data: { A: "1", PATCHED: "yes" } },
      { labels: { a: "old", b: "new", c: "new" }, annotations: { d: "new" } },
    ),
  );
});

test.each([
  ["create", false],
  ["merge", true],
  ["replace", true],
])("the behavior %s without an object that it changes is unknown: %s", (behavior, isUnknown) => {
  const { objects } = render({ "kustomization.yaml": `configMapGenerator: [{name: c, behavior: ${behavior}}]` });
  expect(objects.map((object) => object.isUnknown)).toEqual([isUnknown]);
});

test.each(["c", "p-c"])("a generator merges into an object of a base by its name %s", (name) => {
  const files = {
    "kustomization.yaml": `resources: [base]\nconfigMapGenerator: [{name: ${name}, behavior: merge, literals: [A=1]}]`,
    "base/kustomization.yaml": "namePrefix: p-\nconfigMapGenerator: [{name: c, literals: [B=2]}]",
  };
  expect(rendered(files)).toEqual(configMap({ data: { A: "1", B: "2" } }, { name: "p-c" }));
});
