/** Objects that are applied together, for rules about an object that reads the environment of another one. */

import { addTo } from "../text/grouped.ts";
import { listIn, memberOf } from "../text/own-keys.ts";
import { collectorConfigs, mayConfigureCollector } from "./collector-configs.ts";

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

/** Whether what an object reads or contains depends on others. */
export function readsOthers(object: unknown): boolean {
  return `${memberOf(object, "apiVersion")}`.startsWith(KEDA) || mayConfigureCollector(object);
}

export class AppliedObjects {
  private readonly byName = new Map<string, AppliedObject[]>();
  /** KEDA's objects that scale others, by the names of their authentications. */
  private readonly byAuthentication = new Map<string, AppliedObject[]>();
  /** The namespaces and keys of configurations that collectors read, by the names of their ConfigMaps. */
  private readonly configs = new Map<string, { readonly namespace: string; readonly key: string }[]>();

  /** Adds an object that others can refer to. */
  add(value: unknown, isUnknown: boolean): void {
    const object = appliedObject(value, isUnknown);
    if (object === undefined) return;
    const pods = [object.spec, memberOf(memberOf(object.spec, "template"), "spec")];
    for (const { configMap, key } of isUnknown ? [] : pods.flatMap(collectorConfigs)) {
      addTo(this.configs, configMap, { namespace: object.namespace, key });
    }
    const isScaler = isScaling(object);
    if (!isScaler && memberOf(object.spec, "template") === undefined) return;
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

  /** The keys of a ConfigMap that collectors read. */
  collectorKeys({ name, namespace }: AppliedObject): ReadonlySet<string> {
    const found = this.configs.get(name) ?? [];
    return new Set(found.filter((each) => isSameNamespace(each.namespace, namespace)).map(({ key }) => key));
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

/** An object without a namespace can be in any. */
function isSameNamespace(a: string, b: string): boolean {
  return a === "" || b === "" || a === b;
}
