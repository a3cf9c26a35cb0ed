/** The objects of shop.yaml, by the resource that an API server serves them as. */
import { readFileSync } from "node:fs";
import { CORE_SCHEMA, loadAll } from "js-yaml";

export interface ClusterObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** A resource: how it is called, and where it is served. */
export interface Resource {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly groupVersion: string;
  readonly isNamespaced: boolean;
}

const resource = (groupVersion: string, kind: string, shortName?: string, isNamespaced = true): Resource => ({
  kind,
  plural: `${kind.toLowerCase()}s`,
  shortNames: shortName === undefined ? [] : [shortName],
  groupVersion,
  isNamespaced,
});

export const RESOURCES: readonly Resource[] = [
  resource("v1", "Pod", "po"),
  resource("v1", "ConfigMap", "cm"),
  resource("v1", "Secret"),
  resource("v1", "Service", "svc"),
  resource("v1", "Node", "no", false),
  resource("v1", "Namespace", "ns", false),
  resource("v1", "Event", "ev"),
  resource("apps/v1", "Deployment", "deploy"),
];

/** New copies of the objects. */
export function shop(): ClusterObject[] {
  const objects = loadAll(readFileSync(new URL("shop.yaml", import.meta.url), "utf8"), { schema: CORE_SCHEMA });
  const [deployment, pod] = objects as [{ spec: { template: { spec: object } } }, { spec: object }];
  Object.assign(pod.spec, structuredClone(deployment.spec.template.spec));
  return objects as ClusterObject[];
}
