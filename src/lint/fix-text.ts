/** Fixes a manifest's text, and keeps a fix only where reading the text again shows that it does what it should. */

import type { ContainerTrace } from "../kubernetes/pod/trace/types.ts";
import type { PodPlace } from "./pod-place.ts";
import type { RawFinding, RawFix, TextEdit } from "./raw-finding.ts";
import { differsOnlyIn, Snapshot, unitOf } from "./resolved-snapshot.ts";

/**
 * Gives the findings in a text; undefined if it cannot be read.
 *
 * @param onContainer is called for each container
 */
export type Look = (
  text: string,
  onContainer: (container: ContainerTrace, place: PodPlace) => void,
) => readonly RawFinding[] | undefined;

/** How often a text is fixed again, with what could not be done together. */
const MOST_ROUNDS = 20;
/** How many fixes are tried one by one, where all together do something else, too. */
const MOST_SINGLE = 100;
/** How many are done at once. */
const MOST_TOGETHER = 1000;

/** The text with everything fixed that can be; the same text if nothing can. */
export function fixedText(text: string, look: Look): string {
  let current = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const state = stateOf(current, look);
    const fixable = state?.findings.filter(({ fix }) => fix !== undefined) ?? [];
    if (state === undefined || fixable.length === 0) break;
    const next =
      attempt(state, compatible(fixable.slice(0, MOST_TOGETHER)), look) ??
      firstOf(fixable.slice(0, MOST_SINGLE), (finding) => attempt(state, [finding], look));
    if (next === undefined) break;
    current = next;
  }
  return current;
}

/** Whether the fix of a finding in a text does what it should: only then `--fix` makes it. */
export function isSoundFix(text: string, isMeant: (finding: RawFinding) => boolean, look: Look): boolean {
  const state = stateOf(text, look);
  const finding = state?.findings.find((each) => each.fix !== undefined && isMeant(each));
  return finding !== undefined && attempt(state!, [finding], look) !== undefined;
}

interface State {
  readonly text: string;
  readonly findings: readonly RawFinding[];
  readonly snapshot: Snapshot;
}

function stateOf(text: string, look: Look): State | undefined {
  const snapshot = new Snapshot();
  const findings = look(text, snapshot.add);
  return findings && { text, snapshot, findings };
}

/** The text with these findings fixed; undefined if that does not do what it should. */
function attempt(before: State, fixed: readonly RawFinding[], look: Look): string | undefined {
  const text = withEdits(before.text, editsOf(fixed));
  const after = stateOf(text, look);
  if (after === undefined || after.findings.length >= before.findings.length) return undefined;
  const changed = changedUnits(before, fixed);
  return differsOnlyIn(before.snapshot, after.snapshot, changed) ? text : undefined;
}

/** For each container, what its findings are about. */
function changedUnits({ snapshot }: State, fixed: readonly RawFinding[]): Set<string>[] {
  const changed = snapshot.containers.map(() => new Set<string>());
  for (const { about } of fixed) {
    // Containers that share a text by an alias have the finding once.
    if (about !== undefined) for (const units of changed) units.add(unitOf(about.path, about.variable));
  }
  return changed;
}

/** As many as do not touch each other's text. */
function compatible(findings: readonly RawFinding[]): RawFinding[] {
  const taken: TextEdit[] = [];
  return findings.filter(({ fix }) => {
    const edits = fix!.edits.filter((edit) => !taken.some((other) => isSame(edit, other)));
    if (edits.length > 0 && edits.length < fix!.edits.length) return false;
    if (edits.some((edit) => taken.some((other) => touches(edit, other)))) return false;
    taken.push(...edits);
    return true;
  });
}

function editsOf(findings: readonly RawFinding[]): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { fix } of findings as readonly { readonly fix: RawFix }[]) {
    for (const edit of fix.edits) if (!edits.some((other) => isSame(edit, other))) edits.push(edit);
  }
  return edits.sort((a, b) => a.start - b.start);
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

function firstOf<T, R>(items: readonly T[], action: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = action(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
