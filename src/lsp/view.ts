/** Views of texts for editors, based on the trace and on lint. */

import type { TracedUse, UseVerdict } from "../kubernetes/pod/trace/types.ts";
import type { Finding, RawFix, TextRange } from "../lint/finding.ts";
import type { Place } from "./places.ts";
import type { FileKind } from "./settings.ts";

/** A finding of lint, with its range in the text. */
export interface ViewedFinding extends TextRange {
  readonly finding: Finding;
  readonly fix: RawFix | undefined;
}

/** An error: a text that cannot be read, or a pod that cannot be resolved. */
export interface Problem extends TextRange {
  readonly message: string;
}

/** A definition of a variable for display. */
export interface ViewedDefinition {
  /** `***` if a part of it is secret; undefined if it is unknown or not set. */
  readonly value: string | undefined;
  /** The source of the value: `configMapKeyRef shop/web HOST`. */
  readonly from: string;
  /** The entry of `env` or `envFrom`, or the variable in a Garden project. */
  readonly entry: Place | undefined;
  /** The entry sets one variable: it is in `env`, not in `envFrom`. */
  readonly isWhole: boolean;
  /** The key of a ConfigMap or Secret, or the Service, that has the value. */
  readonly source: Place | undefined;
  /** The information that is missing for the value or a part of it. */
  readonly needs: string | undefined;
  /** Something that can set the variable to another value. */
  readonly unless: string | undefined;
  /** Another definition hides it. */
  readonly isHidden: boolean;
}

/** A use of a variable. */
export interface ViewedUse extends TextRange {
  readonly name: string;
  readonly verdict: UseVerdict;
  /** The use in the trace, with its reason. */
  readonly use: TracedUse;
  /** The value of the reference; `***` if a part of it is secret. */
  readonly value: string | undefined;
  /** The container: `Deployment/web, container app`. */
  readonly where: string;
  /** The effective definition, then those that it hides. */
  readonly definitions: readonly ViewedDefinition[];
  /** The entry of `env` that is declared too late. */
  readonly declaration: Place | undefined;
  /** The information that is missing, if it is unknown. */
  readonly needs: string | undefined;
  /** The closest name, if this one is not defined. */
  readonly meant: string | undefined;
  /** It is from the last version of the text that could be read. */
  readonly isFormer: boolean;
}

/** A name that a reference can use, and the value and the source of its definition. */
export interface VisibleName extends Pick<ViewedDefinition, "value" | "from"> {
  readonly name: string;
}

/** Names to insert at a place. */
export interface Completion {
  /** The range to replace: the typed part of the name, and its parenthesis. */
  readonly start: number;
  readonly end: number;
  readonly names: readonly CompletionName[];
}

export interface CompletionName {
  readonly label: string;
  /** Its value, on one line. */
  readonly detail: string;
  /** The inserted text. */
  readonly text: string;
  /** It replaces the dot before it. */
  readonly takesDot?: boolean;
}

/** A variable at a place: its declaration or a use. */
export interface ViewedSymbol extends TextRange {
  readonly name: string;
  readonly where: string;
  readonly definitions: readonly ViewedDefinition[];
  /** Further lines of the hover text. */
  readonly notes: readonly string[];
  /** The use, if it is one. */
  readonly use: ViewedUse | undefined;
  /** The hover text, instead of the definitions. */
  lines?(placeText: (place: Place) => string): string[];
  /** All places of the variable, including declarations. */
  references(): readonly Place[];
}

/** The places of a variable that can be renamed. The range is that of its name at the cursor. */
export interface Renaming extends TextRange {
  readonly ranges: readonly TextRange[];
  /** Why it cannot have a name. */
  problemOf(newName: string): string | undefined;
}

/** An object, a container, or a variable. */
export interface OutlineEntry extends TextRange {
  readonly kind: "object" | "container" | "variable";
  readonly name: string;
  readonly detail: string;
  /** The range of the name. */
  readonly selected: TextRange;
  readonly children: readonly OutlineEntry[];
}

export interface TextView {
  readonly kind: FileKind;
  readonly findings: readonly ViewedFinding[];
  readonly problems: readonly Problem[];
  /** Every use, in the order of the text. */
  readonly uses: readonly ViewedUse[];
  /** The fix of a finding, if it changes nothing else. */
  fixOf?(finding: ViewedFinding): RawFix | undefined;
  /** The variable at a place, if there is one. */
  symbolAt(offset: number): ViewedSymbol | undefined;
  /** The names that a reference at a place can use. Empty where references are never expanded. */
  visibleAt?(offset: number): readonly VisibleName[];
  /** The comment that suppresses a finding, if there is a place for one. */
  ignoring?(finding: ViewedFinding): RawFix | undefined;
  /** Renames the variable at a place; a string if it cannot be renamed, and why. */
  renamingAt?(offset: number): Renaming | string | undefined;
  outline?(): readonly OutlineEntry[];
  /** Completion of texts other than `$(NAME)`. */
  completionAt?(offset: number): Completion | undefined;
}
