/** The variables that announce services to containers: `API_SERVICE_HOST`, `API_PORT_80_TCP` and their like. */

import type { Service } from "./objects.ts";
import type { ResolvedVariable, VariableSource } from "./types.ts";

/** The namespace and name of the API server's own service, which every pod sees. */
const MASTER_NAMESPACE = "default";
const MASTER_NAME = "kubernetes";

/**
 * The service variables of the pods of a namespace. With links that is every service of the namespace, and always the
 * API server's (unless the namespace has one of that name). Services without an address announce nothing.
 */
export function serviceVariables(
  services: readonly Service[],
  namespace: string,
  enableServiceLinks: boolean,
): ReadonlyMap<string, ResolvedVariable> {
  const byName = new Map<string, Service>();
  for (const service of services) {
    const clusterIP = service.spec?.clusterIP;
    if (!clusterIP || clusterIP === "None") continue;
    const name = service.metadata?.name ?? "";
    const of = service.metadata?.namespace || "default";
    if (of === MASTER_NAMESPACE && name === MASTER_NAME) {
      if (!byName.has(name)) byName.set(name, service);
    } else if (of === namespace && enableServiceLinks) {
      byName.set(name, service);
    }
  }
  const variables = new Map<string, ResolvedVariable>();
  for (const [name, service] of byName) {
    const source: VariableSource = { kind: "service", namespace: service.metadata?.namespace || "default", name };
    announce(service, (variable, value) => variables.set(variable, { name: variable, value, source }));
  }
  return variables;
}

function announce(service: Service, set: (name: string, value: string) => void): void {
  const prefix = variableName(service.metadata?.name ?? "");
  const address = service.spec!.clusterIP!;
  const ports = service.spec!.ports ?? [];
  set(`${prefix}_SERVICE_HOST`, address);
  if (ports.length > 0) set(`${prefix}_SERVICE_PORT`, `${ports[0]!.port ?? 0}`);
  for (const { name, port } of ports) {
    if (name) set(`${prefix}_SERVICE_PORT_${variableName(name)}`, `${port ?? 0}`);
  }
  const host = address.includes(":") ? `[${address}]` : address;
  for (const [i, { port = 0, protocol }] of ports.entries()) {
    const scheme = (protocol || "TCP").toLowerCase();
    const url = `${scheme}://${host}:${port}`;
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
