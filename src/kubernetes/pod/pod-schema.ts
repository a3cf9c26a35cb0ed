/** The types of a pod's members, and the functions that check values against such a schema. */

import { getOrAdd } from "../../text/grouped.ts";
import type { Pod } from "./objects.ts";
import type { ManifestPath } from "./types.ts";

/** The type of a value; exactly one member is set. Members that an `object` does not list can have any type. */
export interface Schema {
  readonly scalar?: "string" | "number" | "boolean" | "quantity";
  readonly list?: Schema;
  /** An object with any keys; the schema applies to every value. */
  readonly map?: Schema;
  readonly object?: Readonly<Record<string, Schema>>;
}

/** A member whose type does not match the schema. */
export interface WrongType {
  readonly path: ManifestPath;
  readonly message: string;
}

/** A value that has been checked against a schema. */
export interface Inspected<T> {
  /**
   * The value without members that are null or have a wrong type. A wrong element of a list is replaced by an empty one,
   * and so is null in a list or a map of strings, like the API server decodes it. If nothing changes, this is the
   * argument itself.
   */
  readonly value: T;
  readonly wrong: readonly WrongType[];
}

export const STRING: Schema = { scalar: "string" };
const BOOLEAN: Schema = { scalar: "boolean" };
const QUANTITY: Schema = { scalar: "quantity" };
const STRINGS: Schema = { list: STRING };
const STRING_MAP: Schema = { map: STRING };
const KEY_SELECTOR: Schema = { object: { name: STRING, key: STRING, optional: BOOLEAN } };
const OBJECT_SELECTOR: Schema = { object: { name: STRING, optional: BOOLEAN } };
const EXEC_HANDLER: Schema = { object: { exec: { object: { command: STRINGS } } } };
const ADDRESSES: Schema = { list: { object: { ip: STRING } } };

const VALUE_SOURCE: Schema = {
  object: {
    fieldRef: { object: { apiVersion: STRING, fieldPath: STRING } },
    resourceFieldRef: { object: { containerName: STRING, resource: STRING, divisor: QUANTITY } },
    configMapKeyRef: KEY_SELECTOR,
    secretKeyRef: KEY_SELECTOR,
    fileKeyRef: { object: { volumeName: STRING, path: STRING, key: STRING, optional: BOOLEAN } },
  },
};

const RESOURCES: Schema = { object: { limits: { map: QUANTITY }, requests: { map: QUANTITY } } };

const CONTAINERS: Schema = {
  list: {
    object: {
      name: STRING,
      command: STRINGS,
      args: STRINGS,
      env: { list: { object: { name: STRING, value: STRING, valueFrom: VALUE_SOURCE } } },
      envFrom: { list: { object: { prefix: STRING, configMapRef: OBJECT_SELECTOR, secretRef: OBJECT_SELECTOR } } },
      resources: RESOURCES,
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

export const POD: Schema = {
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
        resources: RESOURCES,
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

/** Checks the types of the pod's members that this library reads. */
export function inspectPod(pod: Pod): Inspected<Pod> {
  return inspect(pod, POD);
}

/** Checks a value as deep as the schema goes. */
export function inspect<T extends object>(value: T, schema: Schema): Inspected<T> {
  if (checkOf(schema)(value)) return { value, wrong: [] };
  const wrong: WrongType[] = [];
  return { value: (conformed(value, schema, [], wrong) ?? {}) as T, wrong };
}

type Check = (value: unknown) => boolean;

const checks = /* @__PURE__ */ new WeakMap<Schema, Check>();

/** The function that checks whether nothing is null or wrong, which is the usual case. */
function checkOf(schema: Schema): Check {
  return getOrAdd(checks, schema, () => makeCheck(schema));
}

function makeCheck({ scalar, list, map, object = {} }: Schema): Check {
  if (scalar === "string") return isString;
  if (scalar !== undefined) return (value) => isScalar(value, scalar);
  if (list !== undefined) {
    const check = checkOf(list);
    return (value) => {
      if (!Array.isArray(value)) return false;
      for (const element of value) if (!check(element)) return false;
      return true;
    };
  }
  if (map !== undefined) {
    const check = checkOf(map);
    return (value) => isMapping(value) && Object.values(value).every(check);
  }
  const members = new Map(Object.entries(object).map(([name, schema]) => [name, checkOf(schema)]));
  return (value) => {
    if (!isMapping(value)) return false;
    for (const name in value) {
      const check = members.get(name);
      if (check === undefined) continue;
      const member = value[name];
      // Most members are strings. A call would take longer than the comparison.
      if (check === isString && typeof member === "string") continue;
      if (member !== undefined && !check(member)) return false;
    }
    return true;
  };
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

/** Returns the value, copied where a member is wrong or null; undefined if the value itself has a wrong type. */
function conformed(value: unknown, schema: Schema, path: (string | number)[], wrong: WrongType[]): unknown {
  if (schema.scalar !== undefined) {
    return isScalar(value, schema.scalar) ? value : reject(`a ${schema.scalar}`, value, path, wrong);
  }
  if (schema.list !== undefined) {
    if (!Array.isArray(value)) return reject("a list", value, path, wrong);
    const { list } = schema;
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      const isEmpty = value[i] === null && list.scalar === "string";
      const read = isEmpty ? "" : conformed(value[i], list, path, wrong);
      const element = read ?? (list.scalar === undefined ? {} : "");
      path.pop();
      if (Object.is(element, value[i])) continue;
      copy ??= [...value];
      copy[i] = element;
    }
    return copy ?? value;
  }
  if (!isMapping(value)) return reject("a mapping", value, path, wrong);
  const { map, object = {} } = schema;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const memberSchema = map ?? (Object.hasOwn(object, name) ? object[name] : undefined);
    const member = value[name];
    if (memberSchema === undefined || member === undefined) continue;
    path.push(name);
    const read = member === null ? nullIn(map) : conformed(member, memberSchema, path, wrong);
    path.pop();
    if (Object.is(read, member)) continue;
    copy ??= { ...value };
    if (read === undefined) delete copy[name];
    else copy[name] = read;
  }
  return copy ?? value;
}

/** The API server decodes null to an empty string in a map, and omits other members that are null. */
function nullIn(map: Schema | undefined): "" | undefined {
  return map?.scalar === "string" ? "" : undefined;
}

function reject(expected: string, value: unknown, path: ManifestPath, wrong: WrongType[]): undefined {
  wrong.push({ path: [...path], message: `expected ${expected}, found ${typeName(value)}` });
}

function isScalar(value: unknown, scalar: NonNullable<Schema["scalar"]>): boolean {
  const type = typeof value === "bigint" ? "number" : typeof value;
  if (scalar === "quantity") return type === "string" || type === "number";
  return type === scalar;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value's type, for messages. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "bigint") return "a number";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
