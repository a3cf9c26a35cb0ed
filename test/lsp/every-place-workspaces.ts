/** Small workspaces for the tests of the editor: the files in a folder, and the documents that are open. */

export interface EditorWorkspace {
  readonly files: Readonly<Record<string, string>>;
  /** The documents whose places are shown. All of them are open. */
  readonly shown: readonly string[];
  /** What is typed into a document before it is shown, if it differs from the file. */
  readonly typed?: Readonly<Record<string, string>>;
}

const OBJECTS = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {host: db, port: "5432", "not a name": x}
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
stringData: {password: hunter2}
---
apiVersion: v1
kind: Service
metadata: {name: cache, namespace: shop}
spec: {clusterIP: 10.0.0.9, ports: [{port: 6379}]}
`;

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec:
  initContainers:
  - name: setup
    image: i
    command: [init, $(HOST)]
    env: [{name: HOST, value: setup}]
  containers:
  - name: app
    image: i
    args: ["é😀$(URL)", $(PASSWORD), $(HOTS), $$(URL), $(port) $(APP_host) $(CACHE_SERVICE_HOST)]
    envFrom:
    - configMapRef: {name: settings}
    - {prefix: APP_, configMapRef: {name: settings}}
    - configMapRef: {name: elsewhere}
    env:
    - {name: EARLY, value: $(HOST)}
    - {name: HOST, value: first}
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
    - {name: PASSWORD, valueFrom: {secretKeyRef: {name: login, key: password}}}
    - {name: URL, value: "http://$(HOST):$(port)/$(PASSWORD)"}
    - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
    - {name: ADDRESS, value: "$(IP):$(LABEL)"}
    - {name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}
    - {name: SELF, value: "$(SELF)x"}
    livenessProbe: {exec: {command: [check, $(URL)]}}
    volumeMounts: [{name: data, mountPath: /data, subPathExpr: $(HOST)/x}]
  volumes: [{name: data, emptyDir: {}}]
`;

const DEPLOYMENT = `# varexpand-ignore-file secret-in-command
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  template:
    spec:
      containers:
      - name: one
        image: i
        env: &env
        - {name: A, value: "1"}
        - {name: B, value: $(A)$(LATER)}
        args: [$(B), "\${A}", $A, $(A:-x)]
      - name: two
        image: i
        env: *env
        command: [sh, -c, "echo $(A) $B \${C}"]
---
kind: List
apiVersion: v1
items:
- apiVersion: batch/v1
  kind: Job
  metadata: {name: job}
  spec: {template: {spec: {containers: [{name: x, image: i, env: [{name: A, value: "$(A)"}], args: [$(A)]}]}}}
- {kind: ConfigMap, apiVersion: v1, metadata: {name: c}, data: {k: v}}
`;

const JSON_POD = `{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "j"}, "spec": {"containers": [
  {"name": "c", "image": "i", "args": ["$(A)", "$(a)"], "env": [{"name": "A", "value": "\\u0041$(B)"}]}
]}}
`;

const FILE_POD = `apiVersion: v1
kind: Pod
metadata: {name: filed}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers:
  - name: app
    image: i
    args: [$(ONE), $(TWO)]
    env:
    - {name: ONE, valueFrom: {fileKeyRef: {volumeName: v, path: app.env, key: KEY}}}
    - {name: TWO, valueFrom: {fileKeyRef: {volumeName: v, path: sub/app.env, key: MISSING, optional: true}}}
`;

const ENV_FILE = `KEY='first'
# a comment
KEY='second'
  export SPACED=1
UNQUOTED=a b # c
DOUBLE="a\\nb"
BROKEN
`;

const GARDEN_PROJECT = `apiVersion: garden.io/v1
kind: Project
name: shop
defaultEnvironment: dev
environments:
  - name: dev
    variables: {replicas: 2}
  - name: prod
    varfile: prod.yaml
providers: [{name: local-kubernetes}]
variables:
  replicas: 1
  domain: local
  host: shop.\${var.domain}
  list: [a, {b: c}]
  "odd name": x
`;

const GARDEN_API = `kind: Deploy
name: api
type: container
dependencies: [build.image]
variables:
  host: api.\${var.host}
spec:
  replicas: \${var.replicas}
  image: \${actions.build.image.outputs.id}
  env:
    NAME: "\${project.name}-\${environment.name} \${var.list[1].b} \${var['odd name']}"
    HOST: \${var.host || "none"}
    BAD: \${var.regoin} \${upper(var.domain)} $\${var.host}
---
kind: Build
name: image
type: container
`;

const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substitute: {DOMAIN: example.com, UNUSED: x}
    substituteFrom:
    - {kind: ConfigMap, name: vars}
    - {kind: Secret, name: secrets}
`;

const FLUX_VARS = `apiVersion: v1
kind: ConfigMap
metadata: {name: vars}
data: {PORT: web, DOMAIN: overridden.example.com}
---
apiVersion: v1
kind: Secret
metadata: {name: secrets}
stringData: {TOKEN: hunter2}
`;

const FLUX_WEB = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: i
    env:
    - {name: URL, value: "http://\${DOMAIN}:\${PORT}"}
    - {name: KEY, value: "\${TOKEN}"}
    args: ["\${HOST}", "\${HOST:-x}", "$(\${PORT})", "$(URL)", "$\${DOMAIN}", "\${DOMIAN}"]
`;

const GARDEN_SOURCES = `apiVersion: garden.io/v1
kind: Project
name: sources
environments: [{name: only}]
providers: [{name: local-kubernetes}]
varfile: project.env
variables:
  variables: {inner: deep}
  list:
  - first
  - second
  host: db # comment
  url: "\${var.variables.inner}-\${var['list'][0]}\${var.host}"
`;

const GARDEN_WEB = `kind: Deploy
name: web
type: container
varfiles: [web.env]
variables:
  a: \${var.B}
  b: {c: 1}
spec:
  env:
    A: \${var.a}\${var.b.c}\${var.host}\${var.missing || var.B}
    B: \${inputs.x}
    C: "\${join(var.list, ',')} \${var.a == 'x' ? var.B : null}"
---
kind: ConfigTemplate
name: template
inputsSchemaPath: schema.json
configs:
- kind: Run
  name: run-\${parent.name}-\${inputs.x}
  type: exec
  spec: {command: [echo, "\${inputs.x}", "\${var.host}"]}
---
kind: RenderTemplate
name: rendered
template: template
inputs: {x: value}
`;

const BROKEN_OBJECTS = OBJECTS.replace("data: {host: db, port", "data: {host: [db, port");

const REPOSITORY = { ".git/HEAD": "", "clusters/vars.yaml": FLUX_VARS };

/** By name; what an editor shows is in `test/fixtures/lsp/NAME.txt`. */
export const WORKSPACES: Readonly<Record<string, EditorWorkspace>> = {
  pod: { files: { "objects.yaml": OBJECTS, "pod.yaml": POD }, shown: ["pod.yaml", "objects.yaml"] },
  workloads: { files: { "deployment.yaml": DEPLOYMENT }, shown: ["deployment.yaml"] },
  json: { files: { "pod.json": JSON_POD }, shown: ["pod.json"] },
  "windows-text": {
    files: { "pod.yaml": "" },
    typed: { "pod.yaml": `\ufeff${FILE_POD.replace("$(TWO)", "$(NONE)").replaceAll("\n", "\r\n")}` },
    shown: ["pod.yaml"],
  },
  "env-file": { files: { "pod.yaml": FILE_POD, "app.env": ENV_FILE }, shown: ["app.env", "pod.yaml"] },
  "broken-text": {
    files: { "pod.yaml": FILE_POD },
    typed: { "pod.yaml": FILE_POD.replace("[$(ONE), $(TWO)]", "[$(ONE), $(TW") },
    shown: ["pod.yaml"],
  },
  "garden-project": {
    files: {
      "garden.yml": GARDEN_PROJECT,
      "api/garden.yml": GARDEN_API,
      "prod.yaml": "domain: example.com\nvariables: {nested: n}\n",
    },
    shown: ["garden.yml", "api/garden.yml", "prod.yaml"],
  },
  "garden-sources": {
    files: {
      "project.garden.yml": GARDEN_SOURCES,
      "web/garden.yml": GARDEN_WEB,
      "project.env": "# host\nhost=example.com\nB=B B\n",
      "web/web.env": "  B = two # B\nexport c=3\n",
      "web/schema.json": '{"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}',
    },
    shown: ["project.garden.yml", "web/garden.yml", "project.env", "web/web.env"],
  },
  "broken-objects": {
    files: {
      "pod.yaml": FILE_POD.replace("$(TWO)", "$(A)").replace(
        "env:\n",
        "envFrom: [{configMapRef: {name: settings}}]\n    env:\n    - {name: A, valueFrom: {configMapKeyRef: {name: settings, key: port}}}\n",
      ),
      "objects.yaml": OBJECTS,
    },
    typed: { "objects.yaml": BROKEN_OBJECTS },
    shown: ["objects.yaml", "pod.yaml"],
  },
  flux: {
    files: { ...REPOSITORY, "clusters/apps.yaml": FLUX, "apps/web.yaml": FLUX_WEB },
    shown: ["apps/web.yaml", "clusters/apps.yaml"],
  },
};
