/** The state of a container while it is resolved: the variables set so far, and everything that its result reports. */

import { expandReferences } from "../../../expansion/expand.ts";
import type { ListedContainer } from "../container-lists.ts";
import type { Container } from "../objects.ts";
import { entryPath, stepInto } from "../path.ts";
import { AbsentSources, type LikelyKeys } from "../sources/absent-sources.ts";
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
import { EntriesByName } from "./entries-by-name.ts";
import { ShellTexts } from "./shell-text.ts";
import { ContainerText, changeOf, type NameVerdict, unresolvedEvent, verdictOfName } from "./text.ts";

/** A variable; or, if its value is unknown, what is needed to determine it. */
type Found = ResolvedVariable | (Need & { readonly source?: VariableSource });

/** Returns the value of a name for the current text. For a reference that stays, it reports why and returns undefined. */
export type LookUp = (name: string) => string | undefined;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const SHELL: NameVerdict = { verdict: "shell", reason: "undefined-in-shell" };
const NOT_THERE: NameVerdict = { verdict: "undefined", reason: "optional-missing" };

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly list: ListedContainer["list"];
  readonly path: ManifestPath;
  readonly fieldPath: string;
  readonly services: ServiceVariables;

  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];
  readonly unresolved: UnresolvedReference[] = [];
  readonly changes: ManifestChange[] = [];
  readonly events: ContainerEvent[] = [];

  /** The variables that `env` and `envFrom` set; a `Need` for a variable with an unknown value. */
  private readonly variables = new Map<string, ResolvedVariable | Need>();
  private readonly absentSources: AbsentSources;
  private readonly shellTexts: ShellTexts;
  /** Variables whose value a manifest cannot contain although they have neither `bytes` nor `need`. */
  private readonly inexpressible = new Set<ResolvedVariable>();
  private readonly skippedNames = new Set<string>();
  /** The needs of references that `unknown` has an entry for. */
  private readonly reportedNeeds = new Set<string>();
  private entries: EntriesByName | undefined;

  /** The text that is being expanded. */
  private text = new ContainerText("", []);
  private textLookUp: LookUp = () => undefined;
  private references = 0;
  private referenceEnd = 0;
  /** The values of its references; undefined for a reference that stays. */
  private readonly values: (string | undefined)[] = [];

  /** @throws ExpansionLimitError */
  constructor(pod: PodScope, { container, list, path, fieldPath }: ListedContainer) {
    this.pod = pod;
    this.container = container;
    this.list = list;
    this.path = path;
    this.fieldPath = fieldPath;
    this.services = pod.serviceVariables();
    this.absentSources = new AbsentSources(pod.legacyEnvFromFilter);
    this.shellTexts = new ShellTexts(container);
  }

  set(variable: Mutable<ResolvedVariable>): void {
    if (this.pod.isSecretText(variable.value)) variable.isSecret = true;
    this.variables.set(variable.name, variable);
  }

  /** Sets a variable to an expanded text. */
  setText(name: string, text: ContainerText, source: VariableSource, path: ManifestPath): void {
    const { value, isSecret, need } = text;
    const variable: Mutable<ResolvedVariable> = { name, value, source, path };
    if (isSecret) variable.isSecret = true;
    if (need) variable.need = need;
    this.set(variable);
    if (text.isInexpressible) this.inexpressible.add(variable);
  }

  /** Reports an `env` entry that sets nothing. A skipped entry keeps an earlier value of the name; an unknown one does not. */
  reportUnset(entry: UnsetVariable, why: Unresolved): void {
    this.addUnset(entry, why);
    if ("needs" in why) this.variables.set(entry.name, why);
    else this.skippedNames.add(entry.name);
  }

  /** Reports an `envFrom` source that sets no variables, or unknown ones. */
  reportUnsetSource(entry: UnsetVariable, index: number, prefix: string, why: Unresolved, likely?: LikelyKeys): void {
    this.addUnset(entry, why);
    if ("needs" in why) this.absentSources.add(prefix, index, why, likely);
  }

  private addUnset(entry: UnsetVariable, why: Unresolved): void {
    if ("needs" in why) this.unknown.push({ ...entry, needs: why.needs, needsKind: why.needsKind });
    else this.skipped.push(entry);
  }

  /** Ends `envFrom`: a variable becomes unknown if a later source, or a controller, may override it. */
  endSources(): void {
    for (const [name, variable] of this.variables) {
      if (!("value" in variable)) continue;
      const path = variable.path!;
      const need = this.absentSources.needOf(name, path.at(-1) as number) ?? this.pod.injectedNeed(name);
      if (need === undefined) continue;
      this.variables.set(name, need);
      this.unknown.push({ name, source: variable.source, path, ...need, otherwise: variable });
    }
  }

  /**
   * Ends the container, which will not be started. (A trace continues.)
   *
   * @returns never; in a trace, the need of the failed part
   */
  fail(stage: ContainerFailure["stage"], path: ManifestPath, message: string): Need {
    throw new ContainerFailure(stage, path, message);
  }

  find(name: string): Found | undefined {
    return this.variables.get(name) ?? this.findElsewhere(name);
  }

  /** Finds a name that neither `env` nor `envFrom` sets. */
  private findElsewhere(name: string): Found | undefined {
    return (
      this.absentSources.needOf(name) ??
      this.pod.injectedNeed(name) ??
      this.services.all.get(name) ??
      this.pod.absentService(name) ??
      this.pod.addedNeed(name)
    );
  }

  /** The container's own variables, then the variables of services that these do not shadow. */
  get env(): ResolvedVariable[] {
    const env: ResolvedVariable[] = [];
    for (const variable of this.variables.values()) if ("value" in variable) env.push(variable);
    for (const variable of this.services.known) {
      const { name } = variable;
      const isShadowed = this.variables.has(name) || this.absentSources.needOf(name) || this.pod.injectedNeed(name);
      if (!isShadowed) env.push(variable);
    }
    return env;
  }

  /** Expands a text with the variables so far. */
  expandText(written: string, path: ManifestPath, lookUp: LookUp = this.lookUp): ContainerText {
    const text = new ContainerText(written, path);
    this.text = text;
    this.textLookUp = lookUp;
    this.references = 0;
    text.value = expandReferences(written, this.mapping);
    text.need ??= this.pod.unknownTexts?.get(written);
    text.isInexpressible ||= text.need !== undefined;
    text.isSecret ||= this.pod.isSecretText(written);
    if (text.value !== written) this.changes.push(changeOf(text, this.values));
    return text;
  }

  // One function for all texts: making one takes longer than expanding a short text.
  private readonly mapping = (name: string, end: number): string => {
    const { path } = this.text;
    this.referenceEnd = end;
    const value = this.textLookUp(name);
    this.values[this.references++] = value;
    if (value?.includes("$")) this.text.hasDollar = true;
    const result = value ?? `$(${name})`;
    this.pod.countExpansion(result.length, path);
    return result;
  };

  expandWords(words: readonly string[], path: ManifestPath, lookUp?: LookUp): string[] {
    return words.map((word, i) => {
      const wordPath = stepInto(path, i);
      if (!word.includes("$")) {
        if (this.pod.isSecretText(word))
          this.changes.push({ path: wordPath, text: word, escaped: undefined, isSecret: true });
        return word;
      }
      this.reportUnknownText(word, wordPath);
      return this.expandText(word, wordPath, lookUp).value;
    });
  }

  /** Reports a text of a manifest that a substitution replaces with something unknown. */
  reportUnknownText(text: string, path: ManifestPath): void {
    const need = this.pod.unknownTexts?.get(text);
    if (need !== undefined) this.unknown.push({ name: "", source: { kind: "value" }, path, ...need });
  }

  readonly lookUp: LookUp = (name) => {
    const found = this.find(name);
    if (found !== undefined && "value" in found) return this.use(found);
    if (found === undefined) this.reportUndefined(name);
    else this.reportUnknown(name, found);
    return undefined;
  };

  /** The value of a variable that the text refers to. Copies the variable's marks to the text. */
  use(variable: ResolvedVariable): string {
    const { text } = this;
    const { bytes, need, value } = variable;
    text.isSecret ||= isSecretVariable(variable);
    text.isInexpressible ||= bytes !== undefined || this.inexpressible.has(variable);
    text.need ??= need;
    return value;
  }

  /** Reports a reference whose value is unknown. The object that it needs is reported once. */
  reportUnknown(name: string, { needs, needsKind, source }: Exclude<Found, ResolvedVariable>): void {
    const { path } = this.text;
    if (source !== undefined && !this.reportedNeeds.has(needs)) {
      this.reportedNeeds.add(needs);
      this.unknown.push({ name, source, path, needs, needsKind });
    }
    this.pod.countRecords(1, path);
    const need: Need = { needs, needsKind };
    this.text.need ??= need;
    const { start, end } = this.reference(name);
    const later = this.variables.has(name) ? undefined : this.laterEntry(name);
    const declaration = later === undefined || later === this.entryIndex ? undefined : this.entryAt(later);
    const why = { verdict: "unknown", reason: "unknown", need, ...(declaration && { declaration }) } as const;
    this.unresolved.push({ name, ...why, path, start, end });
  }

  /** Reports a reference whose name has no value. */
  reportUndefined(name: string, why = this.judge(name)): void {
    const { path } = this.text;
    this.pod.countRecords(1, path);
    const { start, end } = this.reference(name);
    const later = this.laterEntry(name);
    let reference: UnresolvedReference;
    if (later === undefined) reference = { name, verdict: why.verdict, reason: why.reason, path, start, end };
    else {
      const reason = later === this.entryIndex ? "self-reference" : "declared-later";
      const declaration = this.entryAt(later);
      reference = { name, verdict: "declared-later", reason, declaration, path, start, end };
    }
    this.unresolved.push(reference);
    this.events.push(unresolvedEvent(reference, this.fieldPath));
  }

  /** The index of the entry of `env` whose text is expanded. */
  private get entryIndex(): number {
    return this.text.path[this.path.length + 1] as number;
  }

  private entryAt(index: number): ManifestPath {
    return entryPath(this.path, "env", index);
  }

  /** The index of the first entry of `env` that has the name and is not set yet, the current entry included. */
  private laterEntry(name: string): number | undefined {
    if (this.text.path[this.path.length] !== "env") return undefined;
    const current = this.entryIndex;
    this.entries ??= new EntriesByName(this.container.env ?? []);
    return this.entries.from(name, current);
  }

  /** The position of the reference that is being expanded. */
  protected reference(name: string): { readonly start: number; readonly end: number } {
    const end = this.referenceEnd;
    return { start: end - `$(${name})`.length, end };
  }

  private judge(name: string): NameVerdict {
    if (this.skippedNames.has(name)) return NOT_THERE;
    return this.shellTexts.has(this.text.path.slice(this.path.length)) ? SHELL : verdictOfName(name);
  }
}
