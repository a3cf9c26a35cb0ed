/** The environment and commands of containers, to compare a manifest with a changed one. */

import { referencesIn } from "../../expansion/expand.ts";
import type { ContainerTrace } from "../../kubernetes/pod/trace/types.ts";
import { addTo } from "../../text/grouped.ts";
import { type PodPlace, stringAt } from "../pod-place.ts";

/** A variable, a word of a command, or a mount of a container. */
interface Unit {
  /** The string in the manifest, if there is one. */
  readonly written: string | undefined;
  readonly resolved: string;
}

/** By names such as `env HOST` and `args 0`. */
export type ContainerSnapshot = ReadonlyMap<string, Unit>;

/** What a container comes to. */
export function snapshotOf(container: ContainerTrace, place: PodPlace): ContainerSnapshot {
  const units = new Map<string, Unit>();
  const { resolved } = container;
  const at = (...path: (string | number)[]) => stringAt(place, [...resolved.path, ...path]);
  if (resolved.error !== undefined) units.set("error", { written: undefined, resolved: resolved.error.message });
  for (const { name, path, source, value } of resolved.env) {
    if (source.kind === "service") continue;
    const written = path?.at(-2) === "env" ? stringAt(place, [...path, "value"]) : undefined;
    units.set(`env ${name}`, { written, resolved: `${source.kind} ${value}` });
  }
  for (const list of ["command", "args"] as const) {
    resolved[list]?.forEach((text, i) => {
      units.set(`${list} ${i}`, { written: at(list, i), resolved: text });
    });
  }
  for (const [i, mount] of resolved.mounts.entries()) {
    const written = at("volumeMounts", i, "subPathExpr") ?? at("volumeMounts", i, "subPath");
    units.set(`volumeMounts ${i}`, { written, resolved: JSON.stringify(mount) });
  }
  for (const [probe, words] of Object.entries(resolved.exec) as [string, readonly string[]][]) {
    for (const [i, text] of words.entries()) {
      units.set(`${probe} ${i}`, { written: at(probe, "exec", "command", i), resolved: text });
    }
  }
  return units;
}

/** The name of the unit that contains a string, by its path in the container. */
export function unitOf(path: readonly (string | number)[], variable: string | undefined): string {
  const [list, index] = path;
  return list === "env" ? `env ${variable}` : `${list} ${index}`;
}

/**
 * What differs other than these units, and units that refer to them: the name of the first one, or `containers`;
 * undefined if nothing does.
 *
 * @param changed the names of units that can differ in each container
 */
export function otherDifference(
  before: readonly ContainerSnapshot[],
  after: readonly ContainerSnapshot[],
  changed: ReadonlySet<string>,
): string | undefined {
  if (before.length !== after.length) return "containers";
  for (const [i, units] of before.entries()) {
    const others = after[i]!;
    const may = withDependents(units, others, changed);
    for (const [name, { resolved }] of units) {
      const other = others.get(name);
      if (other === undefined || (!may.has(name) && other.resolved !== resolved)) return name;
    }
    for (const name of others.keys()) if (!units.has(name)) return name;
  }
  return undefined;
}

function withDependents(
  before: ContainerSnapshot,
  after: ContainerSnapshot,
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const units of [before, after]) {
    for (const [unit, { written }] of units) {
      if (written === undefined || !written.includes("$(")) continue;
      for (const { name } of referencesIn(written)) {
        addTo(users, `env ${name}`, unit);
      }
    }
  }
  const may = new Set([...before.keys()].filter((unit) => changed.has(unit)));
  for (const unit of may) for (const user of users.get(unit) ?? []) may.add(user);
  return may;
}
