/** An order of a container's `env` in which declarations precede their uses. */

import type { ContainerTrace, TracedUse } from "../../kubernetes/pod/trace/types.ts";
import type { TextEdit } from "../finding.ts";
import type { PodPlace } from "../pod-place.ts";
import { entryLines, listOf } from "./move-declaration.ts";

/**
 * The edits that move declarations, and those that they refer to, before the given uses. Entries that refer to each
 * other in a circle keep their order: there are several ways to break a circle. There are no edits if an entry does not
 * have lines of its own.
 *
 * @param uses uses of variables that are declared later, in any container
 */
export function movedDeclarations(
  container: ContainerTrace,
  place: PodPlace,
  uses: ReadonlySet<TracedUse>,
): TextEdit[] {
  if (!container.uses.some((use) => uses.has(use))) return [];
  const { env, names } = listOf(container, place);
  if (env === undefined) return [];
  const edits: TextEdit[] = [];
  let kept = names.length;
  let moved = "";
  const putMoved = () => {
    const target = moved === "" ? undefined : entryLines(env, kept, place.source);
    if (target !== undefined) edits.push({ start: target.start, end: target.start, text: moved });
    return moved === "" || target !== undefined;
  };
  // From the end, an entry moves up if one that precedes it now will follow it.
  for (const entry of orderOf(dependenciesIn(container, names, uses)).reverse()) {
    if (entry < kept) {
      if (!putMoved()) return [];
      kept = entry;
      moved = "";
      continue;
    }
    const lines = entryLines(env, entry, place.source);
    const text = lines && place.source.text.slice(lines.start, lines.end);
    if (!text?.endsWith("\n")) return [];
    edits.push({ ...lines!, text: "" });
    moved = text + moved;
  }
  return putMoved() ? edits : [];
}

/** For each entry, the entries that must precede it: the ones it refers to that are set there, now or after the move. */
function dependenciesIn(
  { resolved, uses }: ContainerTrace,
  names: readonly string[],
  moved: ReadonlySet<TracedUse>,
): number[][] {
  const usesOf = names.map((): TracedUse[] => []);
  for (const use of uses) {
    const [list, entry] = use.path.slice(resolved.path.length);
    if (list === "env" && use.form === "reference" && use.source === undefined) usesOf[entry as number]?.push(use);
  }
  const dependencies = names.map((): number[] => []);
  const previous = new Map<string, number>();
  for (const [entry, name] of names.entries()) {
    for (const use of [...usesOf[entry]!.map((each) => each.name), name]) {
      const declaration = previous.get(use);
      if (declaration !== undefined) dependencies[entry]!.push(declaration);
    }
    previous.set(name, entry);
  }
  const following = new Map<string, number>();
  for (let entry = names.length - 1; entry >= 0; entry--) {
    for (const use of usesOf[entry]!) {
      const declaration = following.get(use.name);
      if (declaration === undefined) continue;
      if (moved.has(use)) dependencies[entry]!.push(declaration);
      else dependencies[declaration]!.push(entry);
    }
    following.set(names[entry]!, entry);
  }
  return dependencies;
}

/** The numbers of all entries, each after those that must precede it, except within a circle. */
function orderOf(dependencies: readonly (readonly number[])[]): number[] {
  const circles: number[] = [];
  for (const [i, together] of components(dependencies).entries()) for (const entry of together) circles[entry] = i;
  const withoutCircles = dependencies.map((list, entry) =>
    list.filter((each) => each < entry || circles[each] !== circles[entry]),
  );
  return components(withoutCircles).flat();
}

/** Tarjan's strongly connected components of a graph, each after the ones that it leads to. */
function components(edges: readonly (readonly number[])[]): number[][] {
  const found: number[][] = [];
  /** For each node that was entered, its number and the lowest number that it leads to. */
  const entered: number[] = [];
  const lowest: number[] = [];
  const isDone: boolean[] = [];
  const open: number[] = [];
  let count = 0;
  for (const root of edges.keys()) {
    const path = [root];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      if (entered[at] === undefined) {
        entered[at] = lowest[at] = count++;
        open.push(at);
        for (const each of edges[at]!.toReversed()) if (entered[each] === undefined) path.push(each);
        continue;
      }
      path.pop();
      if (isDone[at]) continue;
      for (const each of edges[at]!) if (!isDone[each]) lowest[at] = Math.min(lowest[at]!, lowest[each]!);
      if (lowest[at] !== entered[at]) continue;
      const together = open.splice(open.lastIndexOf(at));
      for (const each of together) isDone[each] = true;
      found.push(together);
    }
  }
  return found;
}
