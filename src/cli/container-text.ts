/** A container's names and sources, for people. */
import { qualifiedName } from "../pod/named-objects.ts";
import type { ResolvedContainer, VariableSource } from "../pod/types.ts";
import { printable } from "../text/printable.ts";
import type { ManifestWorkload } from "./manifest-workload.ts";

/** `Deployment/shop/web, init container setup`. */
export function titleOf(workload: ManifestWorkload, { kind, name }: ResolvedContainer): string {
  // `initContainer` is an init container.
  return printable(`${workload.podName}, ${kind.replace("Container", " container")} ${name}`);
}

/** Where a value comes from: the kind of the source, and what it names. */
export function describeSource(source: VariableSource): string {
  switch (source.kind) {
    case "value":
      return "value";
    case "fieldRef":
      return printable(`fieldRef ${source.fieldPath}`);
    case "resourceFieldRef":
      return printable(`resourceFieldRef ${source.resource} of ${source.containerName}`);
    case "fileKeyRef":
      return printable(`fileKeyRef ${source.key} in ${source.volumeName}:${source.path}`);
    case "service":
      return printable(`service ${qualifiedName(source.namespace, source.name)}`);
    default: {
      const { kind, namespace, name, key } = source;
      return printable(`${kind} ${qualifiedName(namespace, name)}${key === "" ? "" : ` ${key}`}`);
    }
  }
}
