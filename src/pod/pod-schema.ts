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
        hostNetwork: BOOLEAN,
        serviceAccountName: STRING,
        serviceAccount: STRING,
      },
    },
    status: { object: { podIP: STRING, podIPs: ADDRESSES, hostIP: STRING, hostIPs: ADDRESSES } },
  },
};

/**
 * The pod as the rest of this room reads it: what is null is not there.
 *
 * @throws PodError for the first member that has a wrong type
 */
export function readPod(pod: Pod): Pod {
  const found: Findings = { wrong: [], hasNull: false };
  inspect(pod, POD, [], found);
  const [wrong] = found.wrong;
  if (wrong !== undefined) throw new PodError("wrong-type", wrong.path, wrong.message);
  return found.hasNull ? (conformed(pod, POD) as Pod) : pod;
}

/** The same without what has a wrong type, and all of that; in a list, an empty element takes its place. */
export function readWhatIsRight(pod: Pod): { readonly pod: Pod; readonly wrong: readonly WrongType[] } {
  const found: Findings = { wrong: [], hasNull: false };
  inspect(pod, POD, [], found);
  const isRight = found.wrong.length === 0 && !found.hasNull;
  return { pod: isRight ? pod : ((conformed(pod, POD) ?? {}) as Pod), wrong: found.wrong };
}

interface Findings {
  readonly wrong: WrongType[];
  hasNull: boolean;
}

/** Goes as deep as the shape does; members that it does not know are fine. */
function inspect(value: unknown, shape: Shape, path: (string | number)[], found: Findings): void {
  if (shape.scalar !== undefined) {
    if (!isScalar(value, shape.scalar)) found.wrong.push(mismatch(`a ${shape.scalar}`, value, path));
  } else if (shape.list !== undefined) {
    if (!Array.isArray(value)) {
      found.wrong.push(mismatch("a list", value, path));
      return;
    }
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      inspect(value[i], shape.list, path, found);
      path.pop();
    }
  } else {
    if (!isMapping(value)) {
      found.wrong.push(mismatch("a mapping", value, path));
      return;
    }
    for (const name in value) {
      const memberShape = Object.hasOwn(value, name) ? shapeOf(shape, name) : undefined;
      if (memberShape === undefined) continue;
      const member = value[name];
      found.hasNull ||= member === null;
      if (member === null || member === undefined) continue;
      path.push(name);
      inspect(member, memberShape, path, found);
      path.pop();
    }
  }
}

/** A copy without wrong types and nulls; undefined if the value itself has a wrong type. */
function conformed(value: unknown, shape: Shape): unknown {
  if (shape.scalar !== undefined) return isScalar(value, shape.scalar) ? value : undefined;
  if (shape.list !== undefined) {
    const { list } = shape;
    const empty = list.scalar === undefined ? {} : "";
    return Array.isArray(value) ? value.map((element) => conformed(element, list) ?? empty) : undefined;
  }
  if (!isMapping(value)) return undefined;
  const members = Object.entries(value).map(([name, member]) => {
    const memberShape = shapeOf(shape, name);
    return [name, memberShape === undefined ? member : conformed(member, memberShape)] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function shapeOf({ map, object = {} }: Shape, name: string): Shape | undefined {
  return map ?? (Object.hasOwn(object, name) ? object[name] : undefined);
}

function isScalar(value: unknown, scalar: NonNullable<Shape["scalar"]>): boolean {
  if (scalar === "quantity") return typeof value === "string" || typeof value === "number";
  return typeof value === scalar;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mismatch(expected: string, value: unknown, path: ManifestPath): WrongType {
  return { path: [...path], message: `expected ${expected}, found ${describe(value)}` };
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
