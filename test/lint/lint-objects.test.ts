/** Secrets that lint treats as unknown, and the objects of several sets. */
import { expect, test } from "vitest";
import { APPLIED } from "../../src/kubernetes/cluster/not-applied.ts";
import { sharedIn } from "../../src/kubernetes/cluster/shared-objects.ts";
import { LintedObjects, LintObjects } from "../../src/lint/lint-objects.ts";
import { addShared, fileSet } from "../../src/repository/apply-set.ts";
import { TextManifest } from "../../src/repository/text-manifest.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

test.each<[secret: string, isKnown: boolean]>([
  ["data: {A: eHg=}", true],
  ["data: {A: null}", true],
  ["data: {}, stringData: {A: x}", true],
  ["data: {A: <base64>}", true],
  ["type: Opaque", false],
  ["data: {}", false],
  ["data: {}, stringData: {}", false],
  ["data: {A: eHg=, B: [YOUR_TOKEN]}", false],
  // The Secrets Provider of Conjur adds the keys in it.
  ["stringData: {conjur-map: 'password: db/password'}", false],
])("a Secret with %s is known: %s", (members, isKnown) => {
  const [document] = parseYaml(`{kind: Secret, metadata: {name: s}, ${members}}`, KUBERNETES);
  const objects = new LintedObjects();
  objects.add("a.yaml", sharedIn(document!.value));
  expect(objects.all.size).toBe(isKnown ? 1 : 0);
});

/** A folder with one manifest. */
function folder(name: string, text: string) {
  return fileSet([new TextManifest({ name, path: `/${name}`, isFound: true }, text)], () => APPLIED);
}

const MAP = "{kind: ConfigMap, metadata: {name: a}, data: {A: x}}";
const SERVICE = "{kind: Service, metadata: {name: db}, spec: {ports: [{port: 1}]}}";

test.each([
  [false, [undefined, 0]],
  [true, ["x", 1]],
])("pods can refer to the objects of other sets if they are one cluster: %s", (isOneCluster, expected) => {
  const [own, other] = [folder("own.yaml", "{kind: Pod}"), folder("other.yaml", `${MAP}\n---\n${SERVICE}\n`)];
  const objects = new LintObjects([own, other], isOneCluster).of((inSet) => addShared(own, inSet));
  const { cluster } = objects.of("own.yaml").of({});
  const map = cluster.elsewhere?.get("ConfigMap", "", "a") as { readonly data?: { readonly A: string } } | undefined;
  expect([map?.data?.A, cluster.cluster.services?.length ?? 0]).toEqual(expected);
});
