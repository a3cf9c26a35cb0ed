/** One container while it is resolved: its variables so far, the texts that changed, and its events. */

import { UNRESOLVED_REFERENCE } from "../events/reasons.ts";
import { unresolvedMessage } from "../events/recorder.ts";
import { expand } from "../expansion/expand.ts";
import { referencesIn } from "../expansion/references.ts";
import { AbsentSources } from "./absent-sources.ts";
import { dollarsIn, manifestChange, type TextChange } from "./escaped-text.ts";
import { LaterEntries } from "./later-entries.ts";
import type { Container, EnvVar } from "./objects.ts";
import { entryPath } from "./path.ts";
import type { PodScope } from "./pod-scope.ts";
import { isSecretVariable } from "./secret-value.ts";
import type { ServiceVariables } from "./service-variables.ts";
import { TextPlace } from "./text-place.ts";
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

/** What `find` gives: a variable, or what it needs. */
type Found = ResolvedVariable | (Need & { readonly source?: VariableSource });

/** A reference that stays in the text, before it is known where it stands in it. */
type LeftReference = Omit<UnresolvedReference, "path" | "start" | "end">;

/** A text with such references. */
interface LeftText {
  readonly text: string;
  readonly place: TextPlace;
  readonly left: readonly LeftReference[];
}

const NOWHERE = /* @__PURE__ */ new TextPlace([], 0);

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];

  private readonly placedEvents: ContainerEvent[] = [];
  private readonly placedReferences: UnresolvedReference[] = [];
  /** What `events` and `unresolved` have no entries for yet: they are made when somebody asks for them. */
  private readonly leftTexts: LeftText[] = [];
  private readonly textChanges: TextChange[] = [];
  /** Variables that `env` and `envFrom` set: they shadow the services'. Of an unknown one: what its value needs. */
  private readonly variables = new Map<string, ResolvedVariable | Need>();
  private readonly services: ServiceVariables;
  private readonly laterEntries: LaterEntries;
  // Most containers need none of these: they are made when one does.
  private absentSources: AbsentSources | undefined;
  private undeclaredNames: UndeclaredNames | undefined;
  private skippedNames: Set<string> | undefined;
  /** What `unknown` has an entry for. */
  private noted: Set<string> | undefined;
  /** Variables with a value that no manifest can hold. */
  private asWritten: Set<string> | undefined;
  /** Variables in whose values a `$` may be. */
  private withDollar: Set<string> | undefined;
  private environmentMade: ResolvedVariable[] | undefined;
  private changesMade: ManifestChange[] | undefined;
  /** The text that is being expanded. */
  private textPlace = NOWHERE;
  private textValueOf: ValueOf;
  private textReference: (name: string) => string;
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
  private left: LeftReference[] | undefined;
  /** What has been found of the name for which `get` has given no value. */
  private withoutValue: Found | undefined;

  constructor(pod: PodScope, container: Container, path: ManifestPath, fieldPath: string, services: ServiceVariables) {
    this.pod = pod;
    this.container = container;
    this.path = path;
    this.fieldPath = fieldPath;
    this.services = services;
    this.laterEntries = new LaterEntries(container.env ?? NO_ENTRIES);
    this.textValueOf = this.knownValue;
    this.textReference = this.reference;
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
    if (isAsWritten) this.asWritten = (this.asWritten ?? new Set()).add(variable.name);
    else this.asWritten?.delete(variable.name);
    if (hasDollar) this.withDollar = (this.withDollar ?? new Set()).add(variable.name);
    else this.withDollar?.delete(variable.name);
  }

  /** Notes that an entry of `env` sets nothing. What is skipped leaves the name as it was; what is unknown does not. */
  leaveUnset(entry: UnsetVariable, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.variables.set(entry.name, why);
    else this.skippedNames = (this.skippedNames ?? new Set()).add(entry.name);
  }

  /** Notes that a source of `envFrom` sets no variable, or unknown ones. */
  leaveSourceUnset(entry: UnsetVariable, index: number, prefix: string, why: Unresolved): void {
    this.noteUnset(entry, why);
    if (!("needs" in why)) return;
    this.absentSources ??= new AbsentSources(this.pod.legacyEnvFromFilter);
    this.absentSources.add(prefix, index, why);
  }

  /** Ends `envFrom`: what a source sets is unknown if one behind it, or a controller, may set it to something else. */
  endSources(): void {
    for (const [name, variable] of this.variables) {
      if (!("value" in variable)) continue;
      const need = this.absentSources?.needOf(name, variable.path!.at(-1) as number) ?? this.pod.injectedNeed(name);
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

  /** The value of a name, if it is known and set, for the text that is being expanded. */
  get(name: string): string | undefined {
    const found = this.find(name);
    if (found === undefined || "needs" in found) {
      this.withoutValue = found;
      return undefined;
    }
    this.textIsSecret ||= isSecretVariable(found);
    this.textIsAsWritten ||= this.asWritten?.has(name) === true;
    this.textHasDollar ||= this.withDollar?.has(name) === true;
    this.textNeed ??= found.need;
    return found.value;
  }

  /** A reference whose value is unknown stays in the text. What it waits for is noted once. */
  leaveUnknown(name: string, { needs, needsKind, source }: Need & { readonly source?: VariableSource }): string {
    if (source !== undefined && !this.noted?.has(needs)) {
      this.noted = (this.noted ?? new Set()).add(needs);
      this.unknown.push({ name, source, path: this.textPlace.path, needs, needsKind });
    }
    const need: Need = { needs, needsKind };
    this.textNeed ??= need;
    this.leave({ name, verdict: "unknown", reason: `unknown: needs ${needs}`, need });
    return this.counted(`$(${name})`);
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

  get changes(): ManifestChange[] {
    this.changesMade ??= this.textChanges.map(manifestChange);
    return this.changesMade;
  }

  /** The events up to now, in order. */
  get events(): ContainerEvent[] {
    this.placeReferences();
    return this.placedEvents;
  }

  /** The references that stay as written, up to now. */
  get unresolved(): UnresolvedReference[] {
    this.placeReferences();
    return this.placedReferences;
  }

  /** Expands a text of the manifest with the variables so far: the member of an element of a list. */
  expandMember(text: string, list: ManifestPath, index: number, member: string): ExpandedText {
    if (!text.includes("$")) return { value: text, isAsWritten: false, hasDollar: false };
    return this.expandWith(text, new TextPlace(list, index, member), this.knownValue, this.reference);
  }

  expandList(
    texts: readonly string[],
    path: ManifestPath,
    valueOf: ValueOf = this.knownValue,
    reference = this.reference,
  ): string[] {
    const expanded: string[] = [];
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i]!;
      const isPlain = !text.includes("$");
      expanded.push(isPlain ? text : this.expandWith(text, new TextPlace(path, i), valueOf, reference).value);
    }
    return expanded;
  }

  /** Expands a text with the values that `valueOf` gives; `reference` gives what stands for a name without one. */
  expandWith(text: string, place: TextPlace, valueOf: ValueOf, reference: (name: string) => string): ExpandedText {
    this.textPlace = place;
    this.textIsSecret = false;
    this.textIsAsWritten = false;
    this.textHasDollar = false;
    this.textNeed = undefined;
    this.textValueOf = valueOf;
    this.textReference = reference;
    this.textReferences = 0;
    this.textKnown = 0;
    const value = expand(text, this.mapping);
    if (this.left !== undefined) {
      this.leftTexts.push({ text, place, left: this.left });
      this.left = undefined;
    }
    // The compiler does not see that the mapping sets these.
    const isSecret = this.textIsSecret as boolean;
    const need = this.textNeed as Need | undefined;
    const isAsWritten = this.textIsAsWritten || need !== undefined;
    const hasDollar = this.textHasDollar || valueOf !== this.knownValue || dollarsIn(text) > this.textKnown;
    if (value !== text) {
      const values = hasDollar && !isAsWritten ? this.textValues.slice(0, this.textReferences) : undefined;
      this.textChanges.push({ place, written: text, text: value, values, isAsWritten, isSecret });
    }
    // Objects of one shape are made several times as fast as by spreading what most texts do not have.
    if (!isSecret && need === undefined) return { value, isAsWritten, hasDollar };
    return { value, isAsWritten, hasDollar, ...(isSecret && { isSecret }), ...(need && { need }) };
  }

  /** Counts a reference's value towards the pod's limit. */
  counted(value: string): string {
    this.pod.countExpansion(value.length, this.textPlace);
    return value;
  }

  /** A reference that cannot be expanded stays in the text, and is reported. */
  leaveUndefined(name: string, why?: string): string {
    const later = this.laterEntries.indexOf(name);
    if (later !== undefined) {
      const declaration = entryPath(this.path, "env", later);
      const reason = later === this.laterEntries.current ? OWN_ENTRY : "the variable is declared later";
      this.leave({ name, verdict: "declared-later", reason, declaration });
    } else {
      const reason = why ?? (this.skippedNames?.has(name) ? "its optional source is not there" : undefined);
      if (reason === undefined) {
        const judged = this.undeclared(name, this.textPlace.path);
        this.leave({ name, verdict: judged.verdict, reason: judged.reason });
      } else {
        this.leave({ name, verdict: "undefined", reason });
      }
    }
    return this.counted(`$(${name})`);
  }

  /** What becomes of a name in a text that nothing sets. */
  undeclared(name: string, textPath: ManifestPath): Pick<UnresolvedReference, "verdict" | "reason"> {
    this.undeclaredNames ??= new UndeclaredNames(this.container, this.path.length);
    return this.undeclaredNames.judge(name, textPath);
  }

  private leave(reference: LeftReference): void {
    if (this.left === undefined) this.left = [reference];
    else this.left.push(reference);
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
    const found = this.withoutValue;
    return found !== undefined && "needs" in found ? this.leaveUnknown(name, found) : this.leaveUndefined(name);
  };

  /** Says of the references that stayed where they stand in their texts. All of one name stay in a text, or none does. */
  private placeReferences(): void {
    for (const { text, place, left } of this.leftTexts) {
      const { path } = place;
      const all = referencesIn(text);
      let at = 0;
      for (const each of left) {
        while (all[at]!.name !== each.name) at++;
        const { start, end } = all[at++]!;
        const reference = { ...each, path, start, end };
        this.placedReferences.push(reference);
        if (each.verdict === "unknown") continue;
        this.placedEvents.push({
          type: "Warning",
          reason: UNRESOLVED_REFERENCE,
          message: unresolvedMessage(each.name, each.reason),
          fieldPath: this.fieldPath,
          path,
          reference,
        });
      }
    }
    this.leftTexts.length = 0;
  }
}

const NO_ENTRIES: readonly EnvVar[] = [];
const OWN_ENTRY = "the variable's own entry refers to it, and nothing sets it before";
