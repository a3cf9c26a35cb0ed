import type { Transcript } from "../transcript.ts";

const pod = (container: string, name = "p", rest = "") => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - {name: c, image: i, ${container}}
${rest}---
`;

const object = (kind: string, name: string, rest: string, apiVersion = "v1") =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\n${rest}\n---\n`;

const template = (kind: string, apiVersion: string, path: readonly string[], container = "args: [$(A)]") => {
  const indented = path.map((step, i) => `${"  ".repeat(i)}${step}:\n`).join("");
  const pad = "  ".repeat(path.length);
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: w}\n${indented}${pad}spec: {containers: [{name: c, image: i, ${container}}]}\n---\n`;
};

const reading = (name: string, key = "missing") =>
  pod(`env: [{name: A, valueFrom: {secretKeyRef: {name: ${name}, key: ${key}}}}]`, `reads-${name}`);

const SECRETS = Object.entries({
  empty: "data: {}",
  nothing: "type: Opaque",
  full: "data: {k: dmFsdWU=}",
  "full-text": "stringData: {k: v}",
  brackets: "data: {k: '[YOUR_TOKEN]'}",
  angles: "data: {k: <base64>}",
  braces: "data: {k: '${TOKEN}'}",
  number: "data: {k: 5}",
  "null-value": "data: {k: null}",
  lines: 'data: {k: "dmFs\\n dWU="}',
})
  .map(([name, rest]) => object("Secret", name, rest) + reading(name))
  .join("");

const COLLECTOR = (config: string, rest = "") =>
  object("OpenTelemetryCollector", "otel", `spec:\n${rest}  config:${config}`, "opentelemetry.io/v1beta1");

export const LINT_FOLDERS: Readonly<Record<string, Transcript>> = {
  "lint-folders": {
    files: {
      "secrets/a.yaml": SECRETS,
      "objects/a.yaml":
        object("ConfigMap", "c", 'data: {HOST: db, URL: "http://$(HOST)/", lower: $(x), "with space": 1a}') +
        object("ConfigMap", "immutable", "immutable: true\nbinaryData: {b: aGk=}\ndata: {B: x}") +
        object("Secret", "s", "stringData: {PASSWORD: x$(HOST)}") +
        pod("args: [$(HOST), $(HOTS), $(lower)], envFrom: [{configMapRef: {name: c}}, {secretRef: {name: s}}]", "all") +
        pod("args: [$(P_HOST), $(HOST)], envFrom: [{prefix: P_, configMapRef: {name: c}}]", "prefix") +
        pod("env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: HOTS}}}]", "no-key") +
        pod("env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: HOTS, optional: true}}}]", "optional-key") +
        pod("env: [{name: A, valueFrom: {configMapKeyRef: {name: immutable, key: b}}}]", "binary-key") +
        pod("env: [{name: A, valueFrom: {configMapKeyRef: {name: none, key: b}}}], args: [$(A)]", "elsewhere"),
      "services/a.yaml":
        object("Service", "web-app", "spec: {clusterIP: 10.0.0.1, ports: [{port: 80, name: http}]}") +
        object("Service", "headless", "spec: {clusterIP: None, ports: [{port: 80}]}") +
        pod("args: [$(WEB_APP_SERVICE_HOST), $(WEB_APP_SERVICE_PROT), $(HEADLESS_SERVICE_HOST)]") +
        pod("args: [$(WEB_APP_SERVICE_HOST)]", "q", "  enableServiceLinks: false\n") +
        pod("args: [$(WEB_APP_SERVICE_HOST)], env: [{name: WEB_APP_SERVICE_HOST, value: x}]", "r"),
      "kinds/a.yaml":
        template("Deployment", "apps/v1", ["spec", "template"]) +
        template("StatefulSet", "apps/v1", ["spec", "template"]) +
        template("Job", "batch/v1", ["spec", "template"], "args: [$(JOB_COMPLETION_INDEX)]") +
        template("CronJob", "batch/v1", ["spec", "jobTemplate", "spec", "template"]) +
        template("Rollout", "argoproj.io/v1alpha1", ["spec", "template"]) +
        template("DeploymentConfig", "apps.openshift.io/v1", ["spec", "template"]) +
        template("RayJob", "ray.io/v1", ["spec", "submitterPodTemplate"]) +
        template("Service", "serving.knative.dev/v1", ["spec", "template"], "args: [$(PORT), $(K_SERVICE), $(A)]") +
        template("Custom", "example.com/v1", ["spec", "podTemplate"]) +
        template("PodTemplate", "v1", ["template"]) +
        object("Unknown", "u", "spec: {args: [$(A)]}"),
      "keda/a.yaml":
        object(
          "Deployment",
          "worker",
          "spec: {selector: {}, template: {spec: {containers: [{name: app, image: i, env: [{name: HOST, value: x}, {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}, {name: side, image: i, env: [{name: S, value: x}]}]}}}",
          "apps/v1",
        ) +
        object(
          "ScaledObject",
          "one",
          "spec:\n  scaleTargetRef: {name: worker}\n  triggers:\n  - {type: x, metadata: {aFromEnv: HOST, bFromEnv: HOTS, cFromEnv: IP, dFromEnv: '', eFromEnv: '${X}', f: HOTS}}\n  - {type: x, metadata: {aFromEnv: S}, authenticationRef: {name: auth}}",
          "keda.sh/v1alpha1",
        ) +
        object(
          "ScaledObject",
          "two",
          "spec: {scaleTargetRef: {name: worker, envSourceContainerName: side}, triggers: [{type: x, metadata: {aFromEnv: S, bFromEnv: HOST}}]}",
          "keda.sh/v1alpha1",
        ) +
        object(
          "ScaledObject",
          "three",
          "spec: {scaleTargetRef: {name: worker, envSourceContainerName: none}, triggers: [{type: x, metadata: {aFromEnv: S}}]}",
          "keda.sh/v1alpha1",
        ) +
        object(
          "ScaledJob",
          "job",
          "spec: {jobTargetRef: {template: {spec: {containers: [{name: a, image: i, env: [{name: J, value: x}]}]}}}, triggers: [{type: x, metadata: {aFromEnv: J, bFromEnv: K}}]}",
          "keda.sh/v1alpha1",
        ) +
        object(
          "TriggerAuthentication",
          "auth",
          "spec: {env: [{parameter: a, name: HOST}, {parameter: b, name: HOTS}, {parameter: c, name: S, containerName: side}, {parameter: d, name: S, containerName: app}]}",
          "keda.sh/v1alpha1",
        ),
      "collector/a.yaml":
        COLLECTOR(
          "\n    receivers: {x: {endpoint: '${env:HOST}:${PORT}', é: 'é${env:MISSING}'}}\n    '${env:KEY}': '${env:D:-x} $${env:E} ${env:POD_NAME} ${OTEL_X} ${env:MY_POD}'",
          "  env: [{name: HOST, value: x}, {name: MY_POD_IP, value: z}]\n",
        ) +
        COLLECTOR(" |\n    a: ${env:MISSING}\n    b: [${HOST}]") +
        COLLECTOR(" {a: '${env:MISSING}'}", "  image: example/other\n") +
        COLLECTOR(" {a: '${env:MISSING}'}", "  image: docker.io/otel/opentelemetry-collector-contrib:1\n") +
        COLLECTOR(" {a: '${env:MISSING}'}", "  envFrom: [{secretRef: {name: elsewhere}}]\n"),
      "suite/chainsaw-test.yaml": "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: t}\n",
      "suite/01-assert.yaml": pod("args: [$(A)]"),
      "suite/pod.yaml": `${pod("args: [$(A)]")}apiVersion: v1\nkind: Pod\nspec: {containers: [{name: c, image: i, args: [$(B)]}]}\n`,
      "kustomized/kustomization.yaml":
        "resources: [pod.yaml]\npatches: [{path: patch.yaml}]\nconfigMapGenerator: [{name: c, literals: [HOST=x]}]\n",
      "kustomized/pod.yaml": pod("args: [$(HOST), $(ADDED), $(NONE)], envFrom: [{configMapRef: {name: c}}]"),
      "kustomized/patch.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, env: [{name: ADDED, value: $(LATER)}]}]}\n",
      "envs/app.env": "A='1'\nB=2 # c\nB=3\n\u00e9='x'\nC='two\nlines'\n D='x'\nE='${A} $(A)'\n",
      "envs/.env.local": "export A=1\nB: x\nC=\"a $B\"\nD='it''s'\nE=`x`\nF=\n",
      "templates/chart.yaml": "{{ if .Values.x }}\nkind: Pod\n{{ end }}\n",
      "templates/jinja.yaml": "{% if x %}\nkind: Pod\n",
      "templates/values.yaml": "a: 1\n---\nb: 2\n",
      "templates/mentions.yaml": "# kind: Project\na:\n  kind: Project\n",
      "broken/a.yaml": "kind: Pod\n  a: b\n",
      "broken/b.json": '{"kind": "Pod",}',
      "broken/c.yml": "kind: Pod\n\u0000\n",
    },
    commands: [
      ..."secrets objects services kinds keda collector suite kustomized envs templates broken"
        .split(" ")
        .flatMap((folder) => [`lint --all -o github ${folder}`, `lint --all --complete ${folder}`]),
      "lint --all --rule hidden-definition=note --rule escaped-reference=note .",
      ..."keda kinds objects".split(" ").map((folder) => `pod ${folder} -o table`),
    ],
  },
};
