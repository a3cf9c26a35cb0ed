/** Kustomizations that varexpand and kubectl must render alike. The root is the folder `app`. */
import { deployment, type Files } from "./render.ts";

const ENV = `env:
- name: A
  value: "1"
- name: B
  value: $(A)`;

const kustomization = (text: string): Files => ({ "app/kustomization.yaml": text, "app/web.yaml": deployment(ENV) });

const strategic = (spec: string) => `resources: [web.yaml]
patches:
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: ${spec}}}
`;

const jsonPatch = (operations: string) => `resources: [web.yaml]
patches:
- target: {kind: Deploy.*, name: web}
  patch: |-
${operations.replaceAll(/^(?=.)/gm, "    ")}
`;

const base = (overlay: string): Files => ({
  "app/kustomization.yaml": `resources: [../base]\n${overlay}`,
  "base/kustomization.yaml": `resources: [web.yaml]
configMapGenerator:
- name: settings
  literals: [HOST=db, "QUOTED='a b'", 'EMPTY=""', "OPEN='", 'LEFT="x', MIXED="x', OTHER='']
`,
  "base/web.yaml": deployment(`envFrom:
- configMapRef: {name: settings}
env:
- name: PORT
  valueFrom: {configMapKeyRef: {name: settings, key: PORT}}`),
});

/** A Deployment with a prefix, and two ConfigMaps with the name that it refers to. One of them has another prefix. */
const namedTwice = (other: string): Files => ({
  "app/kustomization.yaml": "resources: [../settings, ../other, ../web]",
  "settings/kustomization.yaml": "namePrefix: a-\nconfigMapGenerator: [{name: settings, literals: [HOST=db]}]",
  "other/kustomization.yaml": other,
  "other/settings.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {PORT: '80'}}",
  "web/kustomization.yaml": "resources: [web.yaml]\nnamePrefix: b-",
  "web/web.yaml": deployment("envFrom: [{configMapRef: {name: settings}}]"),
});

const KEYED_KINDS = [
  ...["apps/v1 DaemonSet", "apps/v1 ReplicaSet", "apps/v1 StatefulSet", "batch/v1 Job", "batch/v1 CronJob"],
  ...["batch/v1beta1 CronJob", "v1 Pod", "v1 ReplicationController"],
];
/** Kinds whose lists are replaced: the version or the group is different. */
const OTHER_KINDS = ["apps/v2 Deployment", "example.org/v1 Job"];

/** An object whose container has an environment. */
function objectOf(versionAndKind: string, env: string): string {
  const [apiVersion, kind] = versionAndKind.split(" ");
  const pod = `{containers: [{name: app, env: ${env}}]}`;
  const spec = kind === "Pod" ? pod : `{template: {spec: ${pod}}}`;
  const whole = kind === "CronJob" ? `{jobTemplate: {spec: ${spec}}}` : spec;
  return `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: web}, spec: ${whole}}`;
}

/** Members of a patch's target. */
const SELECTORS = [
  "name: w.*b.*x.*",
  "name: web-a|web-b",
  "name: we",
  "group: apps, version: v1, namespace: default, name: web-a",
  "namespace: shop",
  "labelSelector: 'tier in (front, back),!legacy'",
  "labelSelector: tier notin (front)",
  "labelSelector: tier!=front",
  "labelSelector: tier==front",
  "labelSelector: tier",
  "annotationSelector: a=b",
];

/** A patch that adds its number to the arguments of the selected Deployments. */
const argument = (selector: string, i: number) => `- target: {kind: Deployment, ${selector}}
  patch: '[{"op": "add", "path": "/spec/template/spec/containers/0/args/-", "value": "${i}"}]'
`;

const labeled = (name: string, metadata: string) =>
  deployment("args: [a]").replace("  name: web\n", `  {name: ${name}, ${metadata}}\n`);

export const CASES: Readonly<Record<string, Files>> = {
  "a configuration with fields that the namespace sets": {
    "app/kustomization.yaml": `namespace: shop
resources: [base]
replacements:
- source: {kind: Service, name: hook, fieldPath: metadata.namespace}
  targets:
  - select: {kind: MutatingWebhookConfiguration, name: hooks}
    fieldPaths: [webhooks.0.clientConfig.service.namespace]
`,
    "app/base/kustomization.yaml": "resources: [hooks.yaml]\nconfigurations: [fields.yaml]\n",
    "app/base/fields.yaml": `namespace:
- {kind: MutatingWebhookConfiguration, path: webhooks/clientConfig/service/namespace, create: true}
- {path: spec/other, create: false}
`,
    "app/base/hooks.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: hooks}
webhooks:
- {name: a.example.com, clientConfig: {service: {name: hook}}}
- {name: b.example.com, clientConfig: {service: {name: hook, namespace: old}}}
---
apiVersion: v1
kind: Service
metadata: {name: hook}
spec: {other: old, ports: [{port: 443}]}
`,
  },
  resources: kustomization("resources: [web.yaml]"),
  "names of members in another case": kustomization(`Resources: [web.yaml]
patchesJSON6902:
- target: {version: v1, group: apps, kind: Deployment, name: web}
  patch: |-
    - {op: replace, path: /spec/template/spec/containers/0/env/0/value, value: changed}
`),
  "new entries of a strategic merge come first": kustomization(
    strategic("{containers: [{name: app, env: [{name: B, value: b}, {name: NEW, value: n}]}]}"),
  ),
  "a null removes a field": kustomization(
    strategic(
      "{containers: [{name: app, image: null, env: [{name: A, value: null, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}",
    ),
  ),
  ...Object.fromEntries(
    [...KEYED_KINDS, ...OTHER_KINDS].map((kind): [string, Files] => [
      `a strategic merge of ${kind}`,
      {
        "app/kustomization.yaml": "resources: [web.yaml]\npatches: [{path: patch.yaml}]",
        "app/web.yaml": objectOf(kind, "[{name: A, value: a}, {name: B, value: b}]"),
        "app/patch.yaml": objectOf(kind, "[{name: B, value: patched}]"),
      },
    ]),
  ),
  "an entry that is deleted": kustomization(strategic("{containers: [{name: app, env: [{name: A, $patch: delete}]}]}")),
  "an entry that says replace": kustomization(
    strategic("{containers: [{name: app, env: [{name: A, $patch: replace}]}]}"),
  ),
  "a list that is replaced": kustomization(
    strategic("{containers: [{name: app, env: [{$patch: replace}, {name: C, value: c}]}]}"),
  ),
  "a list that is deleted": kustomization(strategic("{containers: [{name: app, env: [{$patch: delete}]}]}")),
  "a list that the target does not have is deleted": kustomization(
    strategic("{volumes: [{$patch: delete}, {name: v, emptyDir: {}}]}"),
  ),
  "a list that the target does not have is replaced": kustomization(
    strategic("{volumes: [{name: v, emptyDir: {}}, {$patch: replace}]}"),
  ),
  "a list of a new container is deleted": kustomization(
    strategic("{containers: [{name: side, image: x, env: [{$patch: delete}, {name: S, value: s}]}]}"),
  ),
  "a list of a new container is replaced": kustomization(
    strategic("{containers: [{name: side, image: x, env: [{$patch: replace}, {name: S, value: s}]}]}"),
  ),
  "a mapping that is replaced": kustomization(strategic("{$patch: replace, containers: [{name: other, image: x}]}")),
  "a new container, with its own list": kustomization(
    strategic("{containers: [{name: side, image: x, args: [a], env: [{name: S, value: s}, {name: S, value: t}]}]}"),
  ),
  "of duplicates, the last entry counts": {
    ...kustomization(strategic("{containers: [{name: app, env: [{name: A, value: patched}]}]}")),
    "app/web.yaml": deployment("env: [{name: A, value: '1'}, {name: B, value: b}, {name: A, value: '2'}]"),
  },
  "args and command are replaced": {
    ...kustomization(strategic("{containers: [{name: app, args: [new]}]}")),
    "app/web.yaml": deployment("command: [run]\nargs: [a, b]"),
  },
  "an object that is deleted": kustomization(`resources: [web.yaml]
patches:
- patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, $patch: delete}"`),
  "lists of other kinds are replaced": {
    "app/kustomization.yaml": `resources: [web.yaml]
patchesStrategicMerge: [patch.yaml]`,
    "app/web.yaml": deployment(ENV).replace("apps/v1", "example.org/v1"),
    "app/patch.yaml": deployment("env: [{name: C, value: c}]").replace("apps/v1", "example.org/v1"),
  },
  "a JSON patch": kustomization(
    jsonPatch(
      `- {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: C, value: c}}
- {op: add, path: /spec/template/spec/containers/0/env/0, value: {name: FIRST, value: f}}
- {op: replace, path: /spec/template/spec/containers/0/env/1/value, value: changed}
- {op: remove, path: /spec/template/spec/containers/0/env/2}
- {op: add, path: /spec/template/spec/containers/0/args, value: [a, b]}
- {op: replace, path: /spec/template/spec/containers/0/args/-1, value: last}
- {op: add, path: /spec/template/spec/containers/0/args/-1, value: added}
- {op: add, path: /spec/template/spec/containers/0/args/-2, value: before}
- {op: remove, path: /spec/template/spec/containers/0/args/-4}
- {op: replace, path: /spec/template/spec/containers/-1/env/-1/value, value: nested}
- {op: copy, from: /metadata/name, path: /spec/template/spec/containers/0/args/0}
- {op: move, from: /spec/template/spec/containers/0/args/1, path: /spec/template/spec/containers/0/args/0}
- {op: test, path: /kind, value: Deployment}
- {op: add, path: /metadata/annotations, value: {a~1b: x}}
- {op: replace, path: /metadata/annotations/a~1b, value: y}`.replaceAll("~1b: x", "/b: x"),
    ),
  ),
  "a JSON patch that adds an annotation to an object without any": kustomization(
    jsonPatch(
      `- {op: add, path: /metadata/annotations/a, value: x}
- {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: C, value: c}}`,
    ),
  ),
  patchesJson6902: {
    ...kustomization(`resources: [web.yaml]
patchesJson6902:
- target: {group: apps, version: v1, kind: Deployment, name: web}
  path: patch.json`),
    "app/patch.json": `[{"op": "add", "path": "/spec/template/spec/containers/0/args", "value": ["x"]}]`,
  },
  "a generator, and names that follow it": base(""),
  "a prefix, a suffix and a namespace": base("namePrefix: dev-\nnameSuffix: -x\nnamespace: shop"),
  "a generator that merges": base(`configMapGenerator:
- {name: settings, behavior: merge, literals: [PORT=80, HOST=other]}`),
  "several generators that merge": base(`configMapGenerator:
- {name: settings, behavior: merge, literals: [PORT=80, HOST=other]}
- {name: settings, behavior: merge, literals: [PORT=81]}
- {name: settings, behavior: merge, literals: [MODE=fast], options: {labels: {tier: front}}}`),
  "a generator that replaces": base(`configMapGenerator:
- {name: settings, behavior: replace, literals: [PORT=80]}`),
  "a name with another prefix, if it is the only one": {
    ...namedTwice(""),
    "app/kustomization.yaml": "resources: [../settings, ../web]",
  },
  "a name with another prefix, if the other one has a hash": namedTwice("configMapGenerator: [{name: settings}]"),
  "a name with another prefix, if the other one does not change": namedTwice("resources: [settings.yaml]"),
  "a name with another prefix, if the other one does not have a hash": namedTwice(
    "configMapGenerator: [{name: settings, options: {disableNameSuffixHash: true}}]",
  ),
  "a name with another prefix, if none has a hash": namedTwice(
    "generatorOptions: {disableNameSuffixHash: true}\nconfigMapGenerator: [{name: settings}]",
  ),
  "a name with another prefix, if a generator merges into the other one, which does not have a hash": namedTwice(
    "resources: [settings.yaml]\nconfigMapGenerator: [{name: settings, behavior: merge}]",
  ),
  "a name with another prefix, if a generator without a hash merges into the other one": {
    ...namedTwice(
      "resources: [../base]\nconfigMapGenerator: [{name: settings, behavior: merge, options: {disableNameSuffixHash: true}}]",
    ),
    "base/kustomization.yaml": "configMapGenerator: [{name: settings}]",
  },
  "files and env files": {
    "app/kustomization.yaml": `resources: [web.yaml]
configMapGenerator:
- name: settings
  envs: [app.env]
  files: [motd=motd.txt, motd.txt]
secretGenerator:
- name: login
  literals: [user=shop, "query=a=b"]
  options: {disableNameSuffixHash: true}
`,
    "app/app.env": '# comment\nHOST=db\n  PORT=80 \nQUOTED="x"\n',
    "app/motd.txt": "hello\n",
    "app/web.yaml": deployment(`envFrom:
- configMapRef: {name: settings}
- secretRef: {name: login}`),
  },
  "a component patches what its user has": {
    ...base("components: [../debug]"),
    "debug/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
configMapGenerator:
- {name: settings, behavior: merge, literals: [DEBUG=yes]}
patches:
- path: patch.yaml
  target: {kind: Deployment}
`,
    "debug/patch.yaml": deployment("env: [{name: DEBUG, value: yes}]").replace("web", "ignored"),
  },
  variables: {
    "app/kustomization.yaml": `resources: [web.yaml]
namePrefix: dev-
vars:
- name: NAME
  objref: {apiVersion: apps/v1, kind: Deployment, name: web}
- name: REPLICAS
  objref: {apiVersion: apps/v1, kind: Deployment, name: web}
  fieldref: {fieldpath: spec.replicas}
configurations: [config.yaml]
`,
    "app/config.yaml":
      "varReference: [{kind: Deployment, path: spec/template/spec/containers/lifecycle/preStop/exec/command}]",
    "app/web.yaml": `${deployment(`args: ["--name=$(NAME)", "$$(NAME)", $(OTHER), $(REPLICAS)]
env:
- name: WHO
  value: $(NAME)-$(REPLICAS)
lifecycle: {preStop: {exec: {command: [echo, $(NAME)]}}}`)}  replicas: 3\n`,
  },
  replacements: {
    ...base(`replacements:
- source: {kind: Deployment, name: web, fieldPath: "spec.template.spec.containers.[name=app].image", options: {delimiter: /, index: 1}}
  targets:
  - select: {kind: Deployment}
    fieldPaths: ["spec.template.spec.containers.[name=app].args.0"]
    options: {delimiter: "=", index: 1}
  - select: {kind: Deployment}
    fieldPaths: ["spec.template.spec.containers.*.env.[name=IMAGE].value", "metadata.annotations.[example.org/image]"]
    options: {create: true}
`),
    "base/web.yaml": deployment("args: [--image=none]\nenv: [{name: IMAGE, value: none}, {name: OTHER, value: x}]"),
  },
  "replacements create fields and items": {
    ...kustomization(`resources: [web.yaml, settings.yaml]
replacements:
- source: {kind: ConfigMap, name: settings, fieldPath: data.PORT}
  targets:
  - select: {kind: Deployment}
    options: {create: true}
    fieldPaths:
    - spec.template.spec.containers.[name=app].env.[name=PORT].value
    - spec.template.spec.containers.[name=app].args.0
    - spec.template.spec.initContainers.[name=first].env.[name=10].value
    - spec.template.spec.containers.*.command.[=x]
    - spec.template.spec.containers.[name=new].env.0.value
    - spec.template.metadata.annotations.a
- source: {kind: ConfigMap, name: settings, fieldPath: data.HOST}
  targets:
  - select: {kind: Deployment}
    options: {create: true, delimiter: ":", index: 1}
    fieldPaths: ["spec.template.spec.containers.[name=app].env.[name=HOST].value"]
`),
    "app/settings.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {config.kubernetes.io/local-config: "true"}}
data: {PORT: "8080", HOST: db}
`,
  },
  "patches change names and kinds": base(`namePrefix: p-
patches:
- target: {kind: ConfigMap}
  options: {allowNameChange: true}
  patch: |-
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: renamed}
    data: {PORT: "1"}
- target: {kind: ConfigMap, name: renamed}
  patch: '[{"op": "add", "path": "/data/JSON", "value": "j"}]'
- target: {kind: Deployment, name: web}
  options: {allowNameChange: true, allowKindChange: true}
  patch: |-
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: db}
`),
  "env files of generators have names without a value": {
    "app/kustomization.yaml": `configMapGenerator: [{name: settings, envs: [a.env]}]
secretGenerator: [{name: secret, envs: [a.env]}]
resources: [web.yaml]
`,
    "app/a.env": "A=1\nHOME\n  B  \nC=\n",
    "app/web.yaml": deployment("envFrom:\n- configMapRef: {name: settings}\n- secretRef: {name: secret}"),
  },
  "selectors choose what a patch changes": {
    "app/kustomization.yaml": `resources: [web.yaml]\npatches:\n${SELECTORS.map(argument).join("")}`,
    "app/web.yaml": [
      labeled("web-a", "labels: {tier: front}"),
      labeled("web-b-x", "labels: {tier: back, legacy: 'yes'}"),
      labeled("web-b", "labels: {tier: other}, annotations: {a: b}, namespace: shop"),
      labeled("none", "labels: {}"),
    ].join("---\n"),
  },
  "labels and annotations of pods": kustomization(`resources: [web.yaml]
commonLabels: {common: a}
commonAnnotations: {note: b}
labels:
- pairs: {object: c}
- {pairs: {template: d}, includeTemplates: true}
- {pairs: {selector: e}, includeSelectors: true}
`),
  "labels and annotations of a ReplicationController and a PodTemplate": {
    "app/kustomization.yaml": `resources: [a.yaml, b.yaml]
commonAnnotations: {note: b}
labels:
- {pairs: {template: d}, includeTemplates: true}
`,
    "app/a.yaml": objectOf("v1 ReplicationController", "[]"),
    "app/b.yaml":
      "{apiVersion: v1, kind: PodTemplate, metadata: {name: b}, template: {spec: {containers: [{name: app}]}}}",
  },
  "a label in `labels` and `commonLabels`": kustomization(`resources: [web.yaml]
commonLabels: {a: common}
labels: [{pairs: {a: other}, includeTemplates: true}]
`),
  "labels of a base select what a patch changes": {
    ...base(`patches:
- target: {labelSelector: "tier=front,!legacy"}
  patch: |-
    - {op: add, path: /spec/template/spec/containers/0/args, value: [x]}`),
    "base/kustomization.yaml": "resources: [web.yaml]\ncommonLabels: {tier: front}",
  },
  "a block scalar at the end of an inline patch and of a file, without a line break": {
    "app/kustomization.yaml": `resources: [a.yaml]
patches:
- patch: |-
    apiVersion: v1
    kind: Pod
    metadata: {name: a}
    spec:
      containers:
      - name: app
        command:
        - |
          exit 1`,
    "app/a.yaml":
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: app\n    args:\n    - >+\n      a\n      b",
  },
  "a JSON patch that replaces members that do not exist": kustomization(`resources: [web.yaml]
patches:
- target: {kind: Deployment}
  patch: |-
    - {op: replace, path: /metadata/namespace, value: shop}
    - {op: replace, path: /spec/template/spec/tolerations, value: [{key: a, operator: Exists}]}
`),
  ...Object.fromEntries(
    [
      "{name: nginx, newTag: '2'}",
      "{name: nginx, newName: example.com/web}",
      "{name: nginx, newName: 'localhost:5000/web', newTag: '2'}",
      "{name: nginx, digest: 'sha256:1f'}",
      "{name: nginx, newTag: '2', digest: 'sha256:1f'}",
      "{name: nginx, tagSuffix: -alpine}",
      "{name: n.inx, newTag: '2'}",
      "{name: 'ng.*', newTag: '2'}",
      "{name: 'localhost:5000/nginx', newTag: '2'}",
      "{name: nginx, newTag: ''}",
      "{name: nginx, newName: other}, {name: other, newTag: '2'}",
    ].map((entries) => [`images: ${entries}`, imagesOf(`images: [${entries}]`)]),
  ),
  "images of a base, of a component, and of an overlay": {
    ...imagesOf("images: [{name: nginx, newName: base}]", "base"),
    "app/kustomization.yaml": "resources: [../base]\ncomponents: [../part]\nimages: [{name: part, newTag: '3'}]",
    "part/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nimages: [{name: base, newName: part}]",
  },
  "images in fields that a configuration names": {
    ...imagesOf("configurations: [config.yaml]", "base"),
    "base/config.yaml": "images: [{kind: Pod, path: spec/containers/env/value}]",
    "app/kustomization.yaml": "resources: [../base]\nimages: [{name: nginx, newTag: '2'}]",
  },
  "images of a CustomResourceDefinition, and of other kinds": {
    "app/kustomization.yaml": "resources: [crd.yaml, c.yaml]\nimages: [{name: nginx, newTag: '2'}]",
    "app/crd.yaml":
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a.b}, spec: {containers: [{image: nginx}]}}",
    "app/c.yaml":
      "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {jobTemplate: {spec: {template: {spec: {initContainers: [{name: a, image: nginx}], containers: []}}}}}}",
  },
  "replicas that a replacement copies": {
    "app/kustomization.yaml": `resources: [web.yaml, c.yaml]
namePrefix: p-
replicas: [{name: web, count: 5}]
replacements:
- source: {kind: Deployment, fieldPath: spec.replicas}
  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.REPLICAS]}]
`,
    "app/web.yaml": deployment(ENV),
    "app/c.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {REPLICAS: x}}",
  },
};

/** A Pod with images of all forms, and the same texts in its environment and args. */
function imagesOf(kustomization: string, folder = "app"): Files {
  const names = ["nginx", "localhost:5000/nginx", "example.com/nginx", "nginx2", "other"];
  const rests = ["", ":1", ":1@sha256:aa", "@sha256:aa", ":{tag}", ":a:b"];
  const images = names.flatMap((name) => rests.map((rest) => name + rest));
  const containers = images.map((image, i) => ({
    name: `c${i}`,
    image,
    env: [{ name: "IMAGE", value: image }],
    args: [image],
  }));
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { containers } };
  return {
    [`${folder}/kustomization.yaml`]: `resources: [pod.yaml]\n${kustomization}`,
    [`${folder}/pod.yaml`]: JSON.stringify(pod),
  };
}
