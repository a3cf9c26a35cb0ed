/** The types that the members of a pod must have, as far as they are read here. */

import { PodError } from "./error.ts";
import type { Pod } from "./objects.ts";
import type { ManifestPath } from "./types.ts";

/** What a value must be; exactly one member is set. */
interface Shape {
  readonly scalar?: "string" | "boolean" | "quantity";
  readonly list?: Shape;
  readonly map?: Shape;
  readonly object?: Readonly<Record<string, Shape>>;
}

/** A member that has another type than it must. */
export interface WrongType {
  readonly path: ManifestPath;
  readonly message: string;
}

const STRING: Shape = { scalar: "string" };
const BOOLEAN: Shape = { scalar: "boolean" };
const QUANTITY: Shape = { scalar: "quantity" };
const STRINGS: Shape = { list: STRING };
const STRING_MAP: Shape = { map: STRING };
const KEY_SELECTOR: Shape = { object: { name: STRING, key: STRING, optional: BOOLEAN } };
const OBJECT_SELECTOR: Shape = { object: { name: STRING, optional: BOOLEAN } };
const EXEC_HANDLER: Shape = { object: { exec: { object: { command: STRINGS } } } };
const ADDRESSES: Shape = { list: { object: { ip: STRING } } };

const VALUE_SOURCE: Shape = {
  object: {
    fieldRef: { object: { apiVersion: STRING, fieldPath: STRING } },
    resourceFieldRef: { object: { containerName: STRING, resource: STRING, divisor: QUANTITY } },
    configMapKeyRef: KEY_SELECTOR,
    secretKeyRef: KEY_SELECTOR,
    fileKeyRef: { object: { volumeName: STRING, path: STRING, key: STRING, optional: BOOLEAN } },
  },
};

const CONTAINERS: Shape = {
  list: {
    object: {
      name: STRING,
      command: STRINGS,
      args: STRINGS,
      env: { list: { object: { name: STRING, value: STRING, valueFrom: VALUE_SOURCE } } },
      envFrom: { list: { object: { prefix: STRING, configMapRef: OBJECT_SELECTOR, secretRef: OBJECT_SELECTOR } } },
      resources: { object: { limits: { map: QUANTITY }, requests: { map: QUANTITY } } },
      volumeMounts: {
        list: { object: { name: STRING, mountPath: STRING, subPath: STRING, subPathExpr: STRING } },
      },
      livenessProbe: EXEC_HANDLER,
      readinessProbe: EXEC_HANDLER,
      startupProbe: EXEC_HANDLER,
      lifecycle: { object: { postStart: EXEC_HANDLER, preStop: EXEC_HANDLER } },
    },
  },
};

const POD: Shape = {
  object: {
    metadata: {
      object: { name: STRING, namespace: STRING, uid: STRING, labels: STRING_MAP, annotations: STRING_MAP },
    },
    spec: {
      object: {
        containers: CONTAINERS,
        initContainers: CONTAINERS,
        ephemeralContainers: CONTAINERS,
        volumes: { list: { object: { name: STRING } } },
        enableServiceLinks: BOOLEAN,
        nodeName: STRING,
        serviceAccountName: STRING,
        serviceAccount: STRING,
      },
    },
    status: { object: { podIP: STRING, podIPs: ADDRESSES, hostIP: STRING, hostIPs: ADDRESSES } },
  },
};

/** @throws PodError for the first member that has a wrong type */
export function checkPodShape(pod: Pod): void {
  check(pod, POD, [], ({ path, message }) => {
    throw new PodError("wrong-type", path, message);
  });
}

/** Every member that has a wrong type. */
export function wrongTypes(pod: Pod): WrongType[] {
  const found: WrongType[] = [];
  check(pod, POD, [], (wrong) => found.push(wrong));
  return found;
}

/** Goes as deep as the shape does. Members that it does not know are fine, and so are those that are null. */
function check(value: unknown, shape: Shape, path: (string | number)[], report: (wrong: WrongType) => void): void {
  if (shape.scalar !== undefined) {
    const isNumber = shape.scalar === "quantity" && typeof value === "number";
    if (!isNumber && typeof value !== (shape.scalar === "quantity" ? "string" : shape.scalar)) {
      report({ path: [...path], message: mismatch(`a ${shape.scalar}`, value) });
    }
  } else if (shape.list !== undefined) {
    if (!Array.isArray(value)) {
      report({ path: [...path], message: mismatch("a list", value) });
      return;
    }
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      check(value[i], shape.list, path, report);
      path.pop();
    }
  } else {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      report({ path: [...path], message: mismatch("a mapping", value) });
      return;
    }
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      const member: unknown = (value as Record<string, unknown>)[name];
      const memberShape = shape.map ?? (Object.hasOwn(shape.object!, name) ? shape.object![name] : undefined);
      if (memberShape === undefined || member === null || member === undefined) continue;
      path.push(name);
      check(member, memberShape, path, report);
      path.pop();
    }
  }
}

function mismatch(expected: string, value: unknown): string {
  return `expected ${expected}, found ${describe(value)}`;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
