/** The variables that announce services to containers, such as `API_SERVICE_HOST` and `API_PORT_80_TCP`. */

import type { Service } from "../objects.ts";
import type { ResolvedVariable, UnknownVariable, VariableSource } from "../types.ts";
import { namespaceOf, qualifiedName } from "./named-objects.ts";

/** The namespace and name of the API server's own service, which is announced to every pod. */
export const MASTER_NAMESPACE = "default";
export const MASTER_NAME = "kubernetes";

/** A variable that announces a service. The address of a service in a manifest may be unknown. */
type ServiceVariable = ResolvedVariable | Omit<UnknownVariable, "path">;

/** Whether a service is the API server's own. A service of that name without a namespace counts as such. */
export function isMaster({ metadata }: Service): boolean {
  return metadata?.name === MASTER_NAME && (metadata.namespace || MASTER_NAMESPACE) === MASTER_NAMESPACE;
}

/** The service variables of the pods in a namespace. */
export interface ServiceVariables {
  readonly all: ReadonlyMap<string, ServiceVariable>;
  readonly known: readonly ResolvedVariable[];
  /** Whether the names and values exceed the limit. If so, some are missing here. */
  readonly exceedsLimit: boolean;
}

/**
 * The API server's service is always announced, unless the namespace has a service of that name. With service links, all
 * services of the namespace are. Services without an address announce nothing, except in a manifest: if a cluster will
 * assign the address, only variables that contain it are unknown.
 *
 * @param limit the maximum number of characters in all names and values
 */
export function serviceVariables(
  services: readonly Service[],
  namespace: string,
  enableServiceLinks: boolean,
  isManifest: boolean,
  limit: number,
): ServiceVariables {
  const all = new Map<string, ServiceVariable>();
  let size = 0;
  for (const service of announcedIn(services, namespace, enableServiceLinks, isManifest)) {
    const { name = "" } = service.metadata ?? {};
    const namespace = isMaster(service) ? MASTER_NAMESPACE : namespaceOf(service, isManifest);
    const source: VariableSource = { kind: "service", namespace, name };
    announce(service, (variable, value) => {
      size += variable.length + (value?.length ?? 0);
      if (size > limit) return;
      if (value !== undefined) all.set(variable, { name: variable, source, value });
      else {
        const needs = `the address of Service ${qualifiedName(namespace, name)}`;
        all.set(variable, { name: variable, source, needs, needsKind: "cluster" });
      }
    });
  }
  const known = [...all.values()].filter((variable) => "value" in variable);
  return { all, known, exceedsLimit: size > limit };
}

function announcedIn(
  services: readonly Service[],
  namespace: string,
  enableServiceLinks: boolean,
  isManifest: boolean,
): readonly Service[] {
  const byName = new Map<string, Service>();
  for (const service of services) {
    if (!isAnnounced(service, isManifest)) continue;
    const name = service.metadata?.name ?? "";
    if (isMaster(service)) {
      if (!byName.has(name)) byName.set(name, service);
    } else if (enableServiceLinks && namespaceOf(service, isManifest) === namespace) byName.set(name, service);
  }
  return [...byName.values()];
}

/** Whether a service is announced. */
export function isAnnounced({ spec }: Service, isManifest: boolean): boolean {
  if (spec?.clusterIP) return spec.clusterIP !== "None";
  return isManifest && spec?.type !== "ExternalName";
}

/** Calls `set` with each variable; the value is undefined if it contains an address that is not assigned yet. */
function announce({ metadata, spec }: Service, set: (name: string, value: string | undefined) => void): void {
  const { ports = [] } = spec ?? {};
  const address = spec?.clusterIP || undefined;
  const prefix = variableName(metadata?.name ?? "");
  set(`${prefix}_SERVICE_HOST`, address);
  if (ports.length > 0) set(`${prefix}_SERVICE_PORT`, `${ports[0]!.port ?? 0}`);
  for (const { name, port = 0 } of ports) if (name) set(`${prefix}_SERVICE_PORT_${variableName(name)}`, `${port}`);
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

/** Converts a service's or port's name to a part of a variable's name. Only `-` is replaced. */
function variableName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}

/** Matches a service's or port's name (a DNS label) in a variable's name. */
const LABEL = "[A-Z0-9](?:[A-Z0-9_]{0,61}[A-Z0-9])?";
const SERVICE = new RegExp(`^${LABEL}$`);
const REST = new RegExp(
  `^_(?:SERVICE_HOST|SERVICE_PORT(?:_${LABEL})?|PORT(?:_[0-9]{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$`,
);
/** Two labels, and the longest text between them. */
const MAX_LENGTH = 63 + "_SERVICE_PORT_".length + 63;

/**
 * The names of the Services that may announce a variable, the shortest first. `API_SERVICE_PORT_HTTP` is a variable of
 * `api`. There can be several: `A_PORT_80_TCP_PORT` is a variable of `a` and of `a-port-80-tcp`.
 */
export function servicesAnnouncing(variable: string): readonly string[] {
  const services: string[] = [];
  if (variable.length > MAX_LENGTH) return services;
  for (let at = variable.indexOf("_"); at >= 0; at = variable.indexOf("_", at + 1)) {
    const service = variable.slice(0, at);
    if (REST.test(variable.slice(at)) && SERVICE.test(service))
      services.push(service.toLowerCase().replaceAll("_", "-"));
  }
  return services;
}
