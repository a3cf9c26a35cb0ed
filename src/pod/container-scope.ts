/** One container while it is resolved: its variables so far, the texts that changed, and its events. */

import { expand } from "../expansion/expand.ts";
import { ContainerVariables, type Found } from "./container-variables.ts";
import { dollarsIn } from "./escaped-text.ts";
import { type ExpandedText, ExpandedTexts, type LeftReference } from "./expanded-texts.ts";
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

/** Gives the value of a name for a text, if it is known and set. */
type ValueOf = (name: string) => string | undefined;

const NOWHERE = /* @__PURE__ */ new TextPlace([], 0);

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];

  private readonly texts: ExpandedTexts;
  private readonly variables: ContainerVariables;
  private readonly laterEntries: LaterEntries;
  // Most containers need none of these: they are made when one does.
  private undeclaredNames: UndeclaredNames | undefined;
  private skippedNames: Set<string> | undefined;
  /** What `unknown` has an entry for. */
  private noted: Set<string> | undefined;
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
    this.variables = new ContainerVariables(pod, services);
    this.texts = new ExpandedTexts(fieldPath);
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
    this.variables.set(variable, isAsWritten, hasDollar);
  }

  /** Notes that an entry of `env` sets nothing. What is skipped leaves the name as it was; what is unknown does not. */
  leaveUnset(entry: UnsetVariable, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.variables.leaveUnknown(entry.name, why);
    else this.skippedNames = (this.skippedNames ?? new Set()).add(entry.name);
  }

  /** Notes that a source of `envFrom` sets no variable, or unknown ones. */
  leaveSourceUnset(entry: UnsetVariable, index: number, prefix: string, why: Unresolved): void {
    this.noteUnset(entry, why);
    if ("needs" in why) this.variables.addAbsentSource(prefix, index, why);
  }

  /** Ends `envFrom`: what a source sets is unknown if one behind it, or a controller, may set it to something else. */
  endSources(): void {
    this.variables.endSources(this.unknown);
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

  /** The value of a name, if it is known and set, for the text that is being expanded. */
  get(name: string): string | undefined {
    const found = this.variables.find(name);
    if (found === undefined || "needs" in found) {
      this.withoutValue = found;
      return undefined;
    }
    this.textIsSecret ||= isSecretVariable(found);
    this.textIsAsWritten ||= this.variables.isAsWritten(name);
    this.textHasDollar ||= this.variables.mayHaveDollar(name);
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

  /** The variable of a name; what it needs, if it is unknown; undefined if there is none. */
  find(name: string): Found | undefined {
    return this.variables.find(name);
  }

  get env(): ResolvedVariable[] {
    return this.variables.env;
  }

  /** Whether `env` has no variables of services. */
  get hasOwnVariablesOnly(): boolean {
    return this.variables.areOwn;
  }

  /** Whether `changes`, `events` and `unresolved` cost little. */
  get isSettled(): boolean {
    return this.texts.isSettled;
  }

  get changes(): ManifestChange[] {
    return this.texts.changes;
  }

  /** The events up to now, in order. */
  get events(): ContainerEvent[] {
    return this.texts.events;
  }

  /** The references that stay as written, up to now. */
  get unresolved(): UnresolvedReference[] {
    return this.texts.unresolved;
  }

  /** Expands a text of the manifest with the variables so far: the member of an element of a list. */
  expandMember(text: string, list: ManifestPath, index: number, member: string): ExpandedText {
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
      this.texts.addLeft(text, place, this.left);
      this.left = undefined;
    }
    // The compiler does not see that the mapping sets these.
    const isSecret = this.textIsSecret as boolean;
    const need = this.textNeed as Need | undefined;
    const isAsWritten = this.textIsAsWritten || need !== undefined;
    const hasDollar = this.textHasDollar || valueOf !== this.knownValue || dollarsIn(text) > this.textKnown;
    if (value !== text) {
      const values = hasDollar && !isAsWritten ? this.textValues.slice(0, this.textReferences) : undefined;
      this.texts.addChange({ place, written: text, text: value, values, isAsWritten, isSecret });
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
        const judged = this.undeclared(name, this.textPlace);
        this.leave({ name, verdict: judged.verdict, reason: judged.reason });
      } else {
        this.leave({ name, verdict: "undefined", reason });
      }
    }
    return this.counted(`$(${name})`);
  }

  /** What becomes of a name in a text that nothing sets. */
  undeclared(name: string, place: TextPlace): Pick<UnresolvedReference, "verdict" | "reason"> {
    this.undeclaredNames ??= new UndeclaredNames(this.container, this.path.length);
    return this.undeclaredNames.judge(name, place);
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
}

const NO_ENTRIES: readonly EnvVar[] = [];
const OWN_ENTRY = "the variable's own entry refers to it, and nothing sets it before";
