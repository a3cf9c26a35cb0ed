/** Moves a declaration before its first use: whole items of a list in block style, with the comments above them. */

import { referencesIn } from "../../expansion/expand.ts";
import type { ContainerTrace, TracedUse } from "../../kubernetes/pod/trace/types.ts";
import type { SequenceNode } from "../../yaml/node.ts";
import type { RawFix, TextRange } from "../finding.ts";
import { type PodPlace, shownName, stringAt } from "../pod-place.ts";
import type { SourceText } from "../source-text.ts";

export function moveBefore(use: TracedUse, container: ContainerTrace, place: PodPlace): RawFix | undefined {
  const { declaration, name } = use;
  const index = declaration?.at(-1);
  if (declaration?.at(-2) !== "env" || typeof index !== "number") return undefined;
  const { counts, env, firstUses } = listOf(container, place);
  const first = firstUses.get(name);
  // The last of two entries with one name counts, so moving one can change the value.
  if (env === undefined || counts.get(name) !== 1 || first === undefined || first >= index) return undefined;
  const moved = entryLines(env, index, place.source);
  const target = entryLines(env, first, place.source);
  if (moved === undefined || target === undefined || target.end > moved.start) return undefined;
  const text = place.source.text.slice(moved.start, moved.end);
  if (!text.endsWith("\n")) return undefined;
  const edits = [
    { start: target.start, end: target.start, text },
    { ...moved, text: "" },
  ];
  return { description: `move the declaration of ${shownName(name)} before its use`, edits };
}

/** A container's `env` list. */
interface EnvList {
  /** The list, if its items can be moved. */
  readonly env: SequenceNode | undefined;
  /** The names of its entries. */
  readonly names: readonly string[];
  /** How many entries have a name. */
  readonly counts: ReadonlyMap<string, number>;
  /** The number of the first entry that refers to a name. */
  readonly firstUses: ReadonlyMap<string, number>;
}

/** By container, because each use needs it. */
const lists = new WeakMap<ContainerTrace, EnvList>();

export function listOf(container: ContainerTrace, place: PodPlace): EnvList {
  const known = lists.get(container);
  if (known !== undefined) return known;
  const path = [...container.resolved.path, "env"];
  const node = place.nodeAt(path);
  const counts = new Map<string, number>();
  const firstUses = new Map<string, number>();
  const items = node?.kind === "sequence" ? node.items : [];
  const names = items.map((_, i) => stringAt(place, [...path, i, "name"]) ?? "");
  for (const [i, name] of names.entries()) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const value = stringAt(place, [...path, i, "value"]);
    if (!value?.includes("$(")) continue;
    for (const reference of referencesIn(value)) if (!firstUses.has(reference.name)) firstUses.set(reference.name, i);
  }
  const env = node?.kind === "sequence" && isMovable(node, place.source.text) ? node : undefined;
  const list = { env, names, counts, firstUses };
  lists.set(container, list);
  return list;
}

const ANCHOR_OR_ALIAS = /(?:^|[\s,:[{-])[&*][^\s,\]}]/;
const MERGE = /<<["']?\s*:/;
/** The lines after such a block scalar are part of it. */
const KEPT_BREAKS = /[|>][1-9]?\+/;

/** Whether the items of a list can change places: it is in block style, and no item depends on what surrounds it. */
function isMovable({ start, end }: SequenceNode, text: string): boolean {
  const list = text.slice(start, end);
  return text[start] === "-" && ![ANCHOR_OR_ALIAS, MERGE, KEPT_BREAKS].some((pattern) => pattern.test(list));
}

/** The lines of an item, with the comments right above it; undefined if it does not have lines of its own. */
export function entryLines({ items }: SequenceNode, index: number, source: SourceText): TextRange | undefined {
  const { text } = source;
  const item = items[index]!;
  let start = source.lineStart(item.start);
  if (!/^[ ]*-[ \t]+$/.test(text.slice(start, item.start))) return undefined;
  const before = items[index - 1];
  const indent = /^ */.exec(text.slice(start, item.start))![0];
  while (start > 0) {
    const above = source.lineStart(start - 1);
    if (!text.startsWith(`${indent}#`, above) || (before !== undefined && above < before.end)) break;
    start = above;
  }
  const end = text[item.end - 1] === "\n" ? item.end : source.nextLine(item.end);
  return { start, end };
}
