/** The list of findings below an editor. */

import type { Positions } from "../../src/text/position.ts";
import { element } from "./dom.ts";
import type { Range, TextEditor } from "./editor.ts";
import { type GoTo, lineButton } from "./places.ts";

export interface ShownFinding extends Range {
  readonly level: "error" | "warning" | "note" | "broken";
  readonly message: string;
  /** The rule's id. */
  readonly rule?: string;
  readonly fix?: { readonly description: string; readonly edits: readonly (Range & { readonly text: string })[] };
}

const WORDS = { error: "error", warning: "warning", note: "note", broken: "syntax error" };

export function showFindings(
  list: HTMLElement,
  findings: readonly ShownFinding[],
  lines: Positions,
  goTo: GoTo,
  editor: Pick<TextEditor, "change">,
): void {
  list.replaceChildren(
    ...findings.map(({ level, message, rule, fix, ...range }) =>
      element(
        "li",
        { class: `finding ${level}` },
        element("span", { class: "level" }, WORDS[level]),
        " ",
        lineButton(range, lines, goTo),
        " ",
        element(
          "span",
          { class: "message" },
          message,
          rule !== undefined && " ",
          rule !== undefined && element("a", { href: `rules/${rule}.html` }, element("code", {}, rule)),
        ),
        fix &&
          element("button", { type: "button", class: "fix", onclick: () => editor.change(fix.edits) }, fix.description),
      ),
    ),
  );
  if (findings.length === 0) list.append(element("li", { class: "none" }, "No findings."));
}

/** `2 errors, 1 warning`. */
export function countText(findings: readonly ShownFinding[]): string {
  const counts = (["broken", "error", "warning", "note"] as const).flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    if (count === 0) return [];
    if (level === "broken") return count === 1 ? "1 syntax error" : `${count} syntax errors`;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  });
  return counts.length === 0 ? "no findings" : counts.join(", ");
}
