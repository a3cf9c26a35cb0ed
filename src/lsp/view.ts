/** What people see of a text: a view of the trace and of lint, which decide everything. */

import type { UseVerdict } from "../kubernetes/pod/trace/types.ts";
import type { Finding } from "../lint/finding.ts";
import type { TextRange } from "../lint/pod-place.ts";
import type { RawFix } from "../lint/raw-finding.ts";
import type { Place } from "./places.ts";
import type { FileKind } from "./settings.ts";

/** A finding of lint, with its range in the text. */
export interface ViewedFinding extends TextRange {
  readonly finding: Finding;
  /** The finding's fix, with ranges in the text. */
  readonly fix: RawFix | undefined;
}

/** Where and why a text cannot be read, or a pod cannot be resolved. */
export interface Problem extends TextRange {
  readonly message: string;
}

/** One definition of a variable, as people may see it. */
export interface ViewedDefinition {
  /** `***` if a part of it is secret; undefined if it is unknown, or nothing is set. */
  readonly value: string | undefined;
  readonly isSecret: boolean;
  /** Where the value comes from, in words: `configMapKeyRef shop/web HOST`. */
  readonly from: string;
  /** The entry of `env` or `envFrom`, the variable in its level. */
  readonly entry: Place | undefined;
  /** The entry gives the whole value: it is one of `env`, and not one of `envFrom`. */
  readonly isWhole: boolean;
  /** What the entry takes the value from: the key of a ConfigMap or Secret, the Service. */
  readonly source: Place | undefined;
  /** What it needs, to know the value or the rest of it. */
  readonly needs: string | undefined;
  /** What may set the variable to something else. */
  readonly unless: string | undefined;
  /** Another definition covers it. */
  readonly isHidden: boolean;
}

/** A use of a variable. */
export interface ViewedUse extends TextRange {
  readonly name: string;
  readonly verdict: UseVerdict;
  readonly reason: string;
  /** What stands in its place; `***` if a part of it is secret. */
  readonly value: string | undefined;
  readonly isSecret: boolean;
  /** Who sees it: `Deployment/web, container app`. */
  readonly where: string;
  /** The one that counts first, then those that it covers. */
  readonly definitions: readonly ViewedDefinition[];
  /** The entry of `env` that comes too late. */
  readonly declaration: Place | undefined;
  /** What would settle it, if it is unknown. */
  readonly needs: string | undefined;
  /** The closest name, if nothing defines this one. */
  readonly meant: string | undefined;
  /** This was so when the text could be read last. */
  readonly isFormer: boolean;
}

/** A name that a reference may have at some place, and what it would be. */
export interface VisibleName {
  readonly name: string;
  readonly definition: ViewedDefinition;
}

/** Names that may be written at a place. */
export interface Completion {
  /** What is replaced: the name as far as it is written, and its parenthesis. */
  readonly start: number;
  readonly end: number;
  readonly names: readonly CompletionName[];
}

export interface CompletionName {
  readonly label: string;
  /** What it would be, on one line. */
  readonly detail: string;
  /** What is written. */
  readonly text: string;
  /** It takes the place of the dot in front of it. */
  readonly takesDot?: boolean;
}

/** A variable that a place is about: its name where it is declared, or a use. */
export interface Symbol extends TextRange {
  readonly name: string;
  readonly where: string;
  readonly definitions: readonly ViewedDefinition[];
  /** What else there is to say, a line each. */
  readonly notes: readonly string[];
  /** The use, if it is one. */
  readonly use: ViewedUse | undefined;
  /** What people are told, if not what the definitions say. */
  lines?(placeText: (place: Place) => string): string[];
  /** Every place of the variable, its declarations included. */
  references(): readonly Place[];
}

export interface TextView {
  readonly kind: FileKind;
  readonly findings: readonly ViewedFinding[];
  readonly problems: readonly Problem[];
  /** Every use, in the order of the text. */
  readonly uses: readonly ViewedUse[];
  /** The fix of a finding, if it does what it should and nothing else. */
  fixOf(finding: ViewedFinding): RawFix | undefined;
  /** What stands at a place; undefined if it is about no variable. */
  symbolAt(offset: number): Symbol | undefined;
  /** The names that a reference at a place may have; none where references are never expanded. */
  visibleAt(offset: number): readonly VisibleName[];
  /** What may be written at a place, where that is no reference `$(NAME)`. */
  completionAt?(offset: number): Completion | undefined;
}
