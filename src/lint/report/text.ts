/** `-o text`: a line for each finding and, on a terminal, its source line. */

import { grouped } from "../../text/grouped.ts";
import { printable, visibleText } from "../../text/printable.ts";
import type { Finding, Severity, SourceLine } from "../finding.ts";
import { messageOf, type Report } from "./report.ts";

export interface TextOptions {
  readonly colors: boolean;
  /** Whether source lines are shown. */
  readonly withSource: boolean;
  /** Whether repeated findings are listed separately. */
  readonly all: boolean;
  /** The columns of the terminal, if there is one. Source lines are truncated to it. */
  readonly width?: number | undefined;
  /** Breaks a line of the report for the terminal. */
  readonly fitted?: (line: string) => string;
}

/** How many places of a repeated finding are listed. */
const NAMED = 3;
const MAX_MESSAGE_LENGTH = 1000;

const COLORS: Readonly<Record<Severity, string>> = { error: "\x1b[31m", warning: "\x1b[33m", note: "\x1b[36m" };
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";

export function textReport({ findings }: Report, options: TextOptions): string {
  // Repeated findings are at the position of the first.
  const groups = options.all ? findings.map((finding) => [finding]) : [...grouped(findings, repeatedId).values()];
  return groups.map((group) => groupText(group, options)).join("");
}

/** The same for findings that repeat each other. */
function repeatedId({ helmSource, kustomization, rule, same, severity }: Finding): string {
  return JSON.stringify([severity, rule, same, helmSource, kustomization]);
}

function groupText([first, ...others]: readonly Finding[], options: TextOptions): string {
  const { colors, fitted = (line) => line, width, withSource } = options;
  const { severity, rule, sourceLine } = first!;
  const paint = (code: string, text: string) => (colors ? `${code}${text}${RESET}` : text);
  const message = printable(messageOf(first!), MAX_MESSAGE_LENGTH);
  const label = paint(COLORS[severity] + BOLD, `${severity}:`);
  let text = `${fitted(`${paint(BOLD, placeOf(first!))}: ${label} ${message} ${paint(DIM, `[${rule}]`)}`)}\n`;
  if (withSource) text += sourceText(sourceLine, width, (caret) => paint(COLORS[severity], caret));
  if (others.length === 0) return text;
  const named = others.slice(0, NAMED - 1).map(placeOf);
  const more = others.length - named.length;
  const rest = more === 0 ? "" : ` and ${more} more place${more === 1 ? "" : "s"}; --all lists them`;
  return `${text}${fitted(`  also: ${named.join(", ")}${rest}`)}\n`;
}

function placeOf({ file, line, column }: Finding): string {
  return `${printable(file, MAX_MESSAGE_LENGTH)}:${line}:${column}`;
}

const INDENT = "    ";
const CUT = "…";

/** As much of the source line around the place as fits, with a line of carets below. */
function sourceText(
  { text, start, end }: SourceLine,
  width = Number.POSITIVE_INFINITY,
  paint: (caret: string) => string,
): string {
  const shown = (part: string) => visibleText(part.replaceAll("\t", " "));
  const room = width - INDENT.length;
  const marked = shown(text.slice(start, end));
  const after = shown(text.slice(end));
  const before = endOf(shown(text.slice(0, start)), widthOf(marked + after), room);
  const rest = beginningOf(marked + after, room - widthOf(before));
  const carets = "^".repeat(Math.max(1, Math.min(widthOf(marked), widthOf(rest))));
  return `${INDENT}${before}${rest}\n${INDENT}${" ".repeat(widthOf(before))}${paint(carets)}\n`;
}

/** The end of a text, in at least a third of the width. */
function endOf(text: string, following: number, room: number): string {
  const own = Math.max(Math.floor(room / 3), room - following);
  if (widthOf(text) <= own) return text;
  return CUT + [...beginningOf([...text].reverse().join(""), own)].slice(0, -1).reverse().join("");
}

/** The beginning of a text, with `…` if it does not fit. */
function beginningOf(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let columns = 1;
  let beginning = "";
  for (const character of text) {
    columns += widthOf(character);
    if (columns > room) break;
    beginning += character;
  }
  return beginning + CUT;
}

/** The number of terminal columns of a text: wide characters take two, combining characters none. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
