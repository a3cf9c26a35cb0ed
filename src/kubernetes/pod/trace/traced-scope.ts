/** A container's scope that also records every definition, and the outcome of every reference that it expands. */

import { addTo } from "../../../text/grouped.ts";
import { formatPath } from "../path.ts";
import { ContainerScope, type LookUp } from "../resolve/container-scope.ts";
import { PROBES } from "../resolve/resolve-container.ts";
import { type ContainerText, verdictOfName } from "../resolve/text.ts";
import { isSecretVariable } from "../sources/secret-value.ts";
import { ContainerFailure, type Unresolved } from "../sources/value-result.ts";
import type {
  ContainerEvent,
  ManifestPath,
  Need,
  ResolvedVariable,
  UnresolvedReference,
  UnsetVariable,
  VariableSource,
} from "../types.ts";
import { dollarsIn } from "./dollars.ts";
import type { Definition, TracedUse } from "./types.ts";

export type ReferenceOutcome = Pick<
  TracedUse,
  "verdict" | "reason" | "value" | "isSecret" | "definition" | "declaration" | "need"
>;

/** A value from outside the pod, which is not expanded. */
interface ExternalText {
  readonly text: string;
  readonly source: VariableSource;
  readonly isSecret: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const EXTERNAL_KINDS: readonly VariableSource["kind"][] = [
  "configMapRef",
  "secretRef",
  "configMapKeyRef",
  "secretKeyRef",
  "fileKeyRef",
];

/** The most reasons that are kept for a container. */
const MAX_FAILURES = 1000;

export class TracedScope extends ContainerScope {
  readonly definitions: Definition[] = [];
  /** Why the container does not start, and the events before the first failure. */
  readonly failures: ContainerFailure[] = [];
  before: readonly ContainerEvent[] = [];
  /** By the text's path, then by the reference's start. */
  private readonly outcomes = new Map<string, Map<number, ReferenceOutcome>>();
  /** By the path of the entry that reads them. */
  private readonly external = new Map<string, ExternalText[]>();
  private readonly current = new Map<string, Mutable<Definition>>();
  private readonly envDefinitions = new Map<string, Definition>();

  /** The outcomes of the references in a text by their start; undefined if the text is not expanded. */
  outcomesAt(path: ManifestPath): ReadonlyMap<number, ReferenceOutcome> | undefined {
    return this.outcomes.get(formatPath(path));
  }

  externalTexts(entry: ManifestPath): readonly ExternalText[] {
    return this.external.get(formatPath(entry)) ?? [];
  }

  /** The definition that is currently effective. */
  definitionOf(name: string): Definition | undefined {
    const variable = this.current.has(name) ? undefined : this.services.all.get(name);
    if (variable !== undefined) {
      const { source } = variable;
      if ("value" in variable) this.current.set(name, { name, source, value: variable.value });
      else this.current.set(name, { name, source, need: { needs: variable.needs, needsKind: variable.needsKind } });
    }
    return this.current.get(name);
  }

  override fail(stage: ContainerFailure["stage"], path: ManifestPath, message: string): Need {
    if (this.failures.length === 0) this.before = [...this.events];
    if (this.failures.length < MAX_FAILURES) this.failures.push(new ContainerFailure(stage, path, message));
    return { needs: "a container that starts", needsKind: "cluster" };
  }

  override set(variable: ResolvedVariable): void {
    super.set(variable);
    const { name, value, source, path = [], need } = variable;
    const isSecret = isSecretVariable(variable);
    this.define({ name, source, path, value, ...(isSecret && { isSecret }), ...(need && { need }) });
    if (EXTERNAL_KINDS.includes(source.kind) && value.includes("$")) {
      addTo(this.external, formatPath(path), { text: value, source, isSecret });
    }
  }

  override reportUnset(entry: UnsetVariable, why: Unresolved): void {
    super.reportUnset(entry, why);
    const { name, source, path } = entry;
    if ("needs" in why) this.define({ name, source, path, need: why });
    else this.addDefinition({ name, source, path, isSkipped: true });
  }

  override endSources(): void {
    const before = this.unknown.length;
    super.endSources();
    for (const { name, needs, needsKind } of this.unknown.slice(before)) {
      const definition = this.current.get(name);
      if (definition !== undefined) definition.unless = { needs, needsKind };
    }
  }

  override expandText(written: string, path: ManifestPath, lookUp: LookUp = this.lookUp): ContainerText {
    const judged = new Map<number, ReferenceOutcome>();
    this.outcomes.set(formatPath(path), judged);
    this.pod.countRecords(dollarsIn(written), path);
    return super.expandText(written, path, (name) => {
      const before = this.unresolved.length;
      const value = lookUp(name);
      judged.set(this.reference(name).start, this.outcomeOf(name, value, this.unresolved[before], path));
      return value;
    });
  }

  private outcomeOf(
    name: string,
    value: string | undefined,
    left: UnresolvedReference | undefined,
    path: ManifestPath,
  ): ReferenceOutcome {
    const isProbe = (PROBES as ManifestPath).includes(path[this.path.length]!);
    const definition = value !== undefined && isProbe ? this.envDefinitions.get(name) : this.definitionOf(name);
    const known = definition && { definition };
    if (left !== undefined) {
      const { verdict, reason, declaration, need } = left;
      // A later definition is reported as the declaration.
      return { verdict, reason, ...known, ...(declaration && { declaration }), ...(need && { need }) };
    }
    if (value === undefined) {
      // Only `subPathExpr` rejects an empty value.
      if (definition?.value === "") return { verdict: "undefined", reason: "empty-sub-path", ...known };
      return { ...verdictOfName(name), ...known };
    }
    const isSecret = !isProbe && definition?.isSecret;
    return { verdict: "expanded", reason: "expanded", value, ...(isSecret && { isSecret }), ...known };
  }

  private define(definition: Definition): void {
    const { name } = definition;
    const hides = this.definitionOf(name);
    const whole: Mutable<Definition> = hides === undefined ? definition : { ...definition, hides };
    this.current.set(name, whole);
    this.addDefinition(whole);
  }

  private addDefinition(definition: Definition): void {
    this.definitions.push(definition);
    // If two entries of `env` have one name, a probe gets the value of the last one.
    if (definition.path?.at(-2) === "env") this.envDefinitions.set(definition.name, definition);
  }
}
