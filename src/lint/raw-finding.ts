/** A finding of a rule, before it is known whether it is reported. */

import type { TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import type { Path } from "../yaml/node.ts";
import type { TextRange } from "./pod-place.ts";

/** A change of a text: offsets in UTF-16 code units. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

export interface RawFix {
  readonly description: string;
  readonly edits: readonly TextEdit[];
}

/** A text in a container, and the variable whose value it is. */
export interface About {
  readonly path: ManifestPath;
  readonly variable: string | undefined;
  readonly use: TracedUse;
}

/** Offsets are in the text of the part of the file that is looked at. */
export interface RawFinding extends TextRange {
  readonly rule: string;
  readonly message: string;
  /** What it is about in a manifest: a path in the document. */
  readonly path?: Path;
  /** The message without the places in it, where it has some. */
  readonly same?: string;
  readonly name?: string;
  readonly object?: string;
  readonly fix?: RawFix | undefined;
  /** Of a finding with a fix: the text that the container sees otherwise when it is fixed. */
  readonly about?: About | undefined;
}
