/** What `--fix` does about a finding: only where one meaning exists. */

import { referencesIn } from "../expansion/references.ts";
import type { ContainerTrace, TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { Node } from "../yaml/node.ts";
import { moveBefore } from "./move-declaration.ts";
import { type PodPlace, shownName, stringAt, type TextRange } from "./pod-place.ts";
import type { RawFix } from "./raw-finding.ts";

/** @param range where the use stands in the text */
export function fixOf(
  use: TracedUse,
  rule: string,
  container: ContainerTrace,
  place: PodPlace,
  range: TextRange,
): RawFix | undefined {
  if (rule === "use-before-declaration") return moveBefore(use, container, place);
  if (rule === "shell-syntax") return parentheses(use, container, place, range);
  if (rule === "never-expanded" && use.path.at(-1) === "subPath") return subPathExpr(use, container, place);
  return undefined;
}

/** `${X}` becomes `$(X)`, if X has its value there. */
function parentheses(
  { form, name, path }: TracedUse,
  container: ContainerTrace,
  place: PodPlace,
  { start, end }: TextRange,
): RawFix | undefined {
  const { text } = place.source;
  if (form !== "braces" || text.slice(start, end) !== `\${${name}}` || !isSetAt(name, path, container))
    return undefined;
  return {
    description: `write $(${shownName(name)})`,
    edits: [
      { start: start + 1, end: start + 2, text: "(" },
      { start: end - 1, end, text: ")" },
    ],
  };
}

/** Whether a variable of the container is set where a text is expanded; in a probe, another value counts. */
function isSetAt(name: string, path: TracedUse["path"], container: ContainerTrace): boolean {
  const [list, index] = path.slice(3, 5);
  if (list === "command" || list === "args") return true;
  // The last entry of the name stands before this one: so do the others.
  const at = container.definitionOf(name)?.path;
  return list === "env" && (at?.at(-2) !== "env" || (at.at(-1) as number) < (index as number));
}

/** The key `subPath` becomes `subPathExpr`, if every `$` of its value is a part of a reference to a variable. */
function subPathExpr({ path }: TracedUse, container: ContainerTrace, place: PodPlace): RawFix | undefined {
  const value = stringAt(place, path);
  if (value === undefined) return undefined;
  const references = referencesIn(value);
  const dollars = value.split("$").length - 1;
  const areSet = references.every(({ name }) => container.definitionOf(name) !== undefined);
  if (dollars !== references.length || !areSet) return undefined;
  const key = keyNodeOf(place.nodeAt(path.slice(0, -1)), "subPath");
  if (key?.kind !== "scalar") return undefined;
  const at = key.end - (key.style === "plain" ? 0 : 1);
  return { description: "write subPathExpr", edits: [{ start: at, end: at, text: "Expr" }] };
}

function keyNodeOf(mapping: Node | undefined, key: string): Node | undefined {
  if (mapping?.kind !== "mapping" || mapping.merged.has(key)) return undefined;
  return mapping.entries.find((entry) => entry.key === key && !entry.isMerge && !entry.isHidden)?.keyNode;
}
