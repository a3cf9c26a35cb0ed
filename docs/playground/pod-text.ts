/** What is said of a variable: where the mouse rests, and of the place that the cursor is at. */

import type { Symbol, ViewedDefinition, ViewedUse } from "../../src/lsp/view.ts";
import { HIDDEN, visibleText } from "../../src/text/printable.ts";
import { element } from "./dom.ts";
import { type GoTo, type Lines, lineButton } from "./places.ts";

/** What each verdict means, in a few words. */
const VERDICTS: Readonly<Record<ViewedUse["verdict"], string>> = {
  expanded: "expanded",
  escaped: "escaped",
  "declared-later": "stays as written",
  undefined: "stays as written",
  unknown: "not known here",
  "not-expanded-here": "never expanded here",
  malformed: "stays as written",
  shell: "left to the shell",
};

/** The value as people read it. */
export function valueElement(value: string): HTMLElement {
  return value === "" ? element("i", { class: "empty" }, "empty") : codeElement("value", value);
}

/** A text in which each character that does not show is a mark: `\n` without a mark is a backslash and a letter. */
export function codeElement(look: "value" | "word", text: string): HTMLElement {
  const parts = text.split(new RegExp(`(${HIDDEN.source})`, "u")).map((part, i) => {
    const shown = part === "\n" ? "↵" : visibleText(part);
    return i % 2 === 0 ? shown : element("span", { class: "hidden", title: visibleText(part) }, shown);
  });
  return element("code", { class: look }, ...parts);
}

export function symbolElement(symbol: Symbol, text: string, lines: Lines, goTo: GoTo): HTMLElement {
  const { use, definitions, notes, where } = symbol;
  const written = text.slice(symbol.start, symbol.end);
  const parts: Node[] = [element("p", { class: "what" }, element("code", {}, written))];
  if (use !== undefined) {
    const { declaration, meant, needs, reason, value, verdict } = use;
    const outcome = element("p", {}, element("b", { class: `verdict ${verdict}` }, VERDICTS[verdict]));
    if (value !== undefined) outcome.append(": ", valueElement(value));
    else outcome.append(`: ${needs === undefined ? reason : `needs ${needs}`}`);
    if (meant !== undefined) outcome.append(`; did you mean ${meant}?`);
    if (declaration !== undefined) outcome.append(" (", lineButton(declaration, lines, goTo), ")");
    parts.push(outcome);
    if (use.isFormer) parts.push(element("p", { class: "former" }, "so it was when the text could be read last"));
  }
  if (definitions.length > 0) {
    parts.push(element("ul", {}, ...definitions.map((definition) => definitionElement(definition, lines, goTo))));
  }
  for (const note of notes) parts.push(element("p", {}, note));
  if (where !== "") parts.push(element("p", { class: "where" }, where));
  return element("div", { class: "symbol" }, ...parts);
}

function definitionElement(definition: ViewedDefinition, lines: Lines, goTo: GoTo): HTMLElement {
  const { entry, from, isHidden, needs, source, unless, value } = definition;
  const item = element("li", {});
  if (value !== undefined) item.append(valueElement(value), " from ");
  item.append(from);
  if (entry !== undefined) item.append(", ", lineButton(entry, lines, goTo));
  if (source !== undefined) item.append(", value in ", lineButton(source, lines, goTo));
  if (needs !== undefined) item.append(`; not known here: needs ${needs}`);
  if (unless !== undefined) item.append(`; unless ${unless} sets it`);
  if (isHidden) item.append(" (hidden)");
  return item;
}
