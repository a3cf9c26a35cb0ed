/** Describes the source of a value, for messages. */

import { printable } from "../../../text/printable.ts";
import type { VariableSource } from "../types.ts";
import { qualifiedName } from "./named-objects.ts";

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
