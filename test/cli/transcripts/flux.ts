import type { Transcript } from "../transcript.ts";

const KUSTOMIZATION = (
  name: string,
  path: string,
  postBuild: string,
  rest = "",
) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  path: ${path}
  sourceRef: {kind: GitRepository, name: flux-system}
${rest}  postBuild: ${postBuild}
---
`;

const CLUSTER = [
  KUSTOMIZATION(
    "apps",
    "./apps",
    "{substitute: {DOMAIN: example.com, UNUSED: x, COUNT: '3'}, substituteFrom: [{kind: ConfigMap, name: vars}, {kind: Secret, name: secrets}]}",
  ),
  KUSTOMIZATION(
    "unknown",
    "./unknown",
    "{substituteFrom: [{kind: ConfigMap, name: elsewhere}, {kind: Secret, name: none, optional: true}]}",
  ),
  KUSTOMIZATION("none", "./none", "{substitute: {}}"),
  KUSTOMIZATION(
    "plain",
    "./plain",
    "{}",
    '  patches: [{target: {kind: Pod}, patch: \'[{"op": "add", "path": "/metadata/labels", "value": {x: y}}]\'}]\n',
  ),
].join("");

const VARS = `apiVersion: v1
kind: ConfigMap
metadata: {name: vars, namespace: flux-system}
data: {PORT: web, DOMAIN: overridden.example.com, EMPTY: ""}
---
apiVersion: v1
kind: Secret
metadata: {name: secrets, namespace: flux-system}
stringData: {TOKEN: hunter2}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: other, namespace: elsewhere}
data: {PORT: no}
`;

const APP = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: i
    env:
    - {name: URL, value: "http://\${DOMAIN}:\${PORT}"}
    - {name: KEY, value: "\${TOKEN}"}
    args: ["\${HOST}", "\${HOST:-x}", "$(\${PORT})", "$(URL)", "$\${DOMAIN}", "\${DOMIAN}", "$DOMAIN", "\${EMPTY:=e}", "\${DOMAIN^^}"]
    command: [sh, -c, "echo \${SHELL_ONLY} $(date)"]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: script
  annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}
data:
  a: "\${NOT_REPLACED}"
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second}
data:
  broken: "\${A"
  open: "\${}"
`;

const POD = (name: string, args: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, image: i, args: [${args}]}]}\n`;

export const FLUX: Readonly<Record<string, Transcript>> = {
  "flux-repository": {
    files: {
      ".git/HEAD": "",
      "clusters/prod/apps.yaml": CLUSTER,
      "clusters/prod/vars.yaml": VARS,
      "apps/web.yaml": APP,
      "unknown/pod.yaml": POD("pod-u", '"${ANY}"'),
      "none/pod.yaml": POD("pod-n", '"${ANY} ${ANY:-x}"'),
      "plain/pod.yaml": POD("pod-p", '"${ANY}"'),
      "apps/typed.yaml":
        'apiVersion: v1\nkind: Pod\nmetadata: {name: typed, annotations: {count: "${COUNT}"}}\nspec: {containers: [{name: c, image: i, env: [{name: COUNT, value: "${COUNT}"}]}]}\n',
      "plain/malformed.yaml": POD("malformed", '"${bad-name}"'),
      "elsewhere/pod.yaml": POD("pod-e", '"${ANY}"'),
      "docker-compose.yaml": "services: {web: {image: i, env_file: [web.env, {path: other.env, required: false}]}}\n",
      "web.env": "A=1 # c\nB='x\n",
      "other.env": "A: 1\n",
    },
    commands: [
      "lint . --all",
      "lint apps --all -o github",
      "lint . --rule flux-unused-variable=off --rule flux-unset-variable=note",
      "lint clusters/prod/apps.yaml apps/web.yaml",
      "lint unknown none plain elsewhere",
      "lint --diff apps/web.yaml clusters",
      ...["DOMAIN", "PORT", "TOKEN", "HOST", "URL", "ANY", "EMPTY", "COUNT", "NONE"].map(
        (name) => `explain -R clusters apps/web.yaml unknown none plain ${name}`,
      ),
      "explain -R clusters apps/web.yaml unknown none plain DOMAIN -o json",
      "explain -R clusters apps/web.yaml unknown none plain TOKEN --show-secrets",
      "explain apps/web.yaml PORT",
      "pod -R . -o table",
      "pod clusters apps/web.yaml unknown none plain -R -o table",
      "pod -R . -o table pod/web",
      "pod apps/web.yaml -o yaml",
      "pod -R . -o json pod/web",
      "expand --syntax flux --flux-kustomization clusters/prod/apps.yaml#apps apps/web.yaml",
      "expand --syntax flux --flux-kustomization clusters/prod/apps.yaml#unknown --no-strict unknown/pod.yaml",
      "expand --syntax flux --flux-kustomization clusters/prod/apps.yaml#apps --no-strict --yaml -e HOST=h plain/pod.yaml",
      "expand --syntax flux --flux-kustomization clusters/prod/vars.yaml plain/pod.yaml",
    ],
  },
};
