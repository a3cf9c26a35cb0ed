/** Links from results to positions in the text. */

import type { Positions } from "../../src/text/position.ts";
import { element } from "./dom.ts";
import type { Range } from "./editor.ts";

export type GoTo = (range: Range) => void;

/** A button such as `line 12` that moves the cursor to the range. */
export function lineButton(range: Range, lines: Positions, goTo: GoTo): HTMLElement {
  const { line } = lines.at(range.start);
  return element("button", { type: "button", class: "place", onclick: () => goTo(range) }, `line ${line}`);
}
