/** The variables of a container so far: its own, and those of services that it does not shadow. */

import { AbsentSources } from "./absent-sources.ts";
import type { PodScope } from "./pod-scope.ts";
import type { ServiceVariables } from "./service-variables.ts";
import type { Need, ResolvedVariable, UnknownVariable, VariableSource } from "./types.ts";

/** A variable, or what it needs that is unknown. */
export type Found = ResolvedVariable | (Need & { readonly source?: VariableSource });

export class ContainerVariables {
  private readonly pod: PodScope;
  /** Variables that `env` and `envFrom` set: they shadow the services'. Of an unknown one: what its value needs. */
  private readonly variables = new Map<string, ResolvedVariable | Need>();
  private readonly services: ServiceVariables;
  // Most containers need none of these: they are made when one does.
  private absentSources: AbsentSources | undefined;
  /** Variables with a value that no manifest can hold. */
  private asWritten: Set<string> | undefined;
  /** Variables in whose values a `$` may be. */
  private withDollar: Set<string> | undefined;
  private environmentMade: ResolvedVariable[] | undefined;

  constructor(pod: PodScope, services: ServiceVariables) {
    this.pod = pod;
    this.services = services;
  }

  /** Whether no service announces any. */
  get areOwn(): boolean {
    return this.services.isEmpty;
  }

  set(variable: ResolvedVariable, isAsWritten: boolean, hasDollar: boolean): void {
    this.variables.set(variable.name, variable);
    if (isAsWritten) this.asWritten = (this.asWritten ?? new Set()).add(variable.name);
    else this.asWritten?.delete(variable.name);
    if (hasDollar) this.withDollar = (this.withDollar ?? new Set()).add(variable.name);
    else this.withDollar?.delete(variable.name);
  }

  leaveUnknown(name: string, need: Need): void {
    this.variables.set(name, need);
  }

  /** Adds a source of `envFrom` that is not given. */
  addAbsentSource(prefix: string, index: number, need: Need): void {
    this.absentSources ??= new AbsentSources(this.pod.legacyEnvFromFilter);
    this.absentSources.add(prefix, index, need);
  }

  isAsWritten(name: string): boolean {
    return this.asWritten?.has(name) === true;
  }

  mayHaveDollar(name: string): boolean {
    return this.withDollar?.has(name) === true;
  }

  /** What a source sets is unknown if one behind it, or a controller, may set it to something else. */
  endSources(unknown: UnknownVariable[]): void {
    for (const [name, variable] of this.variables) {
      if (!("value" in variable)) continue;
      const need = this.absentSources?.needOf(name, variable.path!.at(-1) as number) ?? this.pod.injectedNeed(name);
      if (need === undefined) continue;
      this.variables.set(name, need);
      const { source, path } = variable;
      unknown.push({ name, source, path: path!, ...need, otherwise: variable });
    }
  }

  /** The variable of a name; what it needs, if it is unknown; undefined if there is none. */
  find(name: string): Found | undefined {
    return (
      this.variables.get(name) ??
      this.absentSources?.needOf(name) ??
      this.pod.injectedNeed(name) ??
      this.services.get(name) ??
      this.pod.absentService(name) ??
      this.pod.addedNeed(name)
    );
  }

  /** The container's variables, then the services' that it does not shadow. */
  get env(): ResolvedVariable[] {
    if (this.environmentMade !== undefined) return this.environmentMade;
    const environment: ResolvedVariable[] = [];
    for (const variable of this.variables.values()) if ("value" in variable) environment.push(variable);
    for (const [name, variable] of this.services) {
      if ("value" in variable && this.find(name) === variable) environment.push(variable);
    }
    this.environmentMade = environment;
    return environment;
  }
}
