/** The description of a symbol, for the tooltip and for the area below the editor. */

import { reasonText } from "../../src/kubernetes/pod/reason-text.ts";
import type { ViewedDefinition, ViewedSymbol, ViewedUse } from "../../src/lsp/view.ts";
import type { Positions } from "../../src/text/position.ts";
import { HIDDEN, visibleText } from "../../src/text/printable.ts";
import { element } from "./dom.ts";
import { type GoTo, lineButton } from "./places.ts";

/** A short description of each verdict. */
const VERDICTS: Readonly<Record<ViewedUse["verdict"], string>> = {
  expanded: "expanded",
  escaped: "escaped",
  "declared-later": "not expanded",
  undefined: "not expanded",
  unknown: "unknown",
  "not-expanded-here": "never expanded here",
  malformed: "not expanded",
  shell: "left to the shell",
};

/** A value for display. */
export function valueElement(value: string): HTMLElement {
  return value === "" ? element("i", { class: "empty" }, "empty") : codeElement("value", value);
}

/** Text in which each invisible character is displayed as a mark: `\n` without a mark is a backslash and a letter. */
export function codeElement(look: "value" | "word", text: string): HTMLElement {
  const parts = text.split(new RegExp(`(${HIDDEN.source})`, "u")).map((part, i) => {
    const shown = part === "\n" ? "↵" : visibleText(part);
    return i % 2 === 0 ? shown : element("span", { class: "hidden", title: visibleText(part) }, shown);
  });
  return element("code", { class: look }, ...parts);
}

export function symbolElement(symbol: ViewedSymbol, text: string, lines: Positions, goTo: GoTo): HTMLElement {
  const { use, definitions, notes, where } = symbol;
  const written = text.slice(symbol.start, symbol.end);
  const parts: Node[] = [element("p", { class: "what" }, element("code", {}, written))];
  if (use !== undefined) {
    const { declaration, meant, needs, value, verdict } = use;
    const outcome = element("p", {}, element("b", { class: `verdict ${verdict}` }, VERDICTS[verdict]));
    if (value !== undefined) outcome.append(": ", valueElement(value));
    else outcome.append(`: ${needs === undefined ? reasonText(use.use) : `needs ${needs}`}`);
    if (meant !== undefined) outcome.append(`; did you mean ${meant}?`);
    if (declaration !== undefined) outcome.append(" (", lineButton(declaration, lines, goTo), ")");
    parts.push(outcome);
    if (use.isFormer)
      parts.push(element("p", { class: "former" }, "from the last version of the text that could be parsed"));
  }
  if (definitions.length > 0) {
    parts.push(element("ul", {}, ...definitions.map((definition) => definitionElement(definition, lines, goTo))));
  }
  for (const note of notes) parts.push(element("p", {}, note));
  if (where !== "") parts.push(element("p", { class: "where" }, where));
  return element("div", { class: "symbol" }, ...parts);
}

function definitionElement(definition: ViewedDefinition, lines: Positions, goTo: GoTo): HTMLElement {
  const { entry, from, isHidden, needs, source, unless, value } = definition;
  const item = element("li", {});
  if (value !== undefined) item.append(valueElement(value), " from ");
  item.append(from);
  if (entry !== undefined) item.append(", ", lineButton(entry, lines, goTo));
  if (source !== undefined) item.append(", value in ", lineButton(source, lines, goTo));
  if (needs !== undefined) item.append(`; unknown: needs ${needs}`);
  if (unless !== undefined) item.append(`; unless ${unless} sets it`);
  if (isHidden) item.append(" (overridden)");
  return item;
}
