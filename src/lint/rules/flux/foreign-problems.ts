/** Problems with references that Flux replaces although something else sets their variables. */
import { type FluxReference, type ForeignOwner, foreignReferences } from "../../../kubernetes/flux/index.ts";
import { grouped } from "../../../text/grouped.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import { type FluxText, problemAt, type SeenFluxSet } from "./flux-place.ts";

/** More references in one object are one problem. */
export const MAX_SINGLE = 3;

export interface Foreign {
  readonly text: FluxText;
  readonly reference: FluxReference;
  readonly owner: ForeignOwner;
}

const OWNERS: Readonly<Record<ForeignOwner, string>> = {
  script: "which the script sets",
  shell: "which the shell sets",
  number: "which cannot be a variable of Flux",
  dashboard: "which is a variable of the dashboard",
  container: "which the env of the container sets",
};

/** The references that certainly do not belong to Flux, except those to variables that it sets. */
export function foreignIn({ isKnown, path, texts }: SeenFluxSet): Foreign[] {
  return texts.flatMap((text) => {
    const found = [...foreignReferences(text)].map(([reference, owner]) => ({ text, reference, owner }));
    return found.filter(({ reference: { name } }) => !path.variables.all.has(name) && !isKnown(name));
  });
}

export function foreignProblems(foreign: readonly Foreign[], seen: SeenFluxSet): SetProblem[] {
  return [...grouped(foreign, ({ text }) => text.document).values()].flatMap((inObject) => {
    if (inObject.length <= MAX_SINGLE) return inObject.map((one) => singleProblem(one, seen));
    return [manyProblem(inObject, seen)];
  });
}

function singleProblem(foreign: Foreign, { isKept }: SeenFluxSet): SetProblem {
  const { owner, reference, text } = foreign;
  const shown = `\${${shownName(reference.name)}}`;
  const what = consequence(reference, text.in, `${shown}, ${OWNERS[owner]}`);
  const problem = problemAt(text, reference, `Flux ${what}; write $${shown}`);
  // The default can be intended.
  const atMost = owner === "container" && reference.hasDefault ? ({ atMost: "warning" } as const) : {};
  return { ...problem, ...atMost, name: reference.name, ...fixOf([foreign], isKept) };
}

/** What Flux does with a reference to a variable that it does not set. */
function consequence({ hasDefault }: FluxReference, { isStrict, variables }: FluxText["in"], what: string): string {
  if (hasDefault) return `replaces ${what}, with the default`;
  if (!variables.isComplete) return `replaces ${what}, or fails`;
  return isStrict ? `2.9 rejects ${what}` : `replaces ${what}, with nothing`;
}

function manyProblem(foreign: readonly Foreign[], { isKept, texts }: SeenFluxSet): SetProblem {
  const [first] = foreign as [Foreign];
  const names = [...new Set(foreign.map(({ reference }) => `\${${shownName(reference.name)}}`))];
  const listed = names.slice(0, 3).join(", ") + (names.length > 3 ? ", and others" : "");
  const own = texts.filter(({ document }) => document === first.text.document).flatMap(({ references }) => references);
  const advice =
    own.length === foreign.length
      ? "add the annotation kustomize.toolkit.fluxcd.io/substitute: disabled to the object"
      : "write $${…} instead";
  const message = `Flux replaces ${foreign.length} references to variables that are not its own: ${listed}; ${advice}`;
  return { ...problemAt(first.text, first.reference, message), name: first.reference.name, ...fixOf(foreign, isKept) };
}

/** A fix that escapes all references, if they are in one manifest and nothing else uses its text. */
function fixOf(foreign: readonly Foreign[], isKept: SeenFluxSet["isKept"]): Pick<SetProblem, "fix"> {
  const edits = foreign.map(({ reference, text }) => {
    const problem = problemAt(text, reference, "");
    const { file, isKey, node } = text;
    const isVerbatim =
      file.text.slice(problem.start, problem.end) === text.text.slice(reference.start, reference.end) &&
      text.text[reference.start - 1] !== "$";
    // The source of a generator is also used outside of Flux.
    const isSource = !/\.ya?ml$/.test(file.path) || (node.start === 0 && node.end === file.text.length);
    if (isKey || isSource || !isVerbatim || file !== foreign[0]!.text.file || isKept(problem)) return undefined;
    return { start: problem.start, end: problem.start, text: "$" };
  });
  const all = edits.filter((edit) => edit !== undefined);
  return all.length === foreign.length ? { fix: { description: "write $${", edits: all } } : {};
}
