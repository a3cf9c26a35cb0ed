/** `images` and `replicas`. kubectl.test.ts compares the images of containers with kubectl. */
import { describe, expect, test } from "vitest";
import { Kustomizer } from "../../../src/kubernetes/kustomize/index.ts";
import { deployment, type Files, render, valueOf } from "./render.ts";

const OBJECT =
  "{apiVersion: example.org/v1, kind: KIND, metadata: {name: a}, spec: {image: web, containers: [{image: web}]}}";

const withImages = (entry: string, object: string, more = ""): Files => ({
  "kustomization.yaml": `resources: [a.yaml]\nimages: [${entry}]\n${more}`,
  "a.yaml": object,
  "config.yaml": "images: [{path: spec/image}]",
});

describe("images", () => {
  test.each([
    ["CustomResourceDefinition", "", { image: "web", containers: [{ image: "web" }] }],
    ["Any", "", { image: "web", containers: [{ image: "web:2" }] }],
    ["Any", "configurations: [config.yaml]", { image: "web:2", containers: [{ image: "web:2" }] }],
  ])("of an object of kind %s, with %j", (kind, more, spec) => {
    const files = withImages("{name: web, newTag: '2'}", OBJECT.replace("KIND", kind), more);
    expect(valueOf(render(files), `${kind}/a`, "spec")).toEqual(spec);
  });

  test("of a registry with an at sign", () => {
    const files = withImages("{name: r@x/web, newTag: '2'}", OBJECT.replaceAll("web", "'r@x/web:1'"));
    expect(valueOf(render(files), "KIND/a", "spec", "containers")).toEqual([{ image: "r@x/web:2" }]);
  });

  test("of a volume", () => {
    const pod =
      "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {volumes: [{name: v, image: {reference: web}}]}}";
    const volumes = valueOf(render(withImages("{name: web, newTag: '2'}", pod)), "Pod/a", "spec", "volumes");
    expect(volumes).toEqual([{ name: "v", image: { reference: "web:2" } }]);
  });

  test.each([
    ["newTag: 1.2", "number", "newTag"],
    ["newName: true", "bool", "newName"],
    ["digest: 5", "number", "digest"],
  ])("with %s, the build is refused", (member, type, field) => {
    const { unevaluated } = render(withImages(`{name: web, ${member}}`, OBJECT));
    const problem = `cannot unmarshal ${type} into Go struct field Image.images.${field} of type string`;
    expect(unevaluated).toMatchObject([{ reason: "refused", message: `invalid Kustomization: json: ${problem}` }]);
  });

  test.each([
    ["web", "", false],
    ["w.*", "", false],
    ["w.*", "configurations: [config.yaml]", true],
  ])("without an engine for patterns, the name %s with %j leaves the object unknown: %s", (name, more, isUnknown) => {
    const files = withImages(`{name: '${name}', newTag: '2'}`, OBJECT.replace("KIND", "Any"), more);
    const { objects } = new Kustomizer({ read: (path) => files[path.slice(1)] }).render("/")!;
    expect(objects.map((object) => object.isUnknown)).toEqual([isUnknown]);
  });

  test("without an engine for patterns, a replacement cannot copy an image that a pattern may have changed", () => {
    const source = "{kind: Deployment, fieldPath: spec.template.spec.containers.0.image}";
    const files: Files = {
      "kustomization.yaml": `resources: [web.yaml, c.yaml]
images: [{name: 'e.*', newTag: '2'}]
replacements: [{source: ${source}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a]}]}]
`,
      "web.yaml": deployment(""),
      "c.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: x}}",
    };
    const { objects } = new Kustomizer({ read: (path) => files[path.slice(1)] }).render("/")!;
    expect(objects.map(({ isUnknown }) => isUnknown)).toEqual([false, true]);
  });
});

describe("replicas", () => {
  const withReplicas = (more: string): Files => ({
    "kustomization.yaml": `resources: [web.yaml]\nreplicas: [{name: api, count: 2}]\n${more}`,
    "web.yaml": deployment(""),
  });
  const refusals = (files: Files) =>
    render(files).unevaluated.flatMap((each) => (each.reason === "refused" ? each.message : []));

  test("of an object that does not exist: the build is refused", () => {
    const kinds = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];
    expect(refusals(withReplicas(""))).toEqual([
      `resource with name api does not match a config with the following GVK [${kinds.map((kind) => `${kind}.[noVer].[noGrp]`).join(" ")}]`,
    ]);
  });

  test.each(["bases: ['https://example.org/x?ref=v1']", "generators: ['kind: Any']"])(
    "of an object that can be in a part that is not evaluated: %s",
    (more) => expect(refusals(withReplicas(more))).toEqual([]),
  );

  test("without an engine for patterns, of an object that a patch may have renamed: the build is not refused", () => {
    const files = withReplicas(`patches:
- target: {name: 'w.*'}
  patch: |
    - {op: replace, path: /metadata/name, value: api}
`);
    const { unevaluated } = new Kustomizer({ read: (path) => files[path.slice(1)] }).render("/")!;
    expect(unevaluated.filter(({ reason }) => reason === "refused")).toEqual([]);
  });
});
