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

type Port = NonNullable<NonNullable<Service["spec"]>["ports"]>[number];
type AnnouncedPort = { readonly [K in "name" | "port" | "protocol"]: Port[K] | undefined };

/** A service that is announced, as it is when the variables are asked for. */
interface Announced {
  readonly name: string;
  readonly namespace: string;
  /** Undefined if it is not assigned. */
  readonly address: string | undefined;
  readonly ports: readonly AnnouncedPort[];
}

const NOTHING_ANNOUNCED: readonly Announced[] = [];

/** More characters than all variables of a service have, beside those of its name, address and ports. */
const REST_OF_VARIABLES = 256;
/** More than a number has. */
const DIGITS = 32;

/** So many services are compared one by one, which takes less time than to index them. */
const FEW = 8;

/**
 * The service variables of the pods of a namespace. With links that is every service of the namespace, and always the
 * API server's (unless the namespace has one of that name). Services without an address announce nothing; in a manifest,
 * those that a cluster will give one announce what is known. The variables are made when one of them is asked for.
 */
export class ServiceVariables {
  private readonly announced: readonly Announced[];
  /** The characters of their names and values, or some more. */
  private readonly atMost: number;
  private variables: ReadonlyMap<string, ServiceVariable> | undefined;

  constructor(services: readonly Service[], namespace: string, enableServiceLinks: boolean, isManifest: boolean) {
    this.announced =
      services.length === 0 ? NOTHING_ANNOUNCED : announcedIn(services, namespace, enableServiceLinks, isManifest);
    this.atMost = 0;
    for (const service of this.announced) this.atMost += mostCharacters(service);
  }

  /** Whether their names and values have more characters than `limit`: a long name is in many variables. */
  exceeds(limit: number): boolean {
    if (this.atMost <= limit) return false;
    let size = 0;
    for (const service of this.announced) {
      announce(service, (variable, value) => {
        size += variable.length + (value?.length ?? 0);
      });
      if (size > limit) return true;
    }
    return false;
  }

  get isEmpty(): boolean {
    return this.announced === NOTHING_ANNOUNCED;
  }

  get(name: string): ServiceVariable | undefined {
    if (this.isEmpty) return undefined;
    return this.variables === undefined && !this.mayHave(name) ? undefined : this.all.get(name);
  }

  keys(): Iterable<string> {
    return this.all.keys();
  }

  [Symbol.iterator](): Iterator<[string, ServiceVariable]> {
    return this.all[Symbol.iterator]();
  }

  private mayHave(name: string): boolean {
    if (!name.includes("_SERVICE_") && !name.includes("_PORT")) return false;
    for (let i = 0; i < this.announced.length; i++) if (beginsWith(name, this.announced[i]!.name)) return true;
    return false;
  }

  private get all(): ReadonlyMap<string, ServiceVariable> {
    if (this.variables !== undefined) return this.variables;
    const variables = new Map<string, ServiceVariable>();
    for (const service of this.announced) {
      const { name, namespace } = service;
      const source: VariableSource = { kind: "service", namespace, name };
      announce(service, (variable, value) => {
        variables.set(
          variable,
          value === undefined
            ? { name: variable, source, ...addressOf(namespace, name) }
            : { name: variable, source, value },
        );
      });
    }
    this.variables = variables;
    return variables;
  }
}

function mostCharacters({ name, address = "", ports }: Announced): number {
  // Some characters become two or three when they are capitalized.
  const each = 3 * name.length + address.length + REST_OF_VARIABLES;
  let sum = 2 * each;
  for (const { name = "", port, protocol } of ports) {
    const digits = typeof port === "number" ? DIGITS : `${port}`.length;
    sum += 6 * (each + 3 * (name.length + digits + 2 * (protocol ?? "").length));
  }
  return sum;
}

function addressOf(namespace: string, name: string): Need {
  return { needs: `the address of Service ${qualifiedName(namespace, name)}`, needsKind: "cluster" };
}

function announcedIn(
  services: readonly Service[],
  namespace: string,
  enableServiceLinks: boolean,
  isManifest: boolean,
): readonly Announced[] {
  const announced: Announced[] = [];
  const numbers = services.length > FEW ? new Map<string, number>() : undefined;
  for (const service of services) {
    if (!isAnnounced(service, isManifest)) continue;
    const name = service.metadata?.name ?? "";
    const isOfMaster = isMaster(service);
    const ofService = isOfMaster ? MASTER_NAMESPACE : namespaceOf(service, isManifest);
    if (!isOfMaster && !(enableServiceLinks && ofService === namespace)) continue;
    let number = numbers === undefined ? indexOfName(name, announced) : numbers.get(name);
    if (number !== undefined && isOfMaster) continue;
    number ??= announced.length;
    numbers?.set(name, number);
    announced[number] = announcedBy(service, name, ofService);
  }
  return announced.length === 0 ? NOTHING_ANNOUNCED : announced;
}

function indexOfName(name: string, announced: readonly Announced[]): number | undefined {
  for (let i = 0; i < announced.length; i++) if (announced[i]!.name === name) return i;
  return undefined;
}

function announcedBy({ spec }: Service, name: string, namespace: string): Announced {
  const { clusterIP, ports = [] } = spec ?? {};
  const address = clusterIP || undefined;
  return { name, namespace, address, ports: ports.map(({ name, port, protocol }) => ({ name, port, protocol })) };
}

/** Whether pods get variables of a service. */
export function isAnnounced({ spec }: Service, isManifest: boolean): boolean {
  if (spec?.clusterIP) return spec.clusterIP !== "None";
  return isManifest && spec?.type !== "ExternalName";
}

/** Calls `set` with each variable; the value is undefined if it needs an address that is not assigned. */
function announce(
  { name: service, address, ports }: Announced,
  set: (name: string, value: string | undefined) => void,
): void {
  const prefix = variableName(service);
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

/** Whether a variable's name begins with a service's as it stands there. */
function beginsWith(variable: string, service: string): boolean {
  for (let i = 0; i < service.length; i++) {
    const unit = service.charCodeAt(i);
    if (unit > 0x7f) return variable.startsWith(variableName(service));
    const capital = unit >= 0x61 && unit <= 0x7a ? unit - 0x20 : unit === HYPHEN ? UNDERSCORE : unit;
    if (variable.charCodeAt(i) !== capital) return false;
  }
  return true;
}

const HYPHEN = 0x2d;
const UNDERSCORE = 0x5f;
