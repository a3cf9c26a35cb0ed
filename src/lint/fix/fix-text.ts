/** Fixes a manifest's text, and keeps fixes only if reading the text again shows that they do what they should. */

import type { ContainerTrace } from "../../kubernetes/pod/trace/types.ts";
import type { PodPlace } from "../pod-place.ts";
import type { RawFinding, TextEdit } from "../raw-finding.ts";
import { movedDeclarations } from "./declaration-order.ts";
import { differsOnlyIn, Snapshot, unitOf } from "./resolved-snapshot.ts";

/** What was found in a text. */
export interface Looked {
  readonly findings: readonly RawFinding[];
}

/**
 * Gives the findings in a text; undefined if it cannot be read.
 *
 * @param onContainer is called for each container
 */
export type Look<L extends Looked = Looked> = (
  text: string,
  onContainer: (container: ContainerTrace, place: PodPlace) => void,
) => L | undefined;

/** The most attempts at fixing a text. Each reads the text once more. */
const MOST_ATTEMPTS = 20;

export interface FixedText<L extends Looked> {
  readonly text: string;
  /** What is found in the fixed text. */
  readonly looked: L;
  /** How many findings have a fix that was not applied. */
  readonly left: number;
}

/**
 * Fixes everything that can be fixed. Tries all fixes of a kind together, and halves of them if that changes something
 * else. Returns undefined if the text cannot be read.
 */
export function fixedText<L extends Looked>(text: string, look: Look<L>): FixedText<L> | undefined {
  let state = stateOf(text, look);
  if (state === undefined) return undefined;
  let attempts = 0;
  /** The text with the most fixes of the given ones that can be applied together. */
  const improved = (before: State<L>, fixable: RawFinding[], editsOf: typeof replacements): State<L> => {
    const groups = [fixable];
    let accepted: RawFinding[] = [];
    let best = before;
    for (let group = groups.pop(); group !== undefined && attempts < MOST_ATTEMPTS; group = groups.pop()) {
      const together = [...accepted, ...group];
      const edits = editsOf(before, together);
      if (edits.length === 0) continue;
      attempts++;
      const after = attempt(before, together, edits, look);
      if (after !== undefined) {
        best = after;
        accepted = together;
      } else if (group.length > 1) {
        const half = group.length >> 1;
        groups.push(group.slice(half), group.slice(0, half));
      }
    }
    return best;
  };
  // A fix can make another one possible: `${A}` becomes `$(A)` only where A is declared before.
  for (let before: State<L> | undefined; state !== before; ) {
    before = state;
    state = improved(state, fixableIn(state, false), replacements);
    state = improved(state, fixableIn(state, true), moves);
  }
  return { text: state.text, looked: state.looked, left: state.looked.findings.filter(({ fix }) => fix).length };
}

/** Whether the fix of a finding in a text changes only what it should: only then it is offered. */
export function isSoundFix(text: string, isMeant: (finding: RawFinding) => boolean, look: Look): boolean {
  const state = stateOf(text, look);
  const finding = state?.looked.findings.find((each) => each.fix !== undefined && isMeant(each));
  return finding !== undefined && attempt(state!, [finding], inOrder(finding.fix!.edits), look) !== undefined;
}

interface State<L extends Looked = Looked> {
  readonly text: string;
  readonly looked: L;
  readonly snapshot: Snapshot;
  readonly containers: readonly (readonly [ContainerTrace, PodPlace])[];
}

function stateOf<L extends Looked>(text: string, look: Look<L>): State<L> | undefined {
  const snapshot = new Snapshot();
  const containers: [ContainerTrace, PodPlace][] = [];
  const looked = look(text, (container, place) => {
    snapshot.add(container, place);
    containers.push([container, place]);
  });
  return looked && { text, looked, snapshot, containers };
}

/** The text with these findings fixed; undefined if that does not do what it should. */
function attempt<L extends Looked>(
  before: State<L>,
  fixed: readonly RawFinding[],
  edits: readonly TextEdit[],
  look: Look<L>,
): State<L> | undefined {
  const after = stateOf(withEdits(before.text, edits), look);
  if (after === undefined || after.looked.findings.length >= before.looked.findings.length) return undefined;
  // Containers that share a text by an alias have the finding once.
  const changed = new Set(fixed.flatMap(({ about }) => (about ? unitOf(about.path, about.variable) : [])));
  return differsOnlyIn(before.snapshot, after.snapshot, changed) ? after : undefined;
}

function fixableIn({ looked }: State, isMoved: boolean): RawFinding[] {
  return looked.findings.filter(({ fix, rule }) => fix && (rule === "use-before-declaration") === isMoved);
}

/** The edits that replace something in its place. Several findings can ask for the same one. */
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

function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
