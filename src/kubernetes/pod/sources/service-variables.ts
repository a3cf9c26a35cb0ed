/** The variables that announce services to containers: `API_SERVICE_HOST`, `API_PORT_80_TCP` and their like. */

import type { Service } from "../objects.ts";
import type { Need, ResolvedVariable, UnknownVariable, VariableSource } from "../types.ts";
import { namespaceOf, qualifiedName } from "./named-objects.ts";

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
 */
export class ServiceVariables {
  /** The variables whose value is known. */
  readonly known: readonly ResolvedVariable[];
  /** Their names and values have more characters than the limit. Then some are missing here. */
  readonly exceedsLimit: boolean;
  private readonly variables = new Map<string, ServiceVariable>();

  /** @param limit of the characters, as the name of a service can be long, and is in many variables */
  constructor(
    services: readonly Service[],
    namespace: string,
    enableServiceLinks: boolean,
    isManifest: boolean,
    limit: number,
  ) {
    let size = 0;
    for (const service of announcedIn(services, namespace, enableServiceLinks, isManifest)) {
      const { name = "" } = service.metadata ?? {};
      const namespace = isMaster(service) ? MASTER_NAMESPACE : namespaceOf(service, isManifest);
      const source: VariableSource = { kind: "service", namespace, name };
      announce(service, (variable, value) => {
        size += variable.length + (value?.length ?? 0);
        if (size > limit) return;
        this.variables.set(
          variable,
          value === undefined
            ? { name: variable, source, ...addressOf(namespace, name) }
            : { name: variable, source, value },
        );
      });
    }
    this.exceedsLimit = size > limit;
    this.known = [...this.variables.values()].filter((variable) => "value" in variable);
  }

  get(name: string): ServiceVariable | undefined {
    return this.variables.get(name);
  }

  keys(): Iterable<string> {
    return this.variables.keys();
  }
}

function addressOf(namespace: string, name: string): Need {
  return { needs: `the address of Service ${qualifiedName(namespace, name)}`, needsKind: "cluster" };
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

/** Whether pods get variables of a service. */
export function isAnnounced({ spec }: Service, isManifest: boolean): boolean {
  if (spec?.clusterIP) return spec.clusterIP !== "None";
  return isManifest && spec?.type !== "ExternalName";
}

/** Calls `set` with each variable; the value is undefined if it needs an address that is not assigned. */
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

/** A service's or port's name as a part of a variable's name: nothing but `-` is replaced. */
function variableName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}

/** A Service's or port's name (a DNS label) as a part of a variable's name. */
const LABEL = "[A-Z0-9](?:[A-Z0-9_]{0,61}[A-Z0-9])?";
const SERVICE = new RegExp(`^${LABEL}$`);
const REST = new RegExp(
  `^_(?:SERVICE_HOST|SERVICE_PORT(?:_${LABEL})?|PORT(?:_[0-9]{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$`,
);
/** Two labels, and the longest text between them. */
const LONGEST = 63 + "_SERVICE_PORT_".length + 63;

/**
 * The names of the Services that may announce a variable, the shortest first: `API_SERVICE_PORT_HTTP` is one of `api`'s.
 * There can be several: `A_PORT_80_TCP_PORT` is one of `a`'s and one of `a-port-80-tcp`'s.
 */
export function servicesAnnouncing(variable: string): readonly string[] {
  if (variable.length > LONGEST || !/_PORT|_SERVICE_HOST$/.test(variable)) return [];
  return [...variable.matchAll(/_(?=PORT|SERVICE_)/g)]
    .filter(({ index }) => SERVICE.test(variable.slice(0, index)) && REST.test(variable.slice(index)))
    .map(({ index }) => variable.slice(0, index).toLowerCase().replaceAll("_", "-"));
}
