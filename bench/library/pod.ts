/** Pods as plain data: one with many variables, and the ten thousand of a List. */
import { type Cluster, ClusterIndex, type Pod, type ResolvedPod, resolvePod } from "../../src/index.ts";
import type { EnvVar } from "../../src/kubernetes/index.ts";
import { type PlainContainer, resolvePlainly } from "../baselines/pod.ts";
import { between, letters, random, shortStrings, variables } from "../inputs.ts";
import type { Question } from "../question.ts";
import type { Setting } from "../setting.ts";

export function podQuestions({ effort }: Setting): Question[] {
  const cluster = clusterOf(5);
  const large = podOf(0, 100);
  const pods = Array.from({ length: effort.isQuick ? 1_000 : 10_000 }, (_, i) => podOf(i, 8));
  return [
    {
      title: "a pod with 100 variables",
      baseline: "plain JS",
      rows: [
        {
          name: "varexpand",
          role: "subject",
          run: () => read(resolvePod(large, cluster)),
          answer: (pod) => plain(pod as ResolvedPod),
        },
        { name: "plain JS", run: () => resolvePlainly(large, cluster) },
      ],
      goals: [{ row: "varexpand", against: "plain JS", atLeast: 1.2 }],
    },
    {
      title: `${pods.length.toLocaleString("en")} pods of a List, 8 variables each`,
      baseline: "plain JS",
      rows: [
        {
          name: "varexpand, ClusterIndex",
          role: "subject",
          run: () => {
            const index = new ClusterIndex(cluster);
            return pods.map((pod) => read(resolvePod(pod, index)));
          },
          answer: (resolved) => (resolved as ResolvedPod[]).map(plain),
        },
        {
          name: "varexpand",
          role: "subject",
          run: () => pods.map((pod) => read(resolvePod(pod, cluster))),
          answer: (resolved) => (resolved as ResolvedPod[]).map(plain),
        },
        { name: "plain JS", run: () => pods.map((pod) => resolvePlainly(pod, cluster)) },
      ],
      goals: ["varexpand, ClusterIndex", "varexpand"].map((row) => ({ row, against: "plain JS", atLeast: 1.2 })),
    },
  ];
}

/** Services with an address and a port, and one ConfigMap with the variables that the others' texts refer to. */
function clusterOf(services: number): Cluster {
  const next = random(11);
  return {
    services: Array.from({ length: services }, (_, i) => ({
      metadata: { name: `${letters(next, 8)}-${i}`, namespace: "shop" },
      spec: { clusterIP: `10.0.0.${i + 1}`, ports: [{ port: 8000 + i }] },
    })),
    configMaps: [{ metadata: { name: "settings", namespace: "shop" }, data: variables() }],
  };
}

/** Of five variables, one comes from a ConfigMap, one from the pod, and three refer to earlier variables. */
function podOf(number: number, count: number): Pod {
  const next = random(number + 100);
  const names = Object.keys(variables());
  const texts = shortStrings(count);
  const env = Array.from({ length: count }, (_, i): EnvVar => {
    const name = names[i] ?? `${names[between(next, 0, names.length - 1)]}_${i}`;
    if (i % 5 === 0)
      return { name, valueFrom: { configMapKeyRef: { name: "settings", key: names[i % names.length]! } } };
    if (i % 5 === 1) return { name, valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } };
    return { name, value: texts[i]! };
  });
  const container = { name: "app", env, command: ["/bin/server", texts[0]!], args: texts.slice(0, 5) };
  return { metadata: { name: `web-${number}`, namespace: "shop" }, spec: { containers: [container] } };
}

/** Reads everything that the baseline computes, so that lazy work is measured too. */
function read(pod: ResolvedPod): ResolvedPod {
  let length = 0;
  for (const { env, command = [], args = [] } of pod.containers) {
    for (const { value } of env) length += value.length;
    for (const word of command) length += word.length;
    for (const word of args) length += word.length;
  }
  if (length === 0) throw new Error("nothing is resolved");
  return pod;
}

function plain({ containers }: ResolvedPod): PlainContainer[] {
  return containers.map(({ env, command = [], args = [] }) => ({
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
    command: [...command],
    args: [...args],
  }));
}
