import type { Transcript } from "../transcript.ts";
import { BROKEN_PODS, SHOP } from "./manifests.ts";

const LIST = `{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one"}, "spec": {"containers": [{"name": "c", "image": "i", "args": ["$(A)"], "env": [{"name": "A", "value": "\\u0061"}]}]}},
  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "two", "namespace": "b"}, "spec": {"containers": [{"name": "c", "image": "i", "args": ["$(A)"]}]}}
]}
`;

const NODE = `apiVersion: v1
kind: Node
metadata: {name: node-1}
status: {allocatable: {cpu: "4", memory: 8Gi}, addresses: [{type: InternalIP, address: 10.1.0.1}]}
`;

const FILED = `apiVersion: v1
kind: Pod
metadata: {name: filed}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers:
  - name: app
    image: i
    args: [$(ONE), $(TWO), $(HOST_IP)]
    env:
    - {name: ONE, valueFrom: {fileKeyRef: {volumeName: v, path: app.env, key: KEY}}}
    - {name: TWO, valueFrom: {fileKeyRef: {volumeName: v, path: app.env, key: NONE, optional: true}}}
    - {name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}
    - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
`;

const FILES = {
  "shop.yaml": SHOP,
  "broken.yaml": BROKEN_PODS,
  "list.json": LIST,
  "node.yaml": NODE,
  "filed.yaml": FILED,
  "volume/app.env": "KEY='from the file'\n",
  "no.yaml": "a: 1\n",
  "syntax.yaml": "a: [\n",
  "empty.yaml": "",
  "k/a.yaml":
    "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i, args: [$(X)]}]}\n",
  "k/notes.txt": "",
  "k/deep/b.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {containers: [{name: c, image: i}]}\n",
};

export const PODS: Readonly<Record<string, Transcript>> = {
  "pod-outputs": {
    files: FILES,
    commands: [
      "pod shop.yaml",
      "pod shop.yaml -o json",
      "pod shop.yaml -o table",
      "pod shop.yaml -o table --wide --show-secrets",
      "pod shop.yaml -o env",
      "pod shop.yaml -o env --show-secrets deploy/web -c app",
      ...["env-file", "dotenv", "docker", "shell"].flatMap((format) => [
        `pod shop.yaml deploy/web -c setup -o ${format}`,
        `pod shop.yaml deploy/web -c app -o ${format}`,
        `pod shop.yaml cronjob/report -c report -o ${format}`,
        `pod shop.yaml cronjob/report -c second -o ${format}`,
      ]),
      "pod shop.yaml report -c report",
      "pod list.json",
      "pod list.json -o json",
      "pod list.json pod/two -n b -o table",
    ],
  },
  "pod-inputs": {
    files: FILES,
    commands: [
      "pod broken.yaml",
      "pod broken.yaml pod/missing --complete",
      "pod broken.yaml pod/missing --complete --strict",
      "pod shop.yaml --strict --complete -o table",
      "pod shop.yaml --all -c app -o table",
      "pod shop.yaml node.yaml -o table -c app",
      "pod shop.yaml --node node.yaml --pod-ip 10.2.3.4 -o table -c app --profile kubelet",
      "pod shop.yaml --pod-ip nonsense",
      "pod shop.yaml --node shop.yaml",
      "pod filed.yaml -o table",
      "pod filed.yaml --volume v=volume -o table",
      "pod filed.yaml --volume v=none -o table",
      "pod filed.yaml --volume v",
      "pod filed.yaml --volume w=volume -o table",
      "pod shop.yaml --events events.ndjson -o table -c setup",
      "pod shop.yaml --shard 0/2 -o env",
      "pod shop.yaml --shard 1/2 -o env",
      "pod shop.yaml -c none",
      "pod shop.yaml deploy/none",
      "pod shop.yaml deployment/wbe",
      "pod shop.yaml svc/cache",
      "pod shop.yaml thing/web",
      "pod shop.yaml -o env-file",
      "pod shop.yaml -n other deploy/web",
      "pod shop.yaml -o xml",
      "pod no.yaml",
      "pod syntax.yaml",
      "pod empty.yaml",
      "pod none.yaml",
      "pod",
      ["pod", SHOP.slice(0, 200)],
      [
        "pod - pod/p -o table",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, args: [$(A)]}]}\n",
      ],
      "pod k",
      "pod -R k -o table",
      "pod shop.yaml --document-limit 10",
      "pod shop.yaml --document-limit 100000 --expansion-limit 10",
      "pod shop.yaml --expansion-limit x",
    ],
  },
  explain: {
    files: FILES,
    commands: [
      ...[
        "HOST",
        "URL",
        "PASSWORD",
        "port",
        "HOTS",
        "IP",
        "CACHE_SERVICE_HOST",
        "EMPTY",
        "DAY",
        "MEMORY",
        "MISSING",
      ].map((name) => `explain shop.yaml ${name}`),
      "explain shop.yaml PASSWORD --show-secrets",
      "explain shop.yaml -c app HOST -o json",
      "explain shop.yaml deploy/web -c setup HOST",
      "explain shop.yaml -c setup HOST -o json",
      "explain -f shop.yaml HOST --complete",
      "explain shop.yaml HOTS --complete",
      "explain shop.yaml NOWHERE",
      "explain shop.yaml deploy/none HOST",
      "explain shop.yaml -c none HOST",
      "explain shop.yaml",
      "explain HOST",
      [
        "explain - A",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, args: [$(A)]}]}\n",
      ],
      "explain filed.yaml ONE",
      "explain filed.yaml --volume v=volume ONE",
      "explain list.json A",
    ],
  },
};
