/** A variable without a value, where Flux replaces variables. */

import type { FluxReference } from "../../../kubernetes/flux/index.ts";
import { fileAt } from "../../../kubernetes/kustomize/index.ts";
import { closest } from "../../../text/closest.ts";
import { getOrAdd, grouped } from "../../../text/grouped.ts";
import { type Node, nearestNodeAt } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemAt, repository, type SeenFluxSet } from "./flux-place.ts";
import { foreignIn, foreignProblems, MAX_SINGLE } from "./foreign-problems.ts";
import { isUnread } from "./unread-text.ts";

export const fluxUnsetVariable: Rule<"set"> = {
  id: "flux-unset-variable",
  severity: "error",
  short: "Flux replaces a variable that is not set",
  full: `A Flux Kustomization with \`postBuild\` replaces \`\${NAME}\` in everything that its path contains. Since Flux 2.9, a
variable without a value is an error, and Flux does not apply the Kustomization. The rule reports a variable that
neither \`substitute\` nor a ConfigMap or Secret of \`substituteFrom\` sets. If one of these objects is not among the linted
files, the variable is unknown and is not reported. The keys of a Secret that is encrypted with SOPS are read. A Secret
in plain text counts only if it is in the path or the folder of a Kustomization: others are often placeholders for a
Secret that is not in the repository.

A reference that certainly belongs to something else is reported even if unknown objects could set the variable, because Flux
replaces it in any case: a variable that the same script sets, a number such as \`\${1}\`, a variable of a Grafana dashboard, or one
that the \`env\` of the container sets for its shell. If an object has more than three, or
more than three references to one name, they are one finding.

If other Kustomizations of the repository set a variable, the finding is at the Kustomization that does not. In comments of
scripts, and in the descriptions of custom resources, the level is note if the repository installs Flux before 2.9, which
replaces the variable with nothing: the release is in \`gotk-components.yaml\`, the tag of \`flux-manifests\`, or a FluxInstance.

Set the variable, or give it a default: \`\${NAME:=default}\`. In text for a shell or another program, write \`$\${NAME}\`, which
Flux applies as \`\${NAME}\`. To exclude an object from substitution, add the annotation
\`kustomize.toolkit.fluxcd.io/substitute: disabled\`.`,
  triggers: repository("URL: https://${HOST}.${DOMAIN}\n"),
  passes: repository("URL: https://${HOST:=www}.${DOMAIN}\n"),
  isFixable: true,
  sees: "set",
  check(seen) {
    const { path, texts } = seen;
    if (!path.isSubstituted) return [];
    const foreign = foreignIn(seen);
    const problems = [false, true].flatMap((isNote) => {
      const found = foreign.filter(({ reference, text }) => isUnread(text, reference) === isNote);
      return foreignProblems(found, seen).map((problem) => (isNote ? { ...problem, ...NOTE } : problem));
    });
    if (!path.variables.isComplete) return problems;
    const reported = new Set(foreign.map(({ reference }) => reference));
    const used = namesInObjects(texts);
    const all = texts.flatMap((text) => unsetVariables(text, seen, reported, used));
    const unset = [...grouped(all, ({ name }) => name)];
    return [
      ...problems,
      ...unset.flatMap(([name, found]) => forgotten(`${name}`, found, seen) ?? mergeByObject(found)),
    ];
  },
};

const NOTE = { atMost: "note" } as const;

/** A name that other Kustomizations set is missing in this one, and not wrong where it is used. */
function forgotten(name: string, found: readonly SetProblem[], seen: SeenFluxSet): SetProblem[] | undefined {
  if (!seen.isVariable(name)) return undefined;
  const { document: owner, file, name: own } = seen.path.kustomization;
  const path = ["metadata", "name"];
  const inFile = fileAt(owner, path) ?? file;
  if (!seen.isInput(inFile.path)) return undefined;
  const { end, start } = nearestNodeAt(owner, path);
  const objects = [...new Set(found.map(({ object }) => object))];
  const more = objects.length - 1;
  const users = `${objects[0]}${more === 0 ? "" : ` and ${more} other object${more === 1 ? "" : "s"}`}`;
  const message = `the Kustomization does not set \${${shownName(name)}}, which ${users} in its path ${more === 0 ? "uses" : "use"}; other Kustomizations set it`;
  const isNote = found.every(({ atMost }) => atMost === "note");
  return [
    { start, end, inFile, path, message, name, object: `Kustomization/${shownName(own)}`, owner, ...(isNote && NOTE) },
  ];
}

/** Many references to one name in an object are one problem. */
function mergeByObject(unset: readonly SetProblem[]): SetProblem[] {
  const byObject = [...grouped(unset, ({ owner }) => owner).values()];
  return byObject
    .flatMap((ofObject) => [...grouped(ofObject, ({ atMost }) => atMost).values()])
    .flatMap((problems) => {
      const [first] = problems as [SetProblem];
      if (problems.length <= MAX_SINGLE) return problems;
      return [{ ...first, message: `${first.message} (${problems.length} times in this object)` }];
    });
}

function unsetVariables(
  text: FluxText,
  { isKnown }: SeenFluxSet,
  reported: ReadonlySet<FluxReference>,
  used: ReadonlyMap<Node, ReadonlySet<string>>,
): SetProblem[] {
  const { isStrict, variables } = text.in;
  const unset = text.references.filter((reference) => {
    const { hasDefault, name } = reference;
    return !hasDefault && !variables.all.has(name) && !isKnown(name) && !reported.has(reference);
  });
  return unset.map((reference) => {
    const { name } = reference;
    const meant = similarName(name, text, used);
    const shown = shownReference(text.text, reference);
    const hint = meant === undefined ? advice(text, reference, shown) : `did you mean ${shownName(meant)}?`;
    const what = isStrict
      ? `2.9 rejects ${shown}, which is not set`
      : `replaces ${shown}, which is not set, with nothing`;
    const problem = { ...problemAt(text, reference, `Flux ${what}; ${hint}`), name, ...(meant && { meant }) };
    return isUnread(text, reference) ? { ...problem, ...NOTE } : problem;
  });
}

/** The names that each object refers to. */
function namesInObjects(texts: readonly FluxText[]): Map<Node, Set<string>> {
  const all = new Map<Node, Set<string>>();
  for (const { document, references } of texts) {
    const names = getOrAdd(all, document, () => new Set<string>());
    for (const { name } of references) names.add(name);
  }
  return all;
}

/** A variable with almost the same name. One that the object also refers to is meant only if a single character differs. */
function similarName(
  name: string,
  { document, in: path }: FluxText,
  used: ReadonlyMap<Node, ReadonlySet<string>>,
): string | undefined {
  const meant = closest(name, [...path.variables.all.keys()]);
  const isOther = meant !== undefined && used.get(document)?.has(meant) && closest(name, [meant], 1) === undefined;
  return isOther ? undefined : meant;
}

/** The name of a variable for quotation marks, which Flux's documentation suggests. */
const QUOTE = /^(?:[a-z_]*quotes?|d?q)$/i;

function advice(text: FluxText, reference: FluxReference, shown: string): string {
  const name = shownName(reference.name);
  if (QUOTE.test(name)) return `add ${name}: '"' to postBuild.substitute`;
  return mayBeForeign(text, reference)
    ? `set it in postBuild, or write $${shown} to keep the text`
    : `set it in postBuild, or write \${${name}:=default}`;
}

/** Whether a reference can be that of a shell or another program: the text is more than a value with variables of Flux. */
function mayBeForeign({ path, text }: FluxText, { operator }: FluxReference): boolean {
  if (operator !== "" || text.includes("\n") || /\$[A-Za-z0-9_(#?*@!]/.test(text)) return true;
  return path.includes("command") || path.includes("args");
}

/** `${NAME}`; with a position, the whole reference, which probably belongs to another program: `${env:NAME}`. */
function shownReference(text: string, { end, name, operator, start }: FluxReference): string {
  const whole = text.slice(start, end);
  return operator === ":" && /^\$\{[\w:.-]{1,60}\}$/.test(whole) ? whole : `\${${shownName(name)}}`;
}
