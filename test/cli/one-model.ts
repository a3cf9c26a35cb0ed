/** Small repositories, one for each way in which objects are applied together. */

type Files = Readonly<Record<string, string>>;

export interface Repository {
  /** The manifests that the editor opens. */
  readonly files: Files;
  /** What each container has as HOST, in the order of the names of its sets; `?` if it is unknown. */
  readonly hosts: readonly string[];
  /** `FILE RULE` of each finding, in order. */
  readonly findings: readonly string[];
}

const web = (env: string, more = "") => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web${more}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: example/app
        args: ["$(HOST)"]
        ${env}
`;
const value = (host: string) => `env: [{name: HOST, value: "${host}"}]`;
const key = (name = "settings", more = "") =>
  `env: [{name: HOST, valueFrom: {configMapKeyRef: {name: ${name}, key: HOST${more}}}}]`;
const from = (name = "settings") => `envFrom: [{configMapRef: {name: ${name}}}]`;
const map = (host: string, name = "settings", namespace = "") =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace && `, namespace: ${namespace}`}}\ndata: {HOST: ${host}}\n`;
const secret = (body: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: settings}\n${body}\n`;
const secretKey = "env: [{name: HOST, valueFrom: {secretKeyRef: {name: settings, key: HOST}}}]";
const kustomize = (members: string) => `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${members}\n`;
const flux = (spec: string, name = "apps") => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  path: ./${name}
  sourceRef: {kind: GitRepository, name: flux-system}
${spec}
`;
const base = { "base/web.yaml": web(value("base")), "base/kustomization.yaml": kustomize("resources: [web.yaml]") };
const patch = (host: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: app, env: [{name: HOST, value: ${host}}]}]}}}
`;
const overlay = (name: string, members: string) => ({
  [`${name}/kustomization.yaml`]: kustomize(`resources: [../base]\n${members}`),
});
const unused = (host: string, args: string) => web(value(host)).replace('"$(HOST)"', args);

const one = (files: Files, host: string, ...findings: string[]): Repository => ({ files, hosts: [host], findings });

export const REPOSITORIES: Readonly<Record<string, Repository>> = {
  "a value": one({ "web.yaml": web(value("db")) }, "db"),
  "a ConfigMap in the file": one({ "web.yaml": `${map("db")}---\n${web(key())}` }, "db"),
  "a ConfigMap in the folder": one({ "web.yaml": web(key()), "map.yaml": map("db") }, "db"),
  envFrom: one({ "web.yaml": web(from()), "map.yaml": map("db") }, "db"),
  "the only ConfigMap of the input": one({ "deploy/web.yaml": web(key()), "config/map.yaml": map("db") }, "db"),
  "several candidates": one({ "deploy/web.yaml": web(key()), "a/map.yaml": map("a"), "b/map.yaml": map("b") }, "?"),
  "a ConfigMap of another namespace": one({ "web.yaml": web(key()), "map.yaml": map("db", "settings", "other") }, "?"),
  "no ConfigMap": one({ "web.yaml": web(key()) }, "?"),
  "a missing key": one(
    { "web.yaml": web(key()), "map.yaml": map("db").replace("HOST", "HOSTS") },
    "!",
    "web.yaml container-config-error",
  ),
  "an optional key": one(
    { "web.yaml": web(key("settings", ", optional: true")), "map.yaml": map("db").replace("HOST", "HOSTS") },
    "-",
    "web.yaml undefined-reference",
  ),
  "a Secret": one(
    { "web.yaml": web(secretKey), "secret.yaml": secret("stringData: {HOST: db}") },
    "***",
    "web.yaml secret-in-command",
  ),
  "a Secret of SOPS": one(
    {
      "web.yaml": web(secretKey),
      "secret.yaml": secret("stringData: {HOST: 'ENC[AES256_GCM,data:x]'}\nsops: {version: 3.9.0}"),
    },
    "?",
    "web.yaml secret-in-command",
  ),
  "two folders": {
    files: {
      "prod/web.yaml": web(key()),
      "prod/map.yaml": map("prod"),
      "staging/web.yaml": web(key()),
      "staging/map.yaml": map("staging"),
    },
    hosts: ["prod", "staging"],
    findings: [],
  },
  "a misspelled name": one({ "web.yaml": unused("db", '"$(HSOT)"') }, "db", "web.yaml undefined-reference"),
  "a reference without an end": one({ "web.yaml": unused("db", '"$(HOST"') }, "db", "web.yaml malformed-reference"),
  "shell syntax": one({ "web.yaml": unused("db", '"http://${HOST}"') }, "db", "web.yaml shell-syntax"),
  "a shell": one({ "web.yaml": unused("db", '"${HOST}"').replace("args:", "command: [sh, -c]\n        args:") }, "db"),
  "declared later": one(
    { "web.yaml": web("env: [{name: URL, value: $(HOST)}, {name: HOST, value: db}]") },
    "db",
    "web.yaml use-before-declaration",
  ),
  "set twice": one(
    { "web.yaml": web("env: [{name: HOST, value: a}, {name: HOST, value: db}]") },
    "db",
    "web.yaml duplicate-variable",
  ),
  "a suppressed finding": one(
    {
      "web.yaml": unused("db", '"$(HSOT)"').replace(
        "        args",
        "        # varexpand-ignore undefined-reference\n        args",
      ),
    },
    "db",
  ),
  "a List": one(
    { "web.yaml": `apiVersion: v1\nkind: List\nitems:\n- ${web(value("db")).trim().replaceAll("\n", "\n  ")}\n` },
    "db",
  ),
  "two documents": one(
    { "web.yaml": `${web(value("db"))}---\n${unused("db", '"$(HSOT)"').replace("name: web", "name: job")}` },
    "db",
    "web.yaml undefined-reference",
  ),
  KEDA: one(
    {
      "web.yaml": web(value("db")),
      "scale.yaml":
        "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: web}\nspec:\n  scaleTargetRef: {name: web}\n  triggers:\n  - {type: rabbitmq, metadata: {hostFromEnv: HOTS}}\n",
    },
    "db",
    "scale.yaml env-consumer",
  ),
  "a kustomization": one(base, "base"),
  "a patch": one(
    { ...base, ...overlay("prod", "patches: [{path: patch.yaml}]"), "prod/patch.yaml": patch("prod") },
    "prod",
  ),
  "two overlays": {
    files: {
      ...base,
      ...overlay("a", "patches: [{path: patch.yaml}]"),
      "a/patch.yaml": patch("a"),
      ...overlay("b", "patches: [{path: patch.yaml}]"),
      "b/patch.yaml": patch("b"),
    },
    hosts: ["a", "b"],
    findings: [],
  },
  "a misspelled name in a base": one(
    { ...base, "base/web.yaml": unused("base", '"$(HSOT)"'), ...overlay("prod", "namePrefix: prod-") },
    "base",
    "base/web.yaml undefined-reference",
  ),
  "a generator": one(
    {
      ...base,
      "base/web.yaml": web(key()),
      "base/kustomization.yaml": kustomize(
        "resources: [web.yaml]\nconfigMapGenerator: [{name: settings, literals: [HOST=db]}]",
      ),
    },
    "db",
  ),
  "a ConfigMap of an overlay": one(
    {
      ...base,
      "base/web.yaml": web(key()),
      "prod/kustomization.yaml": kustomize("resources: [../base, map.yaml]"),
      "prod/map.yaml": map("prod"),
    },
    "prod",
  ),
  "a remote resource": one(
    { ...base, "prod/kustomization.yaml": kustomize("resources: [../base, 'https://example.com/x']") },
    "base",
  ),
  Flux: one(
    {
      "clusters/apps.yaml": flux("  postBuild: {substitute: {NAME: db}}"),
      "apps/web.yaml": web(value("${NAME}.local")),
    },
    "db.local",
  ),
  "Flux with a patch": one(
    {
      "clusters/apps.yaml": flux(
        "  patches:\n  - patch: |\n      - {op: replace, path: /spec/template/spec/containers/0/env/0/value, value: patched}\n    target: {kind: Deployment}",
      ),
      "apps/web.yaml": web(value("base")),
    },
    "patched",
  ),
  "Flux without a value": one(
    {
      "clusters/apps.yaml": flux("  postBuild: {substitute: {NAME: db}}"),
      "apps/web.yaml": web(value("${NAME}.${DOMIAN}")),
    },
    "?",
    "apps/web.yaml flux-unset-variable",
  ),
  "Flux with an unused variable": one(
    {
      "clusters/apps.yaml": flux("  postBuild: {substitute: {NAME: db, OTHER: x}}"),
      "apps/web.yaml": web(value("${NAME}")),
    },
    "db",
    "clusters/apps.yaml flux-unused-variable",
  ),
  "Flux with a namespace": one(
    { "clusters/apps.yaml": flux("  targetNamespace: shop"), "apps/web.yaml": web(key()), "apps/map.yaml": map("db") },
    "db",
  ),
};
