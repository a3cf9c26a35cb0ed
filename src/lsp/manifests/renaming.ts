/** Renaming a variable of a container: its entries in `env`, and the references to it. */

import type { ContainerTrace } from "../../kubernetes/pod/trace/types.ts";
import type { TextRange } from "../../lint/finding.ts";
import { printable } from "../../text/printable.ts";
import { isYamlString } from "../../yaml/write/string.ts";
import { contains } from "../places.ts";
import type { Renaming } from "../view.ts";
import type { ViewedPod } from "./manifest-pods.ts";

/** The names that Kubernetes has always allowed. None of them has a special character of YAML or of a reference. */
const NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

interface Part {
  readonly container: ContainerTrace;
  readonly pod: ViewedPod;
  /** The places of the name in entries and references; of text with an escape sequence, the whole entry or reference. */
  readonly ranges: readonly TextRange[];
}

/**
 * Prepares to rename the variable at an offset.
 *
 * @param pods the pods of a document
 * @returns the places to change, or why it cannot be renamed; undefined if the name is not at the offset
 */
export function renamingOf(
  name: string,
  pods: readonly ViewedPod[],
  text: string,
  offset: number,
): Renaming | string | undefined {
  const shown = printable(name);
  const all = pods.flatMap((pod) =>
    pod.seen.trace.containers.map((container): Part => {
      return { container, pod, ranges: rangesOf(name, container, pod, text) };
    }),
  );
  const own = all.filter(({ ranges }) => ranges.some((range) => contains(range, offset)));
  if (own.length === 0) return undefined;
  const changed = withShared(own, all);
  if (changed.some(({ pod }) => pod.seen.change !== undefined)) return "correct the errors in this document first";
  const definitions = changed.flatMap(({ container }) => container.definitions.filter((each) => each.name === name));
  if (definitions.length === 0) return `${shown} is not declared in env`;
  const other = definitions.find(({ path }) => path?.at(-2) !== "env");
  if (other !== undefined) return `${shown} is also set by envFrom`;
  if (changed.some(({ ranges }) => ranges.some(({ start, end }) => text.slice(start, end) !== name)))
    return `${shown} is written with an escape sequence; write it without one first`;
  const byStart = new Map(changed.flatMap(({ ranges }) => ranges.map((range) => [range.start, range])));
  const ranges = [...byStart.values()].sort((a, b) => a.start - b.start);
  const at = ranges.find((range) => contains(range, offset))!;
  return { ...at, ranges, problemOf: (newName) => problemOf(newName, changed) };
}

/** Adds containers that have the same text through an anchor. */
function withShared(parts: readonly Part[], all: readonly Part[]): readonly Part[] {
  const starts = new Set(parts.flatMap(({ ranges }) => ranges.map(({ start }) => start)));
  const more = all.filter(({ ranges }) => ranges.some(({ start }) => starts.has(start)));
  return more.length === parts.length ? parts : withShared(more, all);
}

/** The places of a name: in entries of `env`, and in references in the container's own texts. */
function rangesOf(name: string, container: ContainerTrace, pod: ViewedPod, text: string): TextRange[] {
  const declared = container.definitions.filter((each) => each.name === name && each.path?.at(-2) === "env");
  const used = pod.uses.filter(
    (each) =>
      each.container === container && each.name === name && each.verdict !== "escaped" && each.use.source === undefined,
  );
  return [...declared.flatMap(({ path }) => pod.entryPlace(path) ?? []), ...used].flatMap(({ start, end }) => {
    const written = text.slice(start, end);
    // The name can occur before itself: in an anchor, or as the `$(` of a reference to a variable named `$` or `(`.
    const at = written.lastIndexOf(name);
    if (written.includes("\\")) return { start, end };
    // Flux has written the name.
    return at === -1 ? [] : { start: start + at, end: start + at + name.length };
  });
}

function problemOf(newName: string, changed: readonly Part[]): string | undefined {
  const shown = printable(newName);
  if (!NAME.test(newName)) return `${shown} is not a valid name of a variable`;
  if (!isYamlString(newName)) return `YAML does not read ${shown} as a string; choose another name`;
  const isUsed = changed.some(
    ({ container }) =>
      container.definitionOf(newName) !== undefined || container.uses.some(({ name }) => name === newName),
  );
  return isUsed ? `the container already uses the name ${shown}` : undefined;
}
