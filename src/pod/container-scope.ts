/** One container while it is resolved: its variables so far, the texts that changed, and its events. */

import { UNRESOLVED_REFERENCE } from "../events/reasons.ts";
import { unresolvedMessage } from "../events/recorder.ts";
import { expand } from "../expansion/expand.ts";
import { referencesIn } from "../expansion/references.ts";
import { AbsentSources } from "./absent-sources.ts";
import { dollarsIn, manifestChange, type TextChange } from "./escaped-text.ts";
import { LaterEntries } from "./later-entries.ts";
import type { Container } from "./objects.ts";
import type { PodScope } from "./pod-scope.ts";
import { isSecretVariable } from "./secret-value.ts";
import type { ServiceVariable } from "./service-variables.ts";
import type {
  ContainerEvent,
  ManifestChange,
  ManifestPath,
  Need,
  ResolvedVariable,
  UnknownVariable,
  UnresolvedReference,
  UnsetVariable,
  VariableSource,
} from "./types.ts";
import { UndeclaredNames } from "./undeclared-names.ts";
import { ContainerFailure, type Unresolved } from "./value-result.ts";

/** A text after expansion. */
export interface ExpandedText {
  readonly value: string;
  /** A part of it comes from a Secret. */
  readonly isSecret?: true;
  /** A part of it is unknown, or no text can hold it: a manifest keeps the text that was written. */
  readonly isAsWritten: boolean;
  /** Whether a `$` may be in it. (To look would put a value of many parts together.) */
  readonly hasDollar: boolean;
  /** What a part of it needs that is unknown. */
  readonly need?: Need;
}

/** Gives the value of a name for a text, if it is known and set. */
type ValueOf = (name: string) => string | undefined;

/** A reference that stays in the text, before it is known where it stands in it. */
type LeftReference = Omit<UnresolvedReference, "path" | "start" | "end">;

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly events: ContainerEvent[] = [];
  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];
  readonly unresolved: UnresolvedReference[] = [];

  private readonly textChanges: TextChange[] = [];
  /** Variables that `env` and `envFrom` set: they shadow the services'. Of an unknown one: what its value needs. */
  private readonly variables = new Map<string, ResolvedVariable | Need>();
  private readonly services: ReadonlyMap<string, ServiceVariable>;
  private readonly absentSources: AbsentSources;
  private readonly laterEntries: LaterEntries;
  /** Made when it is first needed. */
  private undeclaredNames: UndeclaredNames | undefined;
  private readonly skippedNames = new Set<string>();
  /** What `unknown` has an entry for. */
  private readonly noted = new Set<string>();
  /** Variables with a value that no manifest can hold. */
  private readonly asWritten = new Set<string>();
  /** Variables in whose values a `$` may be. */
  private readonly withDollar = new Set<string>();
  /** The text that is being expanded. */
  private textPath: ManifestPath = [];
  private textValueOf: ValueOf = () => undefined;
  private textReference: (name: string) => string = () => "";
  /** What its references have as values, in their order. */
  private readonly textValues: (string | undefined)[] = [];
  private textReferences = 0;
  /** The number of its references that have a value. */
  private textKnown = 0;
  /** Whether a value that was put into it comes from a Secret. */
  private textIsSecret = false;
  private textIsAsWritten = false;
  private textHasDollar = false;
  /** What a part of it needs that is unknown. */
  private textNeed: Need | undefined;
  /** Its references that stay as written. */
  private readonly left: LeftReference[] = [];

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
    this.absentSources = new AbsentSources(pod.legacyEnvFromFilter);
    this.laterEntries = new LaterEntries(container.env ?? []);
  }

  /**
   * @param isAsWritten whether no manifest can hold the value
   * @param hasDollar whether a `$` may be in it
   */
  set(
    variable: ResolvedVariable,
    isAsWritten = variable.bytes !== undefined,
    hasDollar = variable.value.includes("$"),
  ): void {
    this.variables.set(variable.name, variable);
    if (isAsWritten) this.asWritten.add(variable.name);
    else if (this.asWritten.size > 0) this.asWritten.delete(variable.name);
    if (hasDollar) this.withDollar.add(variable.name);
    else if (this.withDollar.size > 0) this.withDollar.delete(variable.name);
  }

  /** Notes that an entry of `env` sets nothing. What is skipped leaves the name as it was; what is unknown does not. */
  leaveUnset(entry: UnsetVariable, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.variables.set(entry.name, why);
    else this.skippedNames.add(entry.name);
  }

  /** Notes that a source of `envFrom` sets no variable, or unknown ones. */
  leaveSourceUnset(entry: UnsetVariable, index: number, prefix: string, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.absentSources.add(prefix, index, why);
  }

  /** Ends `envFrom`: what a source sets is unknown if one behind it, or a controller, may set it to something else. */
  endSources(): void {
    for (const [name, variable] of this.variables) {
      if (!("value" in variable)) continue;
      const need = this.absentSources.needOf(name, variable.path!.at(-1) as number) ?? this.pod.injectedNeed(name);
      if (need === undefined) continue;
      this.variables.set(name, need);
      const { source, path } = variable;
      this.unknown.push({ name, source, path: path!, ...need, otherwise: variable });
    }
  }

  /** Begins an entry of `env`: those from here on are declared later. */
  beginEntry(index: number): void {
    this.laterEntries.advance(index);
  }

  /**
   * Ends the container, which will not be started. (A trace goes on.)
   *
   * @returns never; or what is set to what has failed
   */
  fail(stage: ContainerFailure["stage"], path: ManifestPath, message: string): Need {
    throw new ContainerFailure(stage, path, message);
  }

  /** The variable of a name; what it needs, if it is unknown; undefined if there is none. */
  find(name: string): ResolvedVariable | (Need & { readonly source?: VariableSource }) | undefined {
    return (
      this.variables.get(name) ??
      this.absentSources.needOf(name) ??
      this.pod.injectedNeed(name) ??
      this.services.get(name) ??
      this.pod.absentService(name) ??
      this.pod.addedNeed(name)
    );
  }

  /** The value of a name, if it is known and set, for the text that is being expanded. */
  get(name: string): string | undefined {
    const found = this.find(name);
    if (found === undefined || "needs" in found) return undefined;
    this.textIsSecret ||= isSecretVariable(found);
    this.textIsAsWritten ||= this.asWritten.size > 0 && this.asWritten.has(name);
    this.textHasDollar ||= this.withDollar.size > 0 && this.withDollar.has(name);
    this.textNeed ??= found.need;
    return found.value;
  }

  /** A reference whose value is unknown stays in the text. What it waits for is noted once. */
  leaveUnknown(name: string, { needs, needsKind, source }: Need & { readonly source?: VariableSource }): string {
    if (source !== undefined && !this.noted.has(needs)) {
      this.noted.add(needs);
      this.unknown.push({ name, source, path: this.textPath, needs, needsKind });
    }
    const need: Need = { needs, needsKind };
    this.textNeed ??= need;
    this.left.push({ name, verdict: "unknown", reason: `unknown: needs ${needs}`, need });
    return this.counted(`$(${name})`);
  }

  /** The container's variables, then the services' that it does not shadow. */
  environment(): ResolvedVariable[] {
    const environment: ResolvedVariable[] = [];
    for (const variable of this.variables.values()) if ("value" in variable) environment.push(variable);
    for (const [name, variable] of this.services) {
      if ("value" in variable && this.find(name) === variable) environment.push(variable);
    }
    return environment;
  }

  changes(): ManifestChange[] {
    return this.textChanges.map(manifestChange);
  }

  /** Expands a text of the manifest with the variables so far. */
  expandMember(text: string, parent: ManifestPath, member: string): ExpandedText {
    if (!text.includes("$")) return { value: text, isAsWritten: false, hasDollar: false };
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
    this.textHasDollar = false;
    this.textNeed = undefined;
    this.textValueOf = valueOf;
    this.textReference = reference;
    this.textReferences = 0;
    this.textKnown = 0;
    const value = expand(text, this.mapping);
    if (this.left.length > 0) this.placeReferences(text);
    // The compiler does not see that the mapping sets these.
    const isSecret = this.textIsSecret as boolean;
    const need = this.textNeed as Need | undefined;
    const isAsWritten = this.textIsAsWritten || need !== undefined;
    const hasDollar = this.textHasDollar || valueOf !== this.knownValue || dollarsIn(text) > this.textKnown;
    if (value !== text) {
      const values = hasDollar && !isAsWritten ? this.textValues.slice(0, this.textReferences) : undefined;
      this.textChanges.push({ path, written: text, text: value, values, isAsWritten, isSecret });
    }
    // Objects of one shape are made several times as fast as by spreading what most texts do not have.
    if (!isSecret && need === undefined) return { value, isAsWritten, hasDollar };
    return { value, isAsWritten, hasDollar, ...(isSecret && { isSecret }), ...(need && { need }) };
  }

  /** Counts a reference's value towards the pod's limit. */
  counted(value: string): string {
    this.pod.countExpansion(value.length, this.textPath);
    return value;
  }

  /** A reference that cannot be expanded stays in the text, and is reported. */
  leaveUndefined(name: string, why?: string): string {
    const later = this.laterEntries.indexOf(name);
    if (later !== undefined) {
      const declaration = [...this.path, "env", later];
      const reason = later === this.laterEntries.current ? OWN_ENTRY : "the variable is declared later";
      this.left.push({ name, verdict: "declared-later", reason, declaration });
    } else {
      const reason = why ?? (this.skippedNames.has(name) ? "its optional source is not there" : undefined);
      const judged =
        reason === undefined ? this.undeclared(name, this.textPath) : ({ verdict: "undefined", reason } as const);
      this.left.push({ name, ...judged });
    }
    return this.counted(`$(${name})`);
  }

  /** What becomes of a name in a text that nothing sets. */
  undeclared(name: string, textPath: ManifestPath): Pick<UnresolvedReference, "verdict" | "reason"> {
    this.undeclaredNames ??= new UndeclaredNames(this.container, this.path.length);
    return this.undeclaredNames.judge(name, textPath);
  }

  private noteUnset(entry: UnsetVariable, why: Unresolved): void {
    if ("needs" in why) this.unknown.push({ ...entry, needs: why.needs, needsKind: why.needsKind });
    else this.skipped.push(entry);
  }

  // One function for all texts: a function for each would cost more than the rest of a short text.
  private readonly mapping = (name: string): string => {
    const value = this.textValueOf(name);
    this.textValues[this.textReferences++] = value;
    if (value === undefined) return this.textReference(name);
    this.textKnown++;
    return this.counted(value);
  };

  private readonly knownValue = (name: string): string | undefined => this.get(name);

  private readonly reference = (name: string): string => {
    const found = this.find(name);
    return found !== undefined && "needs" in found ? this.leaveUnknown(name, found) : this.leaveUndefined(name);
  };

  /** The references that stayed in a text, where they stand in it. All of one name stay, or none does. */
  private placeReferences(text: string): void {
    const all = referencesIn(text);
    let at = 0;
    for (const left of this.left) {
      while (all[at]!.name !== left.name) at++;
      const { start, end } = all[at++]!;
      const reference = { ...left, path: this.textPath, start, end };
      this.unresolved.push(reference);
      if (left.verdict === "unknown") continue;
      this.events.push({
        type: "Warning",
        reason: UNRESOLVED_REFERENCE,
        message: unresolvedMessage(left.name, left.reason),
        fieldPath: this.fieldPath,
        path: this.textPath,
        reference,
      });
    }
    this.left.length = 0;
  }
}

const OWN_ENTRY = "the variable's own entry refers to it, and nothing sets it before";
