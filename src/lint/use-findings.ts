/** The rules about single references: each is a view of the trace's verdict. */

import { referencesIn } from "../expansion/references.ts";
import { injectedVariables } from "../kubernetes/cluster/injected-variables.ts";
import { PROBES } from "../kubernetes/pod/resolve/resolve-container.ts";
import { isStrictVariableName } from "../kubernetes/pod/sources/variable-name.ts";
import type { ContainerTrace, TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import type { LostDollars } from "./lost-dollar.ts";
import { type PodPlace, shownName, stringAt } from "./pod-place.ts";

/** What a rule says about a use. */
export interface UseFinding {
  readonly rule: string;
  readonly use: TracedUse;
  readonly message: string;
  readonly same?: string;
}

/** What is known beside the trace. */
export interface Known {
  /** Whether something else sets a name, says the configuration or a kustomization. */
  isKnown(name: string): boolean;
  /** The parameters of the OpenShift Template that the pod is in. */
  readonly parameters: ReadonlySet<string>;
  readonly dollars: LostDollars;
}

/** What a rule says about a use; undefined if it is as it should be, or nobody knows. */
export function findingOfUse(
  use: TracedUse,
  container: ContainerTrace,
  place: PodPlace,
  known: Known,
): UseFinding | undefined {
  switch (use.verdict) {
    case "declared-later":
      return known.isKnown(use.name) ? undefined : declaredLater(use, place);
    case "undefined":
      if (isProbe(use.path) && use.definition !== undefined) return probeValue(use);
      return known.isKnown(use.name) ? undefined : undefinedReference(use, container, place);
    case "malformed":
      return malformed(use, place, known);
    case "not-expanded-here":
      return neverExpanded(use);
    case "expanded":
      if (isProbe(use.path)) return probeValue(use);
      return secretInCommand(use);
    case "escaped":
      return known.dollars.isLost(use, () => stringAt(place, use.path)) ? lostDollar(use) : undefined;
    default:
      return undefined;
  }
}

function stays(name: string): string {
  return `$(${shownName(name)}) stays as written`;
}

function declaredLater(use: TracedUse, place: PodPlace): UseFinding {
  const { name, path, declaration = [] } = use;
  if (declaration.at(-1) === path.at(-2)) {
    const message = `${stays(name)}: ${shownName(name)} refers to itself, and nothing sets it before`;
    return { rule: "self-reference", use, message };
  }
  const same = `${stays(name)}: ${shownName(name)} is declared later`;
  const where = place.where(declaration);
  // An entry that no manifest has is one that a Job's controller appends.
  const message = `${same}, ${where === undefined ? "by the Job controller" : `at ${where}`}`;
  return { rule: "use-before-declaration", use, message, same };
}

/** Commands that people write in `$(…)` where no shell reads them: those of POSIX that print something, and a few more. */
const COMMANDS = new Set(
  (
    "arch awk base64 basename cat curl cut date df dig dirname du echo env expr find free getconf getent git grep groups " +
    "head hostname id ifconfig ip jcmd jps jq kubectl locale logname ls mktemp mount netstat nproc nslookup openssl pidof " +
    "pgrep printenv printf ps pwd readlink realpath sed seq sort ss stat tail tr tty umask uname uptime uuidgen wc wget " +
    "which who whoami"
  ).split(" "),
);

/** Kinds of other APIs whose controllers set no variables. */
const PLAIN_KINDS: readonly string[] = ["Rollout", "DeploymentConfig"];

function undefinedReference(use: TracedUse, container: ContainerTrace, place: PodPlace): UseFinding | undefined {
  const { name, path } = use;
  const { isBuiltIn, owner } = place.workload;
  // The container does not start for this: that is said already.
  if (path.at(-1) === "subPathExpr" && container.resolved.error?.path.join("/") === path.join("/")) return undefined;
  const isTold = isBuiltIn || PLAIN_KINDS.includes(owner.kind ?? "") || injectedVariables(owner) !== undefined;
  // What makes pods of an unknown kind may set any variable; with dots, names are references of other engines.
  if (!isTold || (!isBuiltIn && name.includes("."))) return undefined;
  const trimmed = name.trim();
  const meant = container.definitionOf(trimmed) === undefined ? container.closestTo(name) : trimmed;
  // A command, or a piece of a pattern.
  if (meant === undefined && (!isStrictVariableName(name) || COMMANDS.has(name))) return undefined;
  const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
  const why =
    use.reason === "the variable is not defined"
      ? `nothing defines ${name === trimmed ? shownName(name) : JSON.stringify(shownName(name))}`
      : use.reason;
  const message = `${stays(name)}: ${why}${hint}`;
  return { rule: "undefined-reference", use, message };
}

function malformed(use: TracedUse, place: PodPlace, { isKnown, parameters }: Known): UseFinding | undefined {
  const { form, name, path, start, end } = use;
  const shown = shownName(name);
  if (form === "unclosed") {
    return { rule: "malformed-reference", use, message: `$(${shown} stays as written: it has no closing parenthesis` };
  }
  if (form === "default") {
    // What stands behind the name may be a password.
    const variable = /^[-._a-zA-Z0-9]*/.exec(name)![0];
    const message = `$(${shownName(variable)}…) stays as written: Kubernetes has no default values`;
    return { rule: "malformed-reference", use, message };
  }
  if (use.definition === undefined || isKnown(name) || parameters.has(name)) return undefined;
  const text = stringAt(place, path);
  if (text === undefined || (start === 0 && end === text.length)) return undefined;
  const written = text.slice(start, end);
  // The same for `${NAME:-default}`, whose default may be a password.
  const isPlain = written === `$${name}` || written === `\${${name}}`;
  const sequence = isPlain ? shownName(written) : `\${${shown}…}`;
  const isOwn = use.definition.path?.at(-1) === path.at(-2) && path[3] === "env" && use.definition.hides === undefined;
  const hint = isOwn ? `, and ${shown} of the image is not seen` : `; write $(${shown})`;
  const message = `${sequence} stays as written: no shell reads it${hint}`;
  return { rule: "shell-syntax", use, message };
}

function neverExpanded(use: TracedUse): UseFinding | undefined {
  const { definition, form, name, reason } = use;
  if (definition === undefined || form !== "reference") return undefined;
  return { rule: "never-expanded", use, message: `${stays(name)}: ${reason}` };
}

function isProbe(path: ManifestPath): boolean {
  return path.some((step) => (PROBES as ManifestPath).includes(step));
}

function probeValue(use: TracedUse): UseFinding | undefined {
  const { definition, name, value, verdict } = use;
  if (definition === undefined) return undefined;
  const shown = shownName(name);
  const say = (what: string): UseFinding => ({ rule: "probe-value", use, message: `$(${shown}) in a probe ${what}` });
  const { source } = definition;
  if (verdict === "undefined") return say(`stays as written: ${use.reason}`);
  if (source.kind !== "value") return say(`is empty: a probe does not see what valueFrom gives ${shown}`);
  const isExpanded = definition.value === undefined ? referencesIn(value ?? "").length > 0 : value !== definition.value;
  return isExpanded ? say(`is the value of ${shown} as it is written, with nothing in it expanded`) : undefined;
}

function secretInCommand(use: TracedUse): UseFinding | undefined {
  const { isSecret, name, path } = use;
  const field = path.at(-2);
  if (isSecret !== true || path.length !== 5 || (field !== "command" && field !== "args")) return undefined;
  const message = `$(${shownName(name)}) in ${field} puts the value of a Secret into the list of processes`;
  return { rule: "secret-in-command", use, message };
}

function lostDollar(use: TracedUse): UseFinding {
  const message = "$$ becomes a single $; write $$$$ if two are meant";
  return { rule: "lost-dollar", use, message };
}
