/** Every rule of `varexpand lint`: the only list. The documentation pages are generated from it. */

import type { UseVerdict } from "../../kubernetes/pod/trace/types.ts";
import { closest, closestOf } from "../../text/closest.ts";
import { addTo, grouped } from "../../text/grouped.ts";
import type { Severity } from "../finding.ts";
import { composeDollar } from "./compose/compose-dollar.ts";
import { composeRequired } from "./compose/compose-required.ts";
import { composeUnset } from "./compose/compose-unset.ts";
import { containerConfigError } from "./containers/container-config-error.ts";
import { duplicateVariable } from "./containers/duplicate-variable.ts";
import { envConsumer } from "./containers/env-consumer.ts";
import { environmentTooLarge } from "./containers/environment-too-large.ts";
import { hiddenDefinition } from "./containers/hidden-definition.ts";
import { invalidManifest } from "./containers/invalid-manifest.ts";
import { objectReference } from "./containers/object-reference.ts";
import { variableValue } from "./containers/variable-value.ts";
import { envfileCommand } from "./envfile/envfile-command.ts";
import { envfileDialect } from "./envfile/envfile-dialect.ts";
import { envfileDuplicate } from "./envfile/envfile-duplicate.ts";
import { envfileSyntax } from "./envfile/envfile-syntax.ts";
import { fluxBrokenYaml } from "./flux/flux-broken-yaml.ts";
import { fluxChangedType } from "./flux/flux-changed-type.ts";
import { fluxMalformed } from "./flux/flux-malformed.ts";
import { fluxNotSubstituted } from "./flux/flux-not-substituted.ts";
import { fluxOperator } from "./flux/flux-operator.ts";
import { fluxPath } from "./flux/flux-path.ts";
import { fluxSimilarName } from "./flux/flux-similar-name.ts";
import { fluxSource } from "./flux/flux-source.ts";
import { fluxUnsetVariable } from "./flux/flux-unset-variable.ts";
import { fluxUnusedVariable } from "./flux/flux-unused-variable.ts";
import { kustomizeBuild } from "./kustomize/kustomize-build.ts";
import { projectError } from "./project/project-error.ts";
import { projectIncomplete } from "./project/project-incomplete.ts";
import { templateHiddenLevel } from "./project/template-hidden-level.ts";
import { templateMissingKey } from "./project/template-missing-key.ts";
import { templateOptionalSuffix } from "./project/template-optional-suffix.ts";
import { templateUnusedVariable } from "./project/template-unused-variable.ts";
import { escapedReference } from "./references/escaped-reference.ts";
import { lostDollar } from "./references/lost-dollar.ts";
import { malformedReference } from "./references/malformed-reference.ts";
import { neverExpanded } from "./references/never-expanded.ts";
import { probeValue } from "./references/probe-value.ts";
import { secretInCommand } from "./references/secret-in-command.ts";
import { selfReference } from "./references/self-reference.ts";
import { shellSyntax } from "./references/shell-syntax.ts";
import { undefinedReference } from "./references/undefined-reference.ts";
import { urlCredentials } from "./references/url-credentials.ts";
import { useBeforeDeclaration } from "./references/use-before-declaration.ts";
import type { Found, Rule, Seen, SeenKind, UseRule } from "./rule.ts";

export const RULES: readonly Rule[] = [
  useBeforeDeclaration,
  selfReference,
  undefinedReference,
  shellSyntax,
  malformedReference,
  neverExpanded,
  probeValue,
  escapedReference,
  secretInCommand,
  urlCredentials,
  containerConfigError,
  objectReference,
  environmentTooLarge,
  variableValue,
  duplicateVariable,
  hiddenDefinition,
  lostDollar,
  invalidManifest,
  envConsumer,
  envfileSyntax,
  envfileDialect,
  envfileCommand,
  envfileDuplicate,
  composeRequired,
  composeUnset,
  composeDollar,
  kustomizeBuild,
  fluxUnsetVariable,
  fluxSimilarName,
  fluxSource,
  fluxPath,
  fluxMalformed,
  fluxOperator,
  fluxNotSubstituted,
  fluxChangedType,
  fluxBrokenYaml,
  fluxUnusedVariable,
  projectError,
  projectIncomplete,
  templateMissingKey,
  templateUnusedVariable,
  templateHiddenLevel,
  templateOptionalSuffix,
];

const BY_KIND: ReadonlyMap<SeenKind, readonly Rule[]> = grouped(RULES, ({ sees }) => sees);

function rulesSeeing<K extends SeenKind>(kind: K): readonly Rule<K>[] {
  return (BY_KIND.get(kind) ?? []) as unknown as readonly Rule<K>[];
}

const BY_VERDICT = new Map<UseVerdict, UseRule[]>();
for (const rule of rulesSeeing("use") as readonly UseRule[]) {
  for (const verdict of rule.verdicts) addTo(BY_VERDICT, verdict, rule);
}

/** The rules that check references with a verdict. */
export function useRules(verdict: UseVerdict): readonly UseRule[] {
  return BY_VERDICT.get(verdict) ?? [];
}

/** What the rules find that see a kind of thing, with the id of the rule. */
export function findingsOf<K extends Exclude<SeenKind, "use">>(
  kind: K,
  context: Seen[K],
): (Found[K] & { readonly rule: string })[] {
  return rulesSeeing(kind).flatMap((rule) => rule.check(context).map((found) => ({ ...found, rule: rule.id })));
}

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** Whether a rule sees a kind of thing. */
export function isSeeing(rule: string, kind: SeenKind): boolean {
  return BY_ID.get(rule)?.sees === kind;
}

/** Whether a rule checks objects of which parts are not known. */
export function isLocalRule(rule: string): boolean {
  return BY_ID.get(rule)?.isLocal === true;
}

export function isRule(id: string): boolean {
  return BY_ID.has(id);
}

/** The message for an unknown rule id: `unknown rule X; did you mean Y?`, or the five closest ids. */
export function unknownRule(id: string): string {
  const ids = [...BY_ID.keys()];
  const meant = closest(id, ids) ?? ids.find((known) => id !== "" && known.startsWith(id));
  return `unknown rule ${id}; ${meant === undefined ? `the closest are ${closestOf(id, ids, 5).join(", ")}` : `did you mean ${meant}?`}`;
}

export class RuleSeverities {
  private readonly set: ReadonlyMap<string, Severity | "off">;

  constructor(set: ReadonlyMap<string, Severity | "off"> = new Map()) {
    this.set = set;
  }

  of(rule: string): Severity | "off" {
    return this.set.get(rule) ?? BY_ID.get(rule)!.severity;
  }
}
