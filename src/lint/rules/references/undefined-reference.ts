/** A reference to a variable that nothing defines. */

import { injectedVariables } from "../../../kubernetes/cluster/injected-variables.ts";
import { isStrictVariableName } from "../../../kubernetes/pod/sources/names.ts";
import { shownName } from "../../pod-place.ts";
import { container, isInProbe, stays, type UseRule } from "../rule.ts";

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

export const undefinedReference: UseRule = {
  id: "undefined-reference",
  severity: "warning",
  short: "nothing defines the variable that is referred to",
  full: `The reference stays as it is written: the program sees the text \`$(HOST)\`. The rule is silent where something that is
not in the manifests may define the name: a ConfigMap or Secret of \`envFrom\` that is not here, a Service, what a
controller sets. With \`--complete\`, what is not here does not exist.

Correct the name, declare the variable, or write \`$$(HOST)\` if the program is to see \`$(HOST)\`. Names that something
else sets can be listed in \`.varexpand.yaml\`: \`known: [AWS_*]\`.`,
  triggers: container(`args: ["--user=$(DB_USR)"]
env:
- name: DB_USER
  value: shop`),
  passes: container(`args: ["--user=$(DB_USER)"]
env:
- name: DB_USER
  value: shop`),
  verdicts: ["undefined"],
  check({ definition, name, path, reason }, trace, { isKnown, place }) {
    // The rule `probe-value` reports it.
    if ((isInProbe(path) && definition !== undefined) || isKnown(name)) return undefined;
    const { isBuiltIn, owner } = place.workload;
    // The container does not start for this: that is said already.
    if (path.at(-1) === "subPathExpr" && trace.resolved.error?.path.join("/") === path.join("/")) return undefined;
    const isTold = isBuiltIn || PLAIN_KINDS.includes(owner.kind ?? "") || injectedVariables(owner) !== undefined;
    // What makes pods of an unknown kind may set any variable; with dots, names are references of other engines.
    if (!isTold || (!isBuiltIn && name.includes("."))) return undefined;
    const trimmed = name.trim();
    const meant = trace.definitionOf(trimmed) === undefined ? trace.closestTo(name) : trimmed;
    // A command, or a piece of a pattern.
    if (meant === undefined && (!isStrictVariableName(name) || COMMANDS.has(name))) return undefined;
    const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
    const why =
      reason === "the variable is not defined"
        ? `nothing defines ${name === trimmed ? shownName(name) : JSON.stringify(shownName(name))}`
        : reason;
    return { message: `${stays(name)}: ${why}${hint}` };
  },
};
