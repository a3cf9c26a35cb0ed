/** The variables of a container so far: its own, and those of services that it does not shadow. */

import { entryPath } from "../path.ts";
import { AbsentSources } from "../sources/absent-sources.ts";
import type { PodScope } from "../sources/pod-scope.ts";
import type { ServiceVariables } from "../sources/service-variables.ts";
import type { ManifestPath, Need, ResolvedVariable, UnknownVariable, VariableSource } from "../types.ts";

/** A variable, or what it needs that is unknown. */
export type Found = ResolvedVariable | (Need & { readonly source?: VariableSource });

/** What few variables have. */
export interface Marks {
  /** No manifest can hold the value. */
  readonly isAsWritten: boolean;
  /** A `$` may be in the value. */
  readonly hasDollar: boolean;
  readonly bytes: Uint8Array | undefined;
  readonly isSecret: true | undefined;
  readonly need: Need | undefined;
}

/** A variable that `env` or `envFrom` sets. What is told of it is made when somebody asks for it. */
export class OwnVariable {
  readonly name: string;
  readonly value: string;
  readonly source: VariableSource;
  /** The number of its entry of `env`; of `envFrom`, the number's complement. */
  readonly entry: number;
  readonly marks: Marks | undefined;

  constructor(name: string, value: string, source: VariableSource, entry: number, marks: Marks | undefined) {
    this.name = name;
    this.value = value;
    this.source = source;
    this.entry = entry;
    this.marks = marks;
  }

  get isSecret(): boolean {
    const { kind } = this.source;
    return kind === "secretKeyRef" || kind === "secretRef" || this.marks?.isSecret === true;
  }

  /** @param path of its entry */
  resolved(path: ManifestPath): ResolvedVariable {
    const { name, value, source, marks } = this;
    if (marks === undefined) return { name, value, source, path };
    const { bytes, isSecret, need } = marks;
    return { name, value, ...(bytes && { bytes }), source, path, ...(isSecret && { isSecret }), ...(need && { need }) };
  }
}

/** @param entry as an `OwnVariable` has it */
export function pathOfEntry(container: ManifestPath, entry: number): ManifestPath {
  return entry < 0 ? entryPath(container, "envFrom", ~entry) : entryPath(container, "env", entry);
}

export class ContainerVariables {
  private readonly pod: PodScope;
  private readonly path: ManifestPath;
  /** Variables that `env` and `envFrom` set: they shadow the services'. Of an unknown one: what its value needs. */
  private readonly variables = new Map<string, OwnVariable | Need>();
  private readonly services: ServiceVariables;
  // Most containers need none of these: they are made when one does.
  private absentSources: AbsentSources | undefined;
  private environmentMade: ResolvedVariable[] | undefined;

  /** @param path of the container */
  constructor(pod: PodScope, path: ManifestPath, services: ServiceVariables) {
    this.pod = pod;
    this.path = path;
    this.services = services;
  }

  /** Whether no service announces any. */
  get areOwn(): boolean {
    return this.services.isEmpty;
  }

  set(variable: OwnVariable): void {
    this.variables.set(variable.name, variable);
  }

  leaveUnknown(name: string, need: Need): void {
    this.variables.set(name, need);
  }

  /** Adds a source of `envFrom` that is not given. */
  addAbsentSource(prefix: string, index: number, need: Need): void {
    this.absentSources ??= new AbsentSources(this.pod.legacyEnvFromFilter);
    this.absentSources.add(prefix, index, need);
  }

  /** What a source sets is unknown if one behind it, or a controller, may set it to something else. */
  endSources(unknown: UnknownVariable[]): void {
    for (const [name, variable] of this.variables) {
      if (!(variable instanceof OwnVariable)) continue;
      const need = this.absentSources?.needOf(name, ~variable.entry) ?? this.pod.injectedNeed(name);
      if (need === undefined) continue;
      this.variables.set(name, need);
      const otherwise = this.resolved(variable);
      unknown.push({ name, source: variable.source, path: otherwise.path!, ...need, otherwise });
    }
  }

  /** What `env` or `envFrom` sets a name to. */
  own(name: string): OwnVariable | Need | undefined {
    return this.variables.get(name);
  }

  /** What a name has that neither sets. */
  other(name: string): Found | undefined {
    return (
      this.absentSources?.needOf(name) ??
      this.pod.injectedNeed(name) ??
      this.services.get(name) ??
      this.pod.absentService(name) ??
      this.pod.addedNeed(name)
    );
  }

  /** The variable of a name; what it needs, if it is unknown; undefined if there is none. */
  find(name: string): Found | undefined {
    const own = this.variables.get(name);
    if (own === undefined) return this.other(name);
    return own instanceof OwnVariable ? this.resolved(own) : own;
  }

  /** The container's variables, then the services' that it does not shadow. */
  get env(): ResolvedVariable[] {
    if (this.environmentMade !== undefined) return this.environmentMade;
    const environment: ResolvedVariable[] = [];
    let before: ResolvedVariable | undefined;
    let entry = 0;
    for (const variable of this.variables.values()) {
      if (!(variable instanceof OwnVariable)) continue;
      // All variables of a source have one path.
      before =
        before !== undefined && variable.entry === entry ? variable.resolved(before.path!) : this.resolved(variable);
      entry = variable.entry;
      environment.push(before);
    }
    for (const [name, variable] of this.services) {
      if ("value" in variable && this.isServices(name, variable)) environment.push(variable);
    }
    this.environmentMade = environment;
    return environment;
  }

  private resolved(variable: OwnVariable): ResolvedVariable {
    return variable.resolved(pathOfEntry(this.path, variable.entry));
  }

  private isServices(name: string, variable: ResolvedVariable): boolean {
    return !this.variables.has(name) && this.other(name) === variable;
  }
}
