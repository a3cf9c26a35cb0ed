/** What kubectl renders, and what of it the comparisons are about. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readManifestObjects } from "../../../src/kubernetes/cluster/objects.ts";
import { memberOf } from "../../../src/text/own-keys.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { type Files, nameOf } from "./render.ts";

/** Writes files below a folder. */
export function writeAll(files: Files, folder: string): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Proxies that do not exist: nothing is read from the network. */
const OFFLINE = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", GIT_ALLOW_PROTOCOL: "none" };

export function renderedByKubectl(folder: string): unknown[] | undefined {
  const env = { ...process.env, ...OFFLINE };
  const { status, stdout } = spawnSync("kubectl", ["kustomize", folder], { env, maxBuffer: 1 << 28, timeout: 60_000 });
  return status === 0 ? parseManifest(stdout.toString()).map(({ value }) => value) : undefined;
}

const FIELDS = ["env", "envFrom", "command", "args", "image"];

/** The environment, command, args, and image of every container, by the container's place. */
export function containersIn(objects: readonly unknown[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const object of objects) {
    for (const { owner, ownerPath, pod, podPath } of readManifestObjects(object).workloads) {
      for (const list of ["initContainers", "containers", "ephemeralContainers"]) {
        const containers = memberOf(memberOf(pod, "spec"), list);
        for (const container of Array.isArray(containers) ? containers : []) {
          const namespace = owner.metadata?.namespace ?? "";
          const id = [
            withoutHash(nameOf(owner)),
            namespace,
            ...ownerPath,
            ...podPath,
            list,
            memberOf(container, "name"),
          ];
          found[id.join(" ")] = FIELDS.map((field) => normalized(memberOf(container, field) ?? []));
        }
      }
    }
  }
  return found;
}

/** The labels and annotations of pods, by the place of the pod. */
export function podMetadataIn(objects: readonly unknown[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const object of objects) {
    for (const { owner, ownerPath, pod, podPath } of readManifestObjects(object).workloads) {
      const { annotations = {}, labels = {} } = pod.metadata ?? {};
      found[[nameOf(owner), ...ownerPath, ...podPath].join(" ")] = { annotations, labels };
    }
  }
  return found;
}

/** The data of ConfigMaps and Secrets. */
export function dataIn(objects: readonly unknown[]): Record<string, unknown> {
  const withData = objects.filter((object) => /^(?:ConfigMap|Secret)$/.test(`${memberOf(object, "kind")}`));
  return Object.fromEntries(withData.map((object) => [withoutHash(nameOf(object)), memberOf(object, "data") ?? {}]));
}

/** Without nulls, in the order of keys, and with names that have no hash. */
function normalized(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => normalized(item));
  if (typeof value !== "object" || value === null) return key === "name" ? withoutHash(`${value}`) : value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.toSorted().map(([name, member]) => [name, normalized(member, name)]));
}

export function withoutHash(name: string): string {
  return name.replace(/-[2456789bcdfghkmt]{10}$/, "");
}
