/** The ConfigMaps that a container of the OpenTelemetry Collector reads: `--config=/conf/config.yaml`. */

import { listIn, memberOf } from "../text/own-keys.ts";

export interface CollectorConfig {
  readonly configMap: string;
  readonly key: string;
}

/** `otel/opentelemetry-collector-contrib:0.159.0`, `aws-otel-collector`, `otelcol`. */
const IMAGE = /(?:otel|opentelemetry)-?col/;

/** Whether a ConfigMap can contain the configuration of a collector with references. */
export function mayConfigureCollector(object: unknown): boolean {
  if (memberOf(object, "kind") !== "ConfigMap") return false;
  return Object.values(memberOf(object, "data") ?? {}).some(
    (text) => /^service:/m.test(`${text}`) && /\$\{/.test(text),
  );
}

/** What a pod's containers read; `spec` can also be that of an OpenTelemetryCollector, which is a container and a pod. */
export function collectorConfigs(spec: unknown): CollectorConfig[] {
  const config = memberOf(memberOf(spec, "args"), "config");
  const own = { image: "otelcol", args: [`--config=${config}`], volumeMounts: memberOf(spec, "volumeMounts") };
  const containers = typeof config === "string" ? [own] : listIn(spec, "containers");
  const volumes = new Map(listIn(spec, "volumes").map((volume) => [memberOf(volume, "name"), volume]));
  return containers.flatMap((container) => {
    if (!IMAGE.test(`${memberOf(container, "image")}`.split("/").at(-1)!)) return [];
    const paths = configPaths(container);
    return listIn(container, "volumeMounts").flatMap((mount) => {
      const volume = volumes.get(memberOf(mount, "name"));
      const projected = listIn(memberOf(volume, "projected"), "sources");
      const sources = [volume, ...projected].map((source) => memberOf(source, "configMap"));
      return paths.flatMap((path) => {
        const file = fileIn(mount, path);
        return file === undefined ? [] : sources.flatMap((source) => keyOf(source, file) ?? []);
      });
    });
  });
}

function configPaths(container: unknown): string[] {
  const words = [...listIn(container, "command"), ...listIn(container, "args")].map(String);
  return words.flatMap((word, i) => {
    const value = word === "--config" ? words[i + 1] : /^--?config=(.*)/.exec(word)?.[1];
    return value === undefined ? [] : value.replace(/^file:/, "");
  });
}

/** The path in the volume of a path in the container. */
function fileIn(mount: unknown, path: string): string | undefined {
  const at = `${memberOf(mount, "mountPath")}`.replace(/\/$/, "");
  const subPath = memberOf(mount, "subPath");
  const inside = path === at ? "" : path.startsWith(`${at}/`) ? path.slice(at.length) : undefined;
  return inside === undefined ? undefined : `${subPath ?? ""}${inside}`.replace(/^\//, "");
}

function keyOf(source: unknown, file: string): CollectorConfig | undefined {
  // A ConfigMap of a projected volume has `name`, too.
  const configMap = memberOf(source, "name");
  const items = memberOf(source, "items");
  const item = Array.isArray(items) ? items.find((each) => memberOf(each, "path") === file) : { key: file };
  const key = memberOf(item, "key");
  return typeof configMap === "string" && typeof key === "string" ? { configMap, key } : undefined;
}
