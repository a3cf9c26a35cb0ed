/** Objects that are applied together, for rules about an object that reads the environment of another one. */

import { addTo } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";

/** An object without its metadata except the name and the namespace. */
export interface AppliedObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  /** "" if it is not set. */
  readonly namespace: string;
  readonly spec: unknown;
  /** Whether something else can change it. */
  readonly isUnknown: boolean;
}

const KEDA = "keda.sh/";

/** Whether an object reads the environment of another one. */
export function readsOthers(object: unknown): boolean {
  return `${memberOf(object, "apiVersion")}`.startsWith(KEDA);
}

export class AppliedObjects {
  private readonly byName = new Map<string, AppliedObject[]>();
  /** KEDA's objects that scale others, by the names of their authentications. */
  private readonly byAuthentication = new Map<string, AppliedObject[]>();

  /** Adds an object that others can refer to. */
  add(value: unknown, isUnknown: boolean): void {
    const object = appliedObject(value, isUnknown);
    const isScaler = object !== undefined && isScaling(object);
    if (object === undefined || (!isScaler && memberOf(object.spec, "template") === undefined)) return;
    const kept = structuredClone(object);
    if (isScaler) {
      for (const id of new Set(authenticationsOf(kept))) addTo(this.byAuthentication, id, kept);
    } else {
      addTo(this.byName, `${kept.kind} ${kept.name}`, kept);
    }
  }

  named(kind: string, name: string, namespace: string): AppliedObject[] {
    const found = this.byName.get(`${kind} ${name}`) ?? [];
    return found.filter((object) => isSameNamespace(object.namespace, namespace));
  }

  /** The objects of KEDA that use an authentication. */
  using({ kind, name, namespace }: AppliedObject): AppliedObject[] {
    const found = this.byAuthentication.get(`${kind} ${name}`) ?? [];
    return kind.startsWith("Cluster") ? found : found.filter((each) => isSameNamespace(each.namespace, namespace));
  }
}

export function appliedObject(value: unknown, isUnknown = false): AppliedObject | undefined {
  const metadata = memberOf(value, "metadata");
  const [apiVersion, kind, name] = [memberOf(value, "apiVersion"), memberOf(value, "kind"), memberOf(metadata, "name")];
  if (typeof apiVersion !== "string" || typeof kind !== "string" || typeof name !== "string") return undefined;
  const namespace = `${memberOf(metadata, "namespace") ?? ""}`;
  return { kind, apiVersion, name, namespace, spec: memberOf(value, "spec"), isUnknown };
}

/** Whether this is KEDA's ScaledObject or ScaledJob. */
export function isScaling({ apiVersion, kind }: AppliedObject): boolean {
  return apiVersion.startsWith(KEDA) && (kind === "ScaledObject" || kind === "ScaledJob");
}

/** Whether this is KEDA's TriggerAuthentication or ClusterTriggerAuthentication. */
export function isAuthentication({ apiVersion, kind }: AppliedObject): boolean {
  return apiVersion.startsWith(KEDA) && kind.endsWith("TriggerAuthentication");
}

function authenticationsOf({ spec }: AppliedObject): string[] {
  return listIn(spec, "triggers").flatMap((trigger) => {
    const reference = memberOf(trigger, "authenticationRef");
    const name = memberOf(reference, "name");
    return typeof name === "string" ? [`${memberOf(reference, "kind") ?? "TriggerAuthentication"} ${name}`] : [];
  });
}

/** The items of a list; none if it is missing or not a list. */
export function listIn(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}

/** An object without a namespace can be in any. */
function isSameNamespace(a: string, b: string): boolean {
  return a === "" || b === "" || a === b;
}
