/**
 * Resolves a pod's environment, command, and args in plain JavaScript: values with references, ConfigMap keys, fields of
 * the pod, and services, without events, positions, errors, or checks. Never shipped.
 */
import type { Cluster, Pod } from "../../src/index.ts";
import { expandStringWith } from "./strings.ts";

export interface PlainContainer {
  readonly env: Record<string, string>;
  readonly command: string[];
  readonly args: string[];
}

export function resolvePlainly(pod: Pod, cluster: Cluster): PlainContainer[] {
  const namespace = pod.metadata?.namespace ?? "default";
  const services = servicesOf(namespace, cluster);
  return (pod.spec?.containers ?? []).map((container) => {
    const variables = new Map(services);
    const declared = new Map<string, string>();
    for (const { name = "", value, valueFrom } of container.env ?? []) {
      let result = "";
      if (value) {
        result = expandStringWith(value, variables);
      } else if (valueFrom?.fieldRef) {
        const [, member] = valueFrom.fieldRef.fieldPath!.split(".") as [string, "name" | "namespace"];
        result = pod.metadata?.[member] ?? "";
      } else if (valueFrom?.configMapKeyRef) {
        const { name: object, key } = valueFrom.configMapKeyRef;
        const found = cluster.configMaps?.find(
          ({ metadata }) => metadata?.name === object && metadata?.namespace === namespace,
        );
        result = found?.data?.[key!] ?? "";
      }
      variables.set(name, result);
      declared.set(name, result);
    }
    for (const [name, value] of services) if (!declared.has(name)) declared.set(name, value);
    return {
      env: Object.fromEntries(declared),
      command: (container.command ?? []).map((text) => expandStringWith(text, variables)),
      args: (container.args ?? []).map((text) => expandStringWith(text, variables)),
    };
  });
}

function servicesOf(namespace: string, { services }: Cluster): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { metadata, spec } of services ?? []) {
    if (metadata?.namespace !== namespace) continue;
    const prefix = metadata.name!.replaceAll("-", "_").toUpperCase();
    const address = spec!.clusterIP!;
    variables.set(`${prefix}_SERVICE_HOST`, address);
    variables.set(`${prefix}_SERVICE_PORT`, `${spec!.ports![0]!.port}`);
    for (const [i, { port }] of spec!.ports!.entries()) {
      if (i === 0) variables.set(`${prefix}_PORT`, `tcp://${address}:${port}`);
      variables.set(`${prefix}_PORT_${port}_TCP`, `tcp://${address}:${port}`);
      variables.set(`${prefix}_PORT_${port}_TCP_PROTO`, "tcp");
      variables.set(`${prefix}_PORT_${port}_TCP_PORT`, `${port}`);
      variables.set(`${prefix}_PORT_${port}_TCP_ADDR`, address);
    }
  }
  return variables;
}
