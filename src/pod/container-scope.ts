/** One container while it is resolved: its variables so far, the texts that changed, and its events. */

import { UNRESOLVED_REFERENCE } from "../events/reasons.ts";
import { unresolvedMessage } from "../events/recorder.ts";
import { expand } from "../expansion/expand.ts";
import { escapedText } from "./escaped-text.ts";
import type { Container } from "./objects.ts";
import type { PodScope } from "./pod-scope.ts";
import { Prefixes } from "./prefixes.ts";
import { isSecretVariable } from "./secret-value.ts";
import type { ServiceVariable } from "./service-variables.ts";
import type {
  ContainerEvent,
  ManifestChange,
  ManifestPath,
  ResolvedVariable,
  UnknownVariable,
  UnsetVariable,
} from "./types.ts";
import type { Unresolved } from "./value-result.ts";

/** A text after expansion. */
export interface ExpandedText {
  readonly value: string;
  /** A part of it comes from a Secret. */
  readonly isSecret?: true;
  /** A part of it is unknown, or no text can hold it: a manifest keeps the text that was written. */
  readonly isAsWritten: boolean;
}

/** Gives the value of a name for a text, if it is known and set. */
type ValueOf = (name: string) => string | undefined;

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly changes: ManifestChange[] = [];
  readonly events: ContainerEvent[] = [];
  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];

  /** Variables that `env` and `envFrom` set: they shadow the services'. null: the value is unknown. */
  private readonly variables = new Map<string, ResolvedVariable | null>();
  private readonly services: ReadonlyMap<string, ServiceVariable>;
  /** The prefixes of `envFrom` sources whose keys are unknown: such a source may set any name with its prefix. */
  private readonly unknownPrefixes = new Prefixes();
  /** Variables with a value that no manifest can hold. */
  private readonly asWritten = new Set<string>();
  private readonly unassignedServices = new Set<string>();
  /** The text that is being expanded. */
  private textPath: ManifestPath = [];
  /** Whether a value that was put into it comes from a Secret. */
  private textIsSecret = false;
  private textIsAsWritten = false;

  constructor(
    pod: PodScope,
    container: Container,
    path: ManifestPath,
    fieldPath: string,
    services: ReadonlyMap<string, ServiceVariable>,
  ) {
    this.pod = pod;
    this.container = container;
    this.path = path;
    this.fieldPath = fieldPath;
    this.services = services;
  }

  /** @param isAsWritten whether no manifest can hold the value */
  set(variable: ResolvedVariable, isAsWritten = variable.bytes !== undefined): void {
    this.variables.set(variable.name, variable);
    if (isAsWritten) this.asWritten.add(variable.name);
    else this.asWritten.delete(variable.name);
  }

  /** Notes that an entry of `env` sets nothing. What is skipped leaves the name as it was; what is unknown does not. */
  leaveUnset(entry: UnsetVariable, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.variables.set(entry.name, null);
  }

  /** Notes that a source of `envFrom` sets no variable, or unknown ones. */
  leaveSourceUnset(entry: UnsetVariable, prefix: string, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.unknownPrefixes.add(prefix);
  }

  /** The value of a name, if it is known and set, for the text that is being expanded. */
  get(name: string): string | undefined {
    const variable = this.variables.get(name);
    if (variable === null) return undefined;
    if (variable !== undefined) {
      this.textIsSecret ||= isSecretVariable(variable);
      this.textIsAsWritten ||= this.asWritten.has(name);
      return variable.value;
    }
    const service = this.services.get(name);
    return service && "value" in service ? service.value : undefined;
  }

  /** Whether a name without a value may have one in the cluster: it depends on objects that are unknown. */
  isUnknown(name: string): boolean {
    if (this.variables.get(name) === null || this.unknownPrefixes.haveOneOf(name)) return true;
    const service = this.services.get(name);
    return service !== undefined && "needs" in service;
  }

  /** A reference whose value is unknown stays in the text. Which address it waits for is noted once for each service. */
  unknownReference(name: string): string {
    this.textIsAsWritten = true;
    const service = this.variables.has(name) ? undefined : this.services.get(name);
    if (service && "needs" in service && !this.unassignedServices.has(service.needs)) {
      this.unassignedServices.add(service.needs);
      this.unknown.push({ ...service, path: this.textPath });
    }
    return this.counted(`$(${name})`);
  }

  /** The container's variables, then the services' that it does not shadow. */
  environment(): ResolvedVariable[] {
    const environment: ResolvedVariable[] = [];
    for (const variable of this.variables.values()) if (variable !== null) environment.push(variable);
    for (const [name, variable] of this.services) {
      if (!this.variables.has(name) && "value" in variable) environment.push(variable);
    }
    return environment;
  }

  /** Expands a text of the manifest with the variables so far. */
  expandMember(text: string, parent: ManifestPath, member: string): ExpandedText {
    if (!text.includes("$")) return { value: text, isAsWritten: false };
    return this.expandWith(text, [...parent, member], this.knownValue, this.reference);
  }

  expandList(
    texts: readonly string[],
    path: ManifestPath,
    valueOf: ValueOf = this.knownValue,
    reference = this.reference,
  ): string[] {
    return texts.map((text, i) =>
      text.includes("$") ? this.expandWith(text, [...path, i], valueOf, reference).value : text,
    );
  }

  /** Expands a text with the values that `valueOf` gives; `reference` gives what stands for a name without one. */
  expandWith(text: string, path: ManifestPath, valueOf: ValueOf, reference: (name: string) => string): ExpandedText {
    this.textPath = path;
    this.textIsSecret = false;
    this.textIsAsWritten = false;
    const values: (string | undefined)[] = [];
    const value = expand(text, (name) => {
      const known = valueOf(name);
      values.push(known);
      return known === undefined ? reference(name) : this.counted(known);
    });
    const secret = this.textIsSecret ? ({ isSecret: true } as const) : undefined;
    const isAsWritten = this.textIsAsWritten;
    if (value !== text) {
      this.changes.push({
        path,
        text: value,
        // Not everyone asks for it, and a value of many parts is one text only when it is looked at.
        get escaped() {
          return isAsWritten ? undefined : escapedText(text, values);
        },
        ...secret,
      });
    }
    return { value, isAsWritten, ...secret };
  }

  /** Counts a reference's value towards the pod's limit. */
  counted(value: string): string {
    this.pod.countExpansion(value.length, this.textPath);
    return value;
  }

  /** A reference that cannot be expanded stays in the text, and is reported. */
  unresolved(name: string): string {
    this.events.push({
      type: "Warning",
      reason: UNRESOLVED_REFERENCE,
      message: unresolvedMessage(name),
      fieldPath: this.fieldPath,
      path: this.textPath,
    });
    return this.counted(`$(${name})`);
  }

  private noteUnset(entry: UnsetVariable, why: Unresolved): void {
    if ("needs" in why) this.unknown.push({ ...entry, needs: why.needs });
    else this.skipped.push(entry);
  }

  private readonly knownValue = (name: string): string | undefined => this.get(name);

  private readonly reference = (name: string): string =>
    this.isUnknown(name) ? this.unknownReference(name) : this.unresolved(name);
}
