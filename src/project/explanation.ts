/** Which level a variable has its value from. */
import { Unresolved } from "../template/context/unresolved.ts";
import { isMap } from "../template/values.ts";
import type { SourcePlace } from "../variables/error.ts";
import { getOwn } from "../variables/map.ts";
import { overrideVariables } from "../variables/override.ts";
import { valueOf } from "./resolution.ts";
import type { Scope } from "./scope.ts";

/** What a level says about a variable. */
export interface Origin {
  /** What people call the level: `the project's variables`, a varfile's path, `--var`. */
  readonly level: string;
  /** Where it says so; undefined for what is in no file. */
  readonly place: SourcePlace | undefined;
  readonly value: unknown;
  /** Whether the value is not known yet. */
  readonly isLate: boolean;
  /** Whether the value depends on a secret; it is not here then. */
  readonly isSecret: boolean;
  /**
   * `gives`: the value is this one; `adds`: a map in which levels above have changed something; `removes`: the variable is
   * taken away; `hidden`: a level above gives or removes it.
   */
  readonly effect: "gives" | "adds" | "removes" | "hidden";
}

/** The value of a variable in one document, and what each level says about it, from the highest to the lowest. */
export interface Explanation {
  /** `environment NAME`, or `KIND.NAME` for an action that says something itself. */
  readonly document: string;
  /** As a template writes it. */
  readonly variable: string;
  readonly value: unknown;
  readonly isLate: boolean;
  readonly isSecret: boolean;
  readonly origins: readonly Origin[];
}

/** A value as far as it may be told. */
export interface Told {
  readonly value: unknown;
  readonly isLate: boolean;
  readonly isSecret: boolean;
}

/** What a level says about a variable, if it says something. */
export type Said = Omit<Origin, "effect">;

/** The keys of a variable that is written `a.b`, `var.a.b` or `variables.a.b`. */
export function keysOf(variable: string, scope: Scope): string[] {
  const name = variable.replace(/^(?:var|variables)\./, "");
  const isWhole = isMap(scope.values) && Object.hasOwn(scope.values, name);
  return isWhole ? [name] : name.split(".");
}

/**
 * What overrides and levels say, from the highest to the lowest; nothing for one that says nothing.
 *
 * @param levels those that may say something, from the lowest to the highest; 0 is the lowest of all
 * @param saidBy what a level says
 * @param override what overrides say
 */
export function originsOf(
  levels: readonly number[],
  saidBy: (level: number) => Said | undefined,
  override: unknown,
): Origin[] {
  /** With whether it is the lowest level of all: there a null is a value, and takes nothing away. */
  const said: (Said & { isBase: boolean })[] = [];
  if (override !== undefined) {
    said.push({ level: "--var", place: undefined, value: override, isLate: false, isSecret: false, isBase: false });
  }
  for (const level of [...levels].reverse()) {
    const by = saidBy(level);
    if (by !== undefined) said.push({ ...by, isBase: level === 0 });
  }
  let isDecided = false;
  return said.map(({ isBase, ...origin }) => {
    if (isDecided) return { ...origin, effect: "hidden" };
    isDecided = !isMap(origin.value);
    if (origin.value === null && !isBase) return { ...origin, effect: "removes" };
    return { ...origin, effect: isDecided || said.length === 1 ? "gives" : "adds" };
  });
}

export function saysSomething({ value, isLate, isSecret }: Told): boolean {
  return value !== undefined || isLate || isSecret;
}

/** What overrides say about a variable; undefined if they say nothing. */
export function overriding(overrides: Readonly<Record<string, string>>, keys: readonly string[]): unknown {
  if (Object.hasOwn(overrides, keys.join("."))) return overrides[keys.join(".")];
  const relevant = Object.entries(overrides).filter(([key]) => key.split(".", 1)[0] === keys[0]);
  try {
    return memberOf(overrideVariables({}, Object.fromEntries(relevant)), keys);
  } catch {
    // An element of a list that only a level has.
    return undefined;
  }
}

/** A value within a tree; undefined if it is not there, `Unresolved` if it is late. */
export function memberOf(tree: unknown, keys: readonly string[]): unknown {
  let node = tree;
  const path = ["var"];
  for (const key of keys) {
    if (typeof node === "function") node = valueOf(node, path, []);
    if (node instanceof Unresolved) return node;
    if (isMap(node)) node = getOwn(node, key);
    else if (Array.isArray(node)) node = node[Number(key)];
    else return undefined;
    path.push(key);
  }
  return valueOf(node, path, []);
}
