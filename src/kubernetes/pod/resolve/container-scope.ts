/** One container while it is resolved: its variables so far, the texts that changed, and its events. */

import { expand } from "../../../expansion/expand.ts";
import type { Container } from "../objects.ts";
import type { PodScope } from "../sources/pod-scope.ts";
import { isSecretVariable } from "../sources/secret-value.ts";
import type { ServiceVariables } from "../sources/service-variables.ts";
import { ContainerFailure, type Unresolved } from "../sources/value-result.ts";
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
} from "../types.ts";
import { ContainerVariables, type Found, OwnVariable } from "./container-variables.ts";
import { dollarsIn } from "./escaped-text.ts";
import { ExpandedText, ExpandedTexts } from "./expanded-texts.ts";
import type { TextList, TextPlace } from "./text-place.ts";
import { type Judgement, judgeName, UndeclaredNames } from "./undeclared-names.ts";

/** Gives the value of a name for a text, if it is known and set. */
export type ValueOf = (name: string) => string | undefined;
/** Gives what stands for a name without a value. */
export type ReferenceOf = (name: string) => string;

const NO_TEXT = /* @__PURE__ */ new ExpandedText("", [], "env", 0);
const NOT_THERE: Judgement = { verdict: "undefined", reason: "its optional source is not there" };

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];

  private readonly texts: ExpandedTexts;
  private readonly variables: ContainerVariables;
  // Most containers need none of these: they are made when one does.
  private undeclaredNames: UndeclaredNames | undefined;
  private skippedNames: Set<string> | undefined;
  /** What `unknown` has an entry for. */
  private noted: Set<string> | undefined;
  /** The text that is being expanded. */
  private text = NO_TEXT;
  private textValueOf: ValueOf | undefined;
  private textReference: ReferenceOf | undefined;
  /** What its references have as values, in their order. */
  private readonly textValues: (string | undefined)[] = [];
  private textReferences = 0;
  /** The number of its references that have a value. */
  private textKnown = 0;
  /** What has been found of the name for which `get` has given no value. */
  private withoutValue: Found | undefined;

  constructor(pod: PodScope, container: Container, path: ManifestPath, fieldPath: string, services: ServiceVariables) {
    this.pod = pod;
    this.container = container;
    this.path = path;
    this.fieldPath = fieldPath;
    this.variables = new ContainerVariables(pod, path, services);
    this.texts = new ExpandedTexts(path, fieldPath);
  }

  set(variable: OwnVariable): void {
    this.variables.set(variable);
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
    const { text, variables } = this;
    const own = variables.own(name);
    if (own instanceof OwnVariable) {
      if (own.isSecret) text.isSecret = true;
      const { marks } = own;
      if (marks !== undefined) {
        text.isAsWritten ||= marks.isAsWritten;
        text.hasDollar ||= marks.hasDollar;
        text.need ??= marks.need;
      }
      return own.value;
    }
    const found = own ?? variables.other(name);
    if (found === undefined || "needs" in found) {
      this.withoutValue = found;
      return undefined;
    }
    text.isSecret ||= isSecretVariable(found);
    return found.value;
  }

  /** A reference whose value is unknown stays in the text. What it waits for is noted once. */
  leaveUnknown(name: string, { needs, needsKind, source }: Need & { readonly source?: VariableSource }): string {
    if (source !== undefined && !this.noted?.has(needs)) {
      this.noted = (this.noted ?? new Set()).add(needs);
      this.unknown.push({ name, source, path: this.text.path, needs, needsKind });
    }
    const need: Need = { needs, needsKind };
    this.text.need ??= need;
    this.text.leave(name, need);
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
  expandMember(written: string, list: TextList, index: number, member: string): ExpandedText {
    return this.expandWith(new ExpandedText(written, this.path, list, index, member));
  }

  expandList(words: readonly string[], list: TextList, valueOf?: ValueOf, reference?: ReferenceOf): string[] {
    const expanded = new Array<string>(words.length);
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      const isPlain = !word.includes("$");
      expanded[i] = isPlain
        ? word
        : this.expandWith(new ExpandedText(word, this.path, list, i), valueOf, reference).value;
    }
    return expanded;
  }

  /**
   * Expands a text.
   *
   * @param valueOf gives the values; default: `get`
   * @param reference gives what stands for a name without one; default: the reference, which is reported
   */
  expandWith(text: ExpandedText, valueOf?: ValueOf, reference?: ReferenceOf): ExpandedText {
    const { written } = text;
    this.text = text;
    this.textValueOf = valueOf;
    this.textReference = reference;
    this.textReferences = 0;
    this.textKnown = 0;
    const value = expand(written, this.mapping);
    text.value = value;
    text.isAsWritten ||= text.need !== undefined;
    text.hasDollar ||= valueOf !== undefined || dollarsIn(written) > this.textKnown;
    text.isChanged = value !== written;
    if (text.isChanged && text.hasDollar && !text.isAsWritten) {
      text.values = this.textValues.slice(0, this.textReferences);
    }
    this.texts.add(text);
    return text;
  }

  /** Counts a reference's value towards the pod's limit. */
  counted(value: string): string {
    this.pod.countExpansion(value.length, this.text);
    return value;
  }

  /** A reference that cannot be expanded stays in the text, and is reported. */
  leaveUndefined(name: string, why?: Judgement): string {
    const { text } = this;
    if (text.list === "env") this.texts.keepEntries(this.container.env!);
    const isSkipped = this.skippedNames?.has(name) === true;
    text.leave(name, why ?? (isSkipped ? NOT_THERE : this.judgeText(text)));
    return this.counted(`$(${name})`);
  }

  /** What becomes of a name in a text that nothing sets. */
  undeclared(name: string, place: TextPlace): Judgement {
    return this.judgeText(place) ?? judgeName(name);
  }

  private judgeText(place: TextPlace): Judgement | undefined {
    if (!place.isElement) return undefined;
    this.undeclaredNames ??= new UndeclaredNames(this.container);
    return this.undeclaredNames.judgeText(place);
  }

  private noteUnset(entry: UnsetVariable, why: Unresolved): void {
    if ("needs" in why) this.unknown.push({ ...entry, needs: why.needs, needsKind: why.needsKind });
    else this.skipped.push(entry);
  }

  // One function for all texts: a function for each would cost more than the rest of a short text.
  private readonly mapping = (name: string): string => {
    const { textValueOf } = this;
    const value = textValueOf === undefined ? this.get(name) : textValueOf(name);
    this.textValues[this.textReferences++] = value;
    if (value !== undefined) {
      this.textKnown++;
      return this.counted(value);
    }
    const { textReference, withoutValue } = this;
    if (textReference !== undefined) return textReference(name);
    if (withoutValue !== undefined && "needs" in withoutValue) return this.leaveUnknown(name, withoutValue);
    return this.leaveUndefined(name);
  };
}
