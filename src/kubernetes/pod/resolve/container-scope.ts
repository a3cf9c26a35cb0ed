/** One container while it is resolved: its variables so far, and everything that its result reports. */

import { expand } from "../../../expansion/expand.ts";
import type { ListedContainer } from "../container-lists.ts";
import type { Container } from "../objects.ts";
import { entryPath } from "../path.ts";
import { AbsentSources } from "../sources/absent-sources.ts";
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
import { ShellTexts } from "./shell-text.ts";
import { ContainerText, changeOf } from "./text.ts";
import { LaterEntries, type NameVerdict, unresolvedEvent, verdictOfName } from "./unresolved.ts";

/** A variable, or what its value needs that is unknown. */
export type Found = ResolvedVariable | (Need & { readonly source?: VariableSource });

/** Returns the value of a name for a text. For a reference that stays, it reports why and returns undefined. */
export type LookUp = (name: string, text: ContainerText) => string | undefined;

const SHELL: NameVerdict = { verdict: "shell", reason: "no variable has the name, and a shell reads the text" };
const NOT_THERE: NameVerdict = { verdict: "undefined", reason: "its optional source is not there" };
const OWN_ENTRY = "the variable's own entry refers to it, and nothing sets it before";

export class ContainerScope {
  readonly pod: PodScope;
  readonly container: Container;
  readonly list: ListedContainer["list"];
  readonly path: ManifestPath;
  readonly fieldPath: string;

  readonly skipped: UnsetVariable[] = [];
  readonly unknown: UnknownVariable[] = [];
  readonly unresolved: UnresolvedReference[] = [];
  readonly changes: ManifestChange[] = [];
  readonly events: ContainerEvent[] = [];

  /** What `env` and `envFrom` set. For a variable with an unknown value: what the value needs. */
  private readonly variables = new Map<string, ResolvedVariable | Need>();
  private readonly services: ServiceVariables;
  private readonly absentSources: AbsentSources;
  private readonly shellTexts: ShellTexts;
  /** Variables whose value a manifest cannot contain, although they have no bytes or need themselves. */
  private readonly inexpressible = new Set<ResolvedVariable>();
  private readonly skippedNames = new Set<string>();
  /** The needs of references that `unknown` has an entry for. */
  private readonly reportedNeeds = new Set<string>();
  private laterEntries: LaterEntries | undefined;

  constructor(pod: PodScope, { container, list, path, fieldPath }: ListedContainer, services: ServiceVariables) {
    this.pod = pod;
    this.container = container;
    this.list = list;
    this.path = path;
    this.fieldPath = fieldPath;
    this.services = services;
    this.absentSources = new AbsentSources(pod.legacyEnvFromFilter);
    this.shellTexts = new ShellTexts(container);
  }

  /** Sets a variable. */
  set(variable: ResolvedVariable): void {
    this.variables.set(variable.name, variable);
  }

  /** Sets a variable to an expanded text. */
  setText(name: string, text: ContainerText, source: VariableSource, path: ManifestPath): void {
    const { value, isSecret, need } = text;
    const variable: ResolvedVariable = {
      name,
      value,
      source,
      path,
      ...(isSecret && { isSecret }),
      ...(need && { need }),
    };
    this.set(variable);
    if (text.isInexpressible) this.inexpressible.add(variable);
  }

  /** Reports an entry of `env` that sets nothing. A skipped entry leaves the name as it was; an unknown one does not. */
  reportUnset(entry: UnsetVariable, why: Unresolved): void {
    this.addUnset(entry, why);
    if ("needs" in why) this.variables.set(entry.name, why);
    else this.skippedNames.add(entry.name);
  }

  /** Reports a source of `envFrom` that sets no variables, or unknown ones. */
  reportUnsetSource(entry: UnsetVariable, index: number, prefix: string, why: Unresolved): void {
    this.addUnset(entry, why);
    if ("needs" in why) this.absentSources.add(prefix, index, why);
  }

  private addUnset(entry: UnsetVariable, why: Unresolved): void {
    if ("needs" in why) this.unknown.push({ ...entry, needs: why.needs, needsKind: why.needsKind });
    else this.skipped.push(entry);
  }

  /** Ends `envFrom`: a variable is unknown if a later source, or a controller, may set it to something else. */
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
   * Ends the container, which will not be started. (A trace goes on.)
   *
   * @returns never; in a trace, the need of what has failed
   */
  fail(stage: ContainerFailure["stage"], path: ManifestPath, message: string): Need {
    throw new ContainerFailure(stage, path, message);
  }

  /** The variable with a name, what an unknown variable needs, or undefined. */
  find(name: string): Found | undefined {
    return this.variables.get(name) ?? this.findElsewhere(name);
  }

  /** What a name has that neither `env` nor `envFrom` sets. */
  private findElsewhere(name: string): Found | undefined {
    return (
      this.absentSources.needOf(name) ??
      this.pod.injectedNeed(name) ??
      this.services.get(name) ??
      this.pod.absentService(name) ??
      this.pod.addedNeed(name)
    );
  }

  /** The container's own variables, then the services' that these do not shadow. */
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
    text.value = expand(written, (name) => {
      const value = lookUp(name, text);
      text.values.push(value);
      const result = value ?? `$(${name})`;
      this.pod.countExpansion(result.length, path);
      return result;
    });
    text.isInexpressible ||= text.need !== undefined;
    if (text.value !== written) this.changes.push(changeOf(text));
    return text;
  }

  /** Expands the words of a command. */
  expandWords(words: readonly string[], path: ManifestPath, lookUp?: LookUp): string[] {
    return words.map((word, i) => (word.includes("$") ? this.expandText(word, [...path, i], lookUp).value : word));
  }

  /** The value of a name for a text; reports why the reference stays, if it has none. */
  readonly lookUp = (name: string, text: ContainerText): string | undefined => {
    const found = this.find(name);
    if (found !== undefined && "value" in found) return this.use(found, text);
    if (found === undefined) this.reportUndefined(name, text);
    else this.reportUnknown(name, text, found);
    return undefined;
  };

  /** The value of a variable, for a text that refers to it. */
  use(variable: ResolvedVariable, text: ContainerText): string {
    const { bytes, need, value } = variable;
    text.isSecret ||= isSecretVariable(variable);
    text.isInexpressible ||= bytes !== undefined || this.inexpressible.has(variable);
    text.need ??= need;
    return value;
  }

  /** Reports a reference whose value is unknown. What it needs is reported once. */
  reportUnknown(
    name: string,
    text: ContainerText,
    { needs, needsKind, source }: Exclude<Found, ResolvedVariable>,
  ): void {
    if (source !== undefined && !this.reportedNeeds.has(needs)) {
      this.reportedNeeds.add(needs);
      this.unknown.push({ name, source, path: text.path, needs, needsKind });
    }
    const need: Need = { needs, needsKind };
    text.need ??= need;
    const { start, end } = text.current;
    this.unresolved.push({
      name,
      verdict: "unknown",
      reason: `unknown: needs ${needs}`,
      need,
      path: text.path,
      start,
      end,
    });
  }

  /** Reports a reference whose name has no value. */
  reportUndefined(name: string, text: ContainerText, why = this.judge(name, text)): void {
    const { path } = text;
    const { start, end } = text.current;
    const index = path[this.path.length + 1] as number;
    const later = path[this.path.length] === "env" ? this.laterEntry(name, index) : undefined;
    let reference: UnresolvedReference;
    if (later === undefined) reference = { name, verdict: why.verdict, reason: why.reason, path, start, end };
    else {
      const reason = later === index ? OWN_ENTRY : "the variable is declared later";
      const declaration = entryPath(this.path, "env", later);
      reference = { name, verdict: "declared-later", reason, declaration, path, start, end };
    }
    this.unresolved.push(reference);
    this.events.push(unresolvedEvent(reference, this.fieldPath));
  }

  private laterEntry(name: string, current: number): number | undefined {
    this.laterEntries ??= new LaterEntries(this.container.env ?? []);
    return this.laterEntries.indexOf(name, current);
  }

  private judge(name: string, { path }: ContainerText): NameVerdict {
    if (this.skippedNames.has(name)) return NOT_THERE;
    return this.shellTexts.has(path.slice(this.path.length)) ? SHELL : verdictOfName(name);
  }
}
