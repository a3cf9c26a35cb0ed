/** Hover text, in the layout of `varexpand explain`. */

import { needText, reasonText } from "../kubernetes/pod/reason-text.ts";
import { MASK } from "../kubernetes/pod/sources/secret-value.ts";
import { printable } from "../text/printable.ts";
import type { Place } from "./places.ts";
import type { ViewedDefinition, ViewedSymbol, ViewedUse } from "./view.ts";

/** The most characters of a name or a place. */
const NAME_WIDTH = 1000;
/** More definitions are only counted. */
const MAX_DEFINITIONS = 20;

/** @param placeText names a place: `shop.yaml:24:11` */
export function hoverLines(symbol: ViewedSymbol, placeText: (place: Place) => string): string[] {
  if (symbol.lines !== undefined) return symbol.lines(placeText);
  const { definitions, name, notes, use, where } = symbol;
  const [counting] = definitions;
  const titles = [name, where].filter((each) => each !== "");
  const about = titles.map((each) => printable(each, NAME_WIDTH)).join(" in ");
  // An entry of `envFrom` sets several variables.
  const defined = counting && name !== "" ? definitionText(counting) : undefined;
  const outcome = use === undefined ? defined : useText(use, counting, placeText);
  const lines = [outcome === undefined ? about : `${about}: ${outcome}`];
  if (use?.isFormer) lines.push("  (before the syntax error)");
  for (const definition of definitions.slice(0, MAX_DEFINITIONS)) lines.push(`  ${rowOf(definition, placeText)}`);
  if (definitions.length > MAX_DEFINITIONS) lines.push(`  and ${definitions.length - MAX_DEFINITIONS} more`);
  for (const note of notes) lines.push(`  ${printable(note, NAME_WIDTH)}`);
  return lines;
}

function definitionText({ needs, unless, value }: ViewedDefinition): string | undefined {
  if (value === undefined) return needs === undefined ? undefined : needText(printable(needs));
  if (unless !== undefined) return `${valueText(value)}, unless ${printable(unless)} sets it`;
  return needs === undefined ? valueText(value) : `${valueText(value)}, in part ${needText(printable(needs))}`;
}

function useText(
  { declaration, meant, needs, use, value, verdict }: ViewedUse,
  counting: ViewedDefinition | undefined,
  placeText: (place: Place) => string,
): string {
  if (verdict === "expanded" && value !== undefined) {
    // A probe uses a different value.
    return (counting?.value === value && definitionText(counting)) || valueText(value);
  }
  if (needs !== undefined) return needText(printable(needs));
  const hint = meant === undefined ? "" : `; did you mean ${printable(meant)}?`;
  const why = reasonText(use, declaration && `at ${placeText(declaration)}`);
  return `${verdict}: ${why}${hint}`;
}

function rowOf(definition: ViewedDefinition, placeText: (place: Place) => string): string {
  const { entry, from, isHidden, source, value } = definition;
  const places = [entry, source].flatMap((place) => (place === undefined ? [] : [placeText(place)]));
  const shown = value === undefined ? "(unknown)" : valueText(value);
  return [shown, [from, ...places].join(", ") + (isHidden ? " (hidden)" : "")].join("  ");
}

function valueText(value: string): string {
  return value === MASK ? MASK : printable(JSON.stringify(value));
}
