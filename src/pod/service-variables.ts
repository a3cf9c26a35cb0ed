/** The variables that announce services to containers: `API_SERVICE_HOST`, `API_PORT_80_TCP` and their like. */

import { namespaceOf, qualifiedName } from "./named-objects.ts";
import type { Service } from "./objects.ts";
import type { Need, ResolvedVariable, UnknownVariable, VariableSource } from "./types.ts";

/** The namespace and name of the API server's own service, which every pod sees. */
export const MASTER_NAMESPACE = "default";
export const MASTER_NAME = "kubernetes";

/** A variable that announces a service; of a manifest's service, its address may be one that a cluster will assign. */
export type ServiceVariable = ResolvedVariable | Omit<UnknownVariable, "path">;

/** Whether a service is the API server's own. No manifest makes another one of that name without a namespace. */
export function isMaster({ metadata }: Service): boolean {
  return metadata?.name === MASTER_NAME && (metadata.namespace || MASTER_NAMESPACE) === MASTER_NAMESPACE;
}

/**
 * The service variables of the pods of a namespace. With links that is every service of the namespace, and always the
 * API server's (unless the namespace has one of that name). Services without an address announce nothing; in a manifest,
 * those that a cluster will give one announce what is known.
 *
 * @returns undefined if their names and values have more characters than `limit`: a long name is in many variables
 */
export function serviceVariables(
  services: readonly Service[],
  namespace: string,
  enableServiceLinks: boolean,
  isManifest: boolean,
  limit: number,
): ReadonlyMap<string, ServiceVariable> | undefined {
  const byName = new Map<string, Service>();
  for (const service of services) {
    if (!isAnnounced(service, isManifest)) continue;
    const name = service.metadata?.name ?? "";
    if (isMaster(service)) {
      if (!byName.has(name)) byName.set(name, service);
    } else if (namespaceOf(service, isManifest) === namespace && enableServiceLinks) {
      byName.set(name, service);
    }
  }
  const variables = new Map<string, ServiceVariable>();
  let size = 0;
  for (const [name, service] of byName) {
    const of = isMaster(service) ? MASTER_NAMESPACE : namespaceOf(service, isManifest);
    const source: VariableSource = { kind: "service", namespace: of, name };
    announce(service, (variable, value) => {
      size += variable.length + (value?.length ?? 0);
      if (size > limit) return;
      const need: Need = { needs: `the address of Service ${qualifiedName(of, name)}`, needsKind: "cluster" };
      variables.set(variable, { name: variable, source, ...(value === undefined ? need : { value }) });
    });
    if (size > limit) return undefined;
  }
  return variables;
}

/** Whether pods get variables of a service. */
export function isAnnounced({ spec }: Service, isManifest: boolean): boolean {
  if (spec?.clusterIP) return spec.clusterIP !== "None";
  return isManifest && spec?.type !== "ExternalName";
}

/** Calls `set` with each variable; the value is undefined if it needs an address that is not assigned. */
function announce({ metadata, spec }: Service, set: (name: string, value: string | undefined) => void): void {
  const prefix = variableName(metadata?.name ?? "");
  const address = spec?.clusterIP || undefined;
  const ports = spec?.ports ?? [];
  set(`${prefix}_SERVICE_HOST`, address);
  if (ports.length > 0) set(`${prefix}_SERVICE_PORT`, `${ports[0]!.port ?? 0}`);
  for (const { name, port } of ports) {
    if (name) set(`${prefix}_SERVICE_PORT_${variableName(name)}`, `${port ?? 0}`);
  }
  const host = address?.includes(":") ? `[${address}]` : address;
  for (const [i, { port = 0, protocol }] of ports.entries()) {
    const scheme = (protocol || "TCP").toLowerCase();
    const url = host && `${scheme}://${host}:${port}`;
    if (i === 0) set(`${prefix}_PORT`, url);
    const portPrefix = `${prefix}_PORT_${port}_${(protocol || "TCP").toUpperCase()}`;
    set(portPrefix, url);
    set(`${portPrefix}_PROTO`, scheme);
    set(`${portPrefix}_PORT`, `${port}`);
    set(`${portPrefix}_ADDR`, address);
  }
}

/** A service's or port's name as it stands in a variable's name: nothing but `-` is replaced. */
function variableName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}
