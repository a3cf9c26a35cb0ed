/** What rules find, before it is known which rule it is of. */

import type { Node } from "../../yaml/node.ts";
import type { RawFinding, RawFix, TextRange } from "../finding.ts";

export type Problem = Omit<RawFinding, "rule">;

/** The annotation of `owner` can suppress it. */
export type SetProblem = Problem & { readonly owner: Node };

/** `file` is the name of the file in the project. */
export type ProjectProblem = Problem & { readonly file: string };

export interface UseProblem extends Pick<RawFinding, "message" | "same" | "meant" | "atMost"> {
  /** The fix, if it has only one possible result. `range` is the range of the use in the text. */
  fix?(range: TextRange): RawFix | undefined;
}
