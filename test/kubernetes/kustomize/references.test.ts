/** The variables of kustomizations, and the fields that follow renamed objects. The results are those of kubectl. */
import { describe, expect, test } from "vitest";
import { Kustomizer } from "../../../src/kubernetes/kustomize/index.ts";
import { containerOf, deployment, type Files, render, valueOf } from "./render.ts";

/** A member of the container of a Deployment, in a kustomization with variables; undefined if it is unknown. */
function replaced(lines: string, member: string, variables: readonly object[]): unknown {
  const rendering = render({
    "kustomization.yaml": JSON.stringify({ namePrefix: "p-", resources: ["web.yaml"], vars: variables }),
    "web.yaml": `${deployment(lines)}  replicas: 3\n  paused: true\n  empty: ""\n  none: null\n`,
  });
  if (rendering.objects[0]!.isUnknown) return undefined;
  return valueOf(rendering, "Deployment/p-web", "spec", "template", "spec", "containers", 0, member);
}

const objref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const NAME = { name: "NAME", objref };
const REPLICAS = { name: "REPLICAS", objref, fieldref: { fieldpath: "spec.replicas" } };

describe("variables", () => {
  test.each<[text: string, expected: unknown]>([
    ["$(NAME)", "p-web"],
    ["a$(NAME)b$(NAME)c", "ap-webbp-webc"],
    ["$$(NAME)", "$(NAME)"],
    ["$$$(NAME)", "$p-web"],
    ["$$$$(NAME)", "$$(NAME)"],
    ["x$$", "x$"],
    ["x$$y$(NAME)", "x$yp-web"],
    ["$x$(NAME)", "$xp-web"],
    ["$(NAME)$(OTHER)", "p-web$(OTHER)"],
    ["$(REPLICAS)", 3],
    ["$(REPLICAS)$(REPLICAS)", "33"],
    ...["$(OTHER)", "$(NAME", "$(", "$", "a$b", "$( NAME)", "${NAME}", "$()", "$(NA$(NAME)ME)"].map(
      (text): [string, string] => [text, text],
    ),
  ])("%s is %j", (text, expected) => {
    expect(replaced(`args: ['${text}']`, "args", [NAME, REPLICAS])).toEqual([expected]);
  });

  test("dollar signs stay without variables", () => {
    expect(replaced("args: [$$, $$(NAME), $(NAME)]", "args", [])).toEqual(["$$", "$$(NAME)", "$(NAME)"]);
  });

  test.each<[field: string, expected: unknown]>([
    ["metadata.name", "p-web"],
    ["spec.replicas", 3],
    ["spec.paused", true],
    ["spec.empty", ""],
    ["spec.template.spec.containers[0].image", "example/app"],
    ["spec.template.spec.containers.0.image", "example/app"],
    ["spec.template.spec.containers[1].image", undefined],
    ["spec.template.spec.containers[name=app].image", undefined],
    ["spec.missing", undefined],
    ["spec.none", undefined],
    ["spec", undefined],
  ])("the field %s has the value %j", (fieldpath, expected) => {
    const variable = { name: "NAME", objref, fieldref: { fieldpath } };
    expect(replaced("args: [$(NAME)]", "args", [variable])).toEqual(expected === undefined ? expected : [expected]);
    // What does not refer to the variable is known.
    expect(replaced("args: [NAME]", "args", [variable])).toEqual(["NAME"]);
  });

  test("the members of a variable have two spellings, and the field is the name by default", () => {
    const variable = { name: "NAME", objRef: objref, fieldRef: { fieldPath: "spec.replicas" } };
    expect(replaced("args: [$(NAME)]", "args", [variable])).toEqual([3]);
    expect(replaced("args: [$(NAME)]", "args", [{ name: "NAME", objref, fieldref: {} }])).toEqual(["p-web"]);
  });

  test.each([
    [{ ...objref, namespace: "default" }, true],
    [{ ...objref, name: "other" }, false],
    [{ ...objref, namespace: "shop" }, false],
    [{ ...objref, apiVersion: "apps/v2" }, false],
    [{ ...objref, apiVersion: "v1" }, false],
    [{ kind: "Deployment", name: "web" }, false],
    [{ kind: "Deployment", group: "apps", version: "v1", name: "web" }, true],
  ])("a variable that refers to %j is known: %s", (reference, isKnown) => {
    const value = replaced("args: [$(NAME)]", "args", [{ name: "NAME", objref: reference }]);
    expect(value).toEqual(isKnown ? ["p-web"] : undefined);
  });

  test.each([
    ["images: [{name: example/app, newTag: v2}]", "spec.template.spec.containers[0].image", "example/app:v2"],
    ["replicas: [{name: web, count: 5}]", "spec.replicas", 5],
    ["commonLabels: {a: b}", "spec.replicas", 3],
  ])("after %s, a variable copies the value of %s", (member, fieldPath, expected) => {
    const rendering = render({
      "kustomization.yaml": `${member}
resources: [web.yaml]
vars: [${JSON.stringify({ name: "NAME", objref, fieldref: { fieldPath } })}]
`,
      "web.yaml": `${deployment("args: [$(NAME)]")}  replicas: 3\n`,
    });
    expect(containerOf(rendering)).toMatchObject({ args: [expected] });
  });

  test.each<[lines: string, member: string, expected: unknown]>([
    ["command: [$(NAME)]", "command", ["p-web"]],
    ["args: $(NAME)", "args", "p-web"],
    ["env: [{name: $(NAME), value: $(NAME)}]", "env", [{ name: "$(NAME)", value: "p-web" }]],
    [
      "volumeMounts: [{name: v, mountPath: $(NAME), subPath: $(NAME)}]",
      "volumeMounts",
      [{ name: "v", mountPath: "p-web", subPath: "$(NAME)" }],
    ],
    ["workingDir: $(NAME)", "workingDir", "$(NAME)"],
    ["envFrom: [{prefix: $(NAME)}]", "envFrom", [{ prefix: "$(NAME)" }]],
    ["livenessProbe: {exec: {command: [$(NAME)]}}", "livenessProbe", { exec: { command: ["$(NAME)"] } }],
  ])("of a container with %s, %s is %j", (lines, member, expected) => {
    expect(replaced(lines, member, [NAME])).toEqual(expected);
  });

  test("fields of objects in which variables are replaced, and others", () => {
    const metadata = (value: string) => ({ labels: { l: value }, annotations: { a: value, n: "n" } });
    const pod = (value: string, other: string) => ({
      volumes: [{ name: other, nfs: { server: value, path: other } }, { name: "w" }],
      initContainers: [{ name: other, args: [value], command: ["c", value] }],
      containers: [{ name: "a" }, { name: other, env: [{ name: "A" }, { name: "B", value }] }],
      ephemeralContainers: [{ name: "e", args: [other] }],
    });
    const workload = (kind: string, value: string, other: string, ofTemplate: string) => ({
      apiVersion: "apps/v1",
      kind,
      metadata: { name: kind.toLowerCase(), ...metadata(value) },
      spec: {
        template: { metadata: { labels: { l: other }, annotations: { a: ofTemplate } }, spec: pod(value, other) },
      },
    });
    const objects = (value: string, other = "$(NAME)") => [
      workload("Deployment", value, other, value),
      workload("DaemonSet", value, other, other),
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "s", ...metadata(value) },
        spec: { clusterIP: other, ports: [{ port: value, targetPort: value, nodePort: other }] },
      },
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", ...metadata(value) }, data: { a: other } },
    ];
    const { objects: found } = render({
      "kustomization.yaml": JSON.stringify({
        resources: ["all.yaml"],
        vars: [{ name: "NAME", objref: { apiVersion: "v1", kind: "Service", name: "s" } }],
      }),
      "all.yaml": objects("$(NAME)")
        .map((object) => JSON.stringify(object))
        .join("\n---\n"),
    });
    expect(found.map(({ document }) => document.value)).toEqual(objects("s"));
  });

  test.each<[what: string, args: string, isUnknown: boolean[]]>([
    ["an unknown variable", "$(MISSING)", [true, false]],
    ["a known and an unknown one", "$(NAME) $(MISSING)", [true, false]],
    ["a known one", "$(NAME)", [false, false]],
    ["an unknown one after a dollar sign", "$$(MISSING)", [false, false]],
    ["a part of the name of an unknown one", "$(MISSIN)", [false, false]],
  ])("only the object that contains %s is unknown", (_, argument, isUnknown) => {
    const { objects } = render({
      "kustomization.yaml": JSON.stringify({
        resources: ["web.yaml", "api.yaml"],
        vars: [NAME, { name: "MISSING", objref: { ...objref, name: "none" } }],
      }),
      "web.yaml": deployment(`args: [a, "${argument}", b]`),
      "api.yaml": deployment("args: [$(NAME)]").replace("name: web", "name: api"),
    });
    expect(objects.map((object) => object.isUnknown)).toEqual(isUnknown);
  });

  test("a configuration adds fields, of one kind or of all", () => {
    const rendering = render({
      "kustomization.yaml": JSON.stringify({
        resources: ["x.yaml"],
        vars: [{ name: "NAME", objref: { apiVersion: "example.org/v1", kind: "X", name: "x" } }],
        configurations: ["fields.yaml"],
      }),
      "fields.yaml": `varReference:
- {kind: X, path: spec/text}
- {path: spec/mapping}
- {kind: X, path: spec/list/text}
- {kind: "Y", path: spec/other}
- {kind: X, path: spec/with\\/slash}
`,
      "x.yaml": `{apiVersion: example.org/v1, kind: X, metadata: {name: x}, spec: {text: $(NAME), mapping: {text: $(NAME)},
        list: [{text: $(NAME)}, {text: z}], other: $(NAME), with/slash: $(NAME), with: {slash: $(NAME)}}}`,
    });
    expect(valueOf(rendering, "X/x", "spec")).toEqual({
      text: "x",
      mapping: { text: "x" },
      list: [{ text: "x" }, { text: "z" }],
      other: "$(NAME)",
      "with/slash": "x",
      with: { slash: "$(NAME)" },
    });
    expect(rendering.objects[0]!.isUnknown).toBe(false);
  });

  test.each(["web", "p-web"])("a variable refers to an object of a base by its name %s", (name) => {
    const files: Files = {
      "kustomization.yaml": JSON.stringify({
        namePrefix: "q-",
        resources: ["base"],
        vars: [{ name: "NAME", objref: { ...objref, name } }],
      }),
      "base/kustomization.yaml": "namePrefix: p-\nresources: [web.yaml]",
      "base/web.yaml": deployment("args: [$(NAME)]"),
    };
    const rendering = render(files);
    const args = valueOf(rendering, "Deployment/q-p-web", "spec", "template", "spec", "containers", 0, "args");
    expect(args).toEqual(["q-p-web"]);
  });
});

test("a base with a variable in two overlays has the name of each overlay", () => {
  const kustomizer = new Kustomizer({
    read: (path) =>
      ({
        "/base/kustomization.yaml": JSON.stringify({ resources: ["web.yaml"], vars: [NAME] }),
        "/base/web.yaml": deployment("args: [$(NAME)]"),
        "/a/kustomization.yaml": "namePrefix: a-\nresources: [../base]",
        "/b/kustomization.yaml": "namePrefix: b-\nresources: [../base]",
      })[path],
  });
  for (const folder of ["a", "b", "a"]) {
    const rendering = kustomizer.render(`/${folder}`)!;
    expect(containerOf(rendering, `Deployment/${folder}-web`)).toMatchObject({ args: [`${folder}-web`] });
  }
});

describe("names", () => {
  const container = (c: string, s: string) => ({
    name: "app",
    envFrom: [{ configMapRef: { name: c } }, { secretRef: { name: s } }],
    env: [
      { name: "A", valueFrom: { configMapKeyRef: { name: c, key: "a" } } },
      { name: "B", valueFrom: { secretKeyRef: { name: s, key: "b" } } },
      { name: "C", value: "c" },
    ],
  });
  const volumes = (c: string, s: string) => [
    { name: "c", configMap: { name: c } },
    { name: "s", secret: { secretName: s } },
    { name: "both", projected: { sources: [{ configMap: { name: c } }, { secret: { name: s } }] } },
  ];
  const spec = (c: string, s: string) => ({
    initContainers: [container(c, s)],
    containers: [container(c, s)],
    volumes: volumes(c, s),
  });

  test.each<[versionAndKind: string, ...path: string[]]>([
    ["v1 Pod", "spec"],
    ["v1 PodTemplate", "template", "spec"],
    ["apps/v1 Deployment", "spec", "template", "spec"],
    ["apps/v1 ReplicaSet", "spec", "template", "spec"],
    ["apps/v1 DaemonSet", "spec", "template", "spec"],
    ["apps/v1 StatefulSet", "spec", "template", "spec"],
    ["batch/v1 Job", "spec", "template", "spec"],
    ["batch/v1 CronJob", "spec", "jobTemplate", "spec", "template", "spec"],
  ])("of a ConfigMap and a Secret follow in a %s", (versionAndKind, ...path) => {
    const [apiVersion, kind] = versionAndKind.split(" ");
    const rest = path.reduceRight<object>((inner, step) => ({ [step]: inner }), spec("c", "s"));
    const files = {
      "kustomization.yaml": `namePrefix: p-
nameSuffix: -x
resources: [object.yaml]
configMapGenerator: [{name: c, literals: [a=1]}]
secretGenerator: [{name: s, literals: [b=1]}]
`,
      "object.yaml": JSON.stringify({ apiVersion, kind, metadata: { name: "web" }, ...rest }),
    };
    expect(valueOf(render(files), `${kind}/p-web-x`, ...path)).toEqual(spec("p-c-x", "p-s-x"));
  });

  test.each([
    ["", "c"],
    ["shop", "p-c"],
  ])("of a ConfigMap in the namespace shop, a Deployment in the namespace %j refers to %s", (namespace, name) => {
    const files = {
      "kustomization.yaml": `resources: [settings, web.yaml]`,
      "settings/kustomization.yaml": "namePrefix: p-\nconfigMapGenerator: [{name: c, namespace: shop}]",
      "web.yaml": deployment("envFrom: [{configMapRef: {name: c}}]").replace(
        "  name: web\n",
        `  name: web\n  namespace: ${JSON.stringify(namespace)}\n`,
      ),
    };
    const envFrom = valueOf(render(files), "Deployment/web", "spec", "template", "spec", "containers", 0, "envFrom");
    expect(envFrom).toEqual([{ configMapRef: { name } }]);
  });

  test("a configuration adds fields that refer to objects", () => {
    const object = (kind: string) =>
      `{apiVersion: example.org/v1, kind: ${kind}, metadata: {name: x}, spec: {any: c, ref: c, list: [{ref: c}], refs: [c, d], other: c}}`;
    const rendering = render({
      "kustomization.yaml": `namePrefix: p-
resources: [a.yaml, b.yaml]
configMapGenerator: [{name: c, literals: [a=1]}]
configurations: [fields.yaml]
`,
      "fields.yaml": `nameReference:
- {kind: ConfigMap, fieldSpecs: [{path: spec/any}, {kind: A, path: spec/ref}, {kind: A, path: "spec/list[]/ref"}, {kind: A, path: spec/refs}]}
- {kind: Secret, fieldSpecs: [{path: spec/other}]}
`,
      "a.yaml": object("A"),
      "b.yaml": object("B"),
    });
    expect(valueOf(rendering, "A/p-x", "spec")).toEqual({
      any: "p-c",
      ref: "p-c",
      list: [{ ref: "p-c" }],
      refs: ["p-c", "d"],
      other: "c",
    });
    expect(valueOf(rendering, "B/p-x", "spec")).toEqual({
      any: "p-c",
      ref: "c",
      list: [{ ref: "c" }],
      refs: ["c", "d"],
      other: "c",
    });
  });
});

test.each([
  ["{name: c}", true],
  ["[{name: c}]", true],
  ["{name: d}", false],
  ["c", false],
])("a field with %s that refers to a renamed object is unknown: %s", (value, isUnknown) => {
  const { objects } = render({
    "kustomization.yaml":
      "namePrefix: p-\nresources: [a.yaml]\nconfigMapGenerator: [{name: c}]\nconfigurations: [fields.yaml]",
    "fields.yaml": "nameReference: [{kind: ConfigMap, fieldSpecs: [{kind: A, path: spec/ref}]}]",
    "a.yaml": `{apiVersion: example.org/v1, kind: A, metadata: {name: a}, spec: {ref: ${value}}}`,
  });
  expect(objects[0]!.isUnknown).toBe(isUnknown);
});

test("objects for local use are not rendered, but can be read", () => {
  const settings = (name: string, isLocal: string) =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, annotations: {config.kubernetes.io/local-config: "${isLocal}"}}}\n`;
  const rendering = render({
    "kustomization.yaml": `resources: [settings.yaml, web.yaml]
replacements:
- source: {kind: ConfigMap, name: local}
  targets: [{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image]}]
`,
    "settings.yaml": `${settings("local", "true")}---\n${settings("other", "false")}`,
    "web.yaml": deployment(""),
  });
  expect(rendering.objects).toHaveLength(2);
  expect(valueOf(rendering, "ConfigMap/other", "kind")).toBe("ConfigMap");
  expect(valueOf(rendering, "Deployment/web", "spec", "template", "spec", "containers", 0, "image")).toBe("local");
});
