/** Fixes a manifest's text. A fix is kept only if linting the result shows no other changes. */

import type { ContainerTrace, PodTrace } from "../../kubernetes/pod/trace/types.ts";
import type { RawFinding, TextEdit } from "../finding.ts";
import { type PodPlace, shownName } from "../pod-place.ts";
import { movedDeclarations } from "./declaration-order.ts";
import { type ContainerSnapshot, otherDifference, snapshotOf, unitOf } from "./resolved-snapshot.ts";

export interface LintedText {
  readonly findings: readonly RawFinding[];
}

/**
 * Lints a text; undefined if it cannot be read.
 *
 * @param onPod is called for each pod
 */
export type LintText<L extends LintedText = LintedText> = (
  text: string,
  onPod: (trace: PodTrace, place: PodPlace) => void,
) => L | undefined;

/** The most attempts at fixing a text. Each reads the text once more. */
const MAX_ATTEMPTS = 20;

export interface FixedText<L extends LintedText> {
  readonly text: string;
  /** The result of linting the fixed text. */
  readonly linted: L;
  /** How many findings are fixed. */
  readonly fixed: number;
  /** The fixes that were not applied. */
  readonly left: readonly UnappliedFixes[];
}

/** Fixes that were not applied for the same reason. */
export interface UnappliedFixes {
  readonly count: number;
  /** Follows "because". */
  readonly reason: string;
}

/**
 * Applies all fixes of a kind together, or halves of them if that changes something else. Returns undefined if the text cannot be read.
 */
export function fixedText<L extends LintedText>(text: string, lint: LintText<L>): FixedText<L> | undefined {
  const first = stateOf(text, lint);
  if (first === undefined) return undefined;
  let state = first;
  let attempts = 0;
  /** The text with as many of these fixes as can be applied together. */
  const improved = (before: State<L>, fixable: RawFinding[], editsOf: typeof replacements): State<L> => {
    const groups = [fixable];
    let accepted: RawFinding[] = [];
    let best = before;
    for (let group = groups.pop(); group !== undefined && attempts < MAX_ATTEMPTS; group = groups.pop()) {
      const together = [...accepted, ...group];
      const edits = editsOf(before, together);
      if (edits.length === 0) continue;
      attempts++;
      const after = attempt(before, together, edits, lint);
      if (typeof after !== "string") {
        best = after;
        accepted = together;
      } else if (group.length > 1) {
        const half = group.length >> 1;
        groups.push(group.slice(half), group.slice(0, half));
      }
    }
    return best;
  };
  // A fix can allow another: `${A}` becomes `$(A)` only where A is already declared.
  for (let before: State<L> | undefined; state !== before; ) {
    before = state;
    state = improved(state, fixableIn(state, false), replacements);
    state = improved(state, fixableIn(state, true), moves);
  }
  const left = new Map<string, number>();
  const isCircle = moves(state, fixableIn(state, true)).length === 0;
  for (const finding of state.linted.findings) {
    if (finding.fix === undefined) continue;
    let reason = "other values would change";
    if (isCircle && isMove(finding)) reason = "entries refer to each other in a circle";
    else if (attempts++ < MAX_ATTEMPTS) {
      const edits = (isMove(finding) ? moves : replacements)(state, [finding]);
      const failed = attempt(state, [finding], edits, lint);
      if (typeof failed === "string") reason = failed;
    }
    left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  return {
    text: state.text,
    linted: state.linted,
    fixed: first.linted.findings.length - state.linted.findings.length,
    left: Array.from(left, ([reason, count]) => ({ reason, count })),
  };
}

/** Whether the fix of a finding changes nothing else. */
export function isSoundFix(text: string, isMeant: (finding: RawFinding) => boolean, lint: LintText): boolean {
  const state = stateOf(text, lint);
  const finding = state?.linted.findings.find((each) => each.fix !== undefined && isMeant(each));
  return finding !== undefined && typeof attempt(state!, [finding], inOrder(finding.fix!.edits), lint) !== "string";
}

interface State<L extends LintedText = LintedText> {
  readonly text: string;
  readonly linted: L;
  readonly snapshot: readonly ContainerSnapshot[];
  readonly containers: readonly (readonly [ContainerTrace, PodPlace])[];
}

function stateOf<L extends LintedText>(text: string, lint: LintText<L>): State<L> | undefined {
  const containers: [ContainerTrace, PodPlace][] = [];
  const linted = lint(text, (trace, place) => {
    for (const container of trace.containers) containers.push([container, place]);
  });
  return linted && { text, linted, snapshot: containers.map((each) => snapshotOf(...each)), containers };
}

/** The text with these findings fixed, or why it is not: something else changes, or no finding disappears. */
function attempt<L extends LintedText>(
  before: State<L>,
  fixed: readonly RawFinding[],
  edits: readonly TextEdit[],
  lint: LintText<L>,
): State<L> | string {
  const after = stateOf(withEdits(before.text, edits), lint);
  if (after === undefined) return "the result is not valid YAML";
  if (after.linted.findings.length >= before.linted.findings.length) return "another finding would appear";
  // Containers that share a string through a YAML alias have one finding for it.
  const changed = new Set(fixed.flatMap(({ about }) => (about ? unitOf(about.path, about.variable) : [])));
  const other = otherDifference(before.snapshot, after.snapshot, changed);
  if (other === undefined) return after;
  const [kind, what] = other.split(" ");
  return `${kind === "env" ? `the value of ${shownName(what!)}` : what ? `${kind}[${what}]` : kind} would change`;
}

function isMove({ rule }: RawFinding): boolean {
  return rule === "use-before-declaration";
}

function fixableIn({ linted }: State, isMoved: boolean): RawFinding[] {
  return linted.findings.filter((finding) => finding.fix && isMove(finding) === isMoved);
}

/** The edits that replace text in place. Several findings can have the same edit. */
function replacements(_: State, findings: readonly RawFinding[]): TextEdit[] {
  const edits = findings.flatMap(({ fix }) => fix!.edits);
  return inOrder(new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values());
}

/** The edits that move declarations. */
function moves({ containers }: State, findings: readonly RawFinding[]): TextEdit[] {
  const uses = new Set(findings.flatMap(({ about }) => about?.use ?? []));
  return inOrder(containers.flatMap(([container, place]) => movedDeclarations(container, place, uses)));
}

function inOrder(edits: Iterable<TextEdit>): TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

/** @param edits in the order of the text */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
